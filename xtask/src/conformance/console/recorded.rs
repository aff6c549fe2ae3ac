//! Reads what Kyverno's command line printed.

use sekisho_document::Numbers;
use sekisho_document::Value;
use sekisho_document::yaml::{self, Limits};

use super::{Console, Row};
use crate::conformance::json::Json;

/// Standard output and exit code as rows and counts.
pub(in crate::conformance) fn read(text: &str, exit: &str) -> Console {
    let text = without_colours(text);
    let mut console = Console {
        succeeds: exit.trim() == "0",
        ..Console::default()
    };
    if let Some(report) = report(&text) {
        add_report(&mut console, &report);
    } else if text.contains("<testsuites") {
        add_junit(&mut console, &text);
    } else if text.lines().any(|line| cells(line).is_some()) {
        add_table(&mut console, &text);
    } else if let Some(rows) = json_rows(&text) {
        console.rows = rows.iter().map(row_of_test).collect();
    } else {
        add_failures(&mut console, &text);
    }
    add_changed(&mut console, &text);
    if console.counts.is_none() {
        console.counts = text.lines().find_map(counts);
    }
    console
}

fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, escaped)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = escaped.split_once('m').map_or("", |(_, behind)| behind);
    }
    plain + rest
}

/// `pass: 0, fail: 2, warn: 0, error: 0, skip: 0`, or the summary of tests.
fn counts(line: &str) -> Option<Vec<u64>> {
    let numbers = || -> Vec<u64> {
        let digits = line.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|word| word.parse().ok()).collect()
    };
    if line.starts_with("pass: ") {
        return Some(numbers());
    }
    let summary = line.strip_prefix("Test Summary: ")?;
    match (summary.contains(" out of "), numbers().as_slice()) {
        (true, [failed, all]) => Some(vec![all - failed, *failed]),
        (false, [passed, failed]) => Some(vec![*passed, *failed]),
        _ => None,
    }
}

/// The cells of a line of a table, drawn or in Markdown; none of a ruler.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line
        .strip_prefix(['│', '|'])?
        .trim_end()
        .strip_suffix(['│', '|'])?;
    let cells: Vec<&str> = inner.split(['│', '|']).map(str::trim).collect();
    let ruler = cells
        .iter()
        .all(|cell| cell.chars().all(|c| c == '─' || c == '-'));
    (!ruler && cells.len() > 4).then_some(cells)
}

fn add_table(console: &mut Console, text: &str) {
    let mut header: Vec<&str> = Vec::new();
    for cells in text.lines().filter_map(cells) {
        if cells.contains(&"POLICY") {
            header = cells;
            continue;
        }
        let cell = |name: &str| {
            let position = header.iter().position(|head| *head == name)?;
            cells.get(position).copied()
        };
        let text = |name: &str| cell(name).unwrap_or_default().to_owned();
        console.rows.insert(Row {
            policy: text("POLICY"),
            rule: text("RULE"),
            resource: text("RESOURCE"),
            result: text("RESULT").to_lowercase(),
        });
    }
    console.failures_only = text.contains("Aggregated Failed Test Cases") && text.contains(" out of ");
}

/// The arrays of `test -o json`.
fn json_rows(text: &str) -> Option<Vec<Value>> {
    let start = text.find("\n[")?;
    let end = text.rfind("\n]")?;
    let array = text.get(start..end + 2)?;
    let read = yaml::read(array, &Limits::DEFAULT, Numbers::AsWritten).ok()?;
    read.as_list().map(|list| list.to_vec())
}

fn row_of_test(row: &Value) -> Row {
    let text = |name: &str| row.str_at(&[name]).to_owned();
    Row {
        policy: text("POLICY"),
        rule: text("RULE"),
        resource: text("RESOURCE"),
        result: text("RESULT").to_lowercase(),
    }
}

fn report(text: &str) -> Option<Value> {
    let read = yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten).ok()?;
    read.str_at(&["kind"]).ends_with("Report").then_some(read)
}

fn add_report(console: &mut Console, report: &Value) {
    for result in report
        .get("results")
        .and_then(Value::as_list)
        .into_iter()
        .flatten()
    {
        for resource in result
            .get("resources")
            .and_then(Value::as_list)
            .into_iter()
            .flatten()
        {
            let part = |name: &str| resource.str_at(&[name]);
            console.rows.insert(Row {
                policy: result.str_at(&["policy"]).to_owned(),
                rule: result.str_at(&["rule"]).to_owned(),
                resource: format!("{}/{}/{}", part("namespace"), part("kind"), part("name")),
                result: result.str_at(&["result"]).to_owned(),
            });
        }
    }
    let count = |name: &str| {
        let count = report.at(&["summary", name]).and_then(Value::as_i64);
        count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or_default()
    };
    console.counts = Some(["pass", "fail", "warn", "error", "skip"].map(count).to_vec());
}

/// Not read as XML, because it is none: `failure` is never closed.
fn add_junit(console: &mut Console, text: &str) {
    let attribute = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let (mut policy, mut open): (String, Option<Row>) = (String::new(), None);
    for line in text.lines().map(str::trim) {
        if line.starts_with("<testsuite ") {
            policy = attribute(line, "name").unwrap_or_default();
        } else if line.starts_with("<testcase ") {
            open = Some(Row {
                policy: policy.clone(),
                rule: attribute(line, "classname").unwrap_or_default(),
                resource: attribute(line, "name").unwrap_or_default(),
                result: "pass".to_owned(),
            });
        } else if line.starts_with("<failure") {
            if let Some(row) = &mut open {
                row.result = "fail".to_owned();
            }
        } else if line.ends_with("</testcase>") {
            console.rows.extend(open.take());
        }
    }
}

/// `policy P -> resource R failed:`, then a numbered line for each rule.
fn add_failures(console: &mut Console, text: &str) {
    console.failures_only = true;
    let mut about: Option<(String, String)> = None;
    for line in text.lines() {
        // The line before it has no end when it is about a mutation.
        let heading = line
            .find("policy ")
            .and_then(|at| line.get(at..))
            .and_then(|line| {
                let (policy, rest) = line.strip_prefix("policy ")?.split_once(" -> resource ")?;
                let (resource, _) = rest.split_once(" failed")?;
                Some((policy.to_owned(), resource.to_owned()))
            });
        if heading.is_some() {
            about = heading;
            continue;
        }
        let numbered = line
            .split_once(" - ")
            .filter(|(number, _)| number.parse::<u32>().is_ok());
        match (&about, numbered) {
            (Some((policy, resource)), Some((_, rest))) => {
                console.rows.insert(Row {
                    policy: policy.clone(),
                    rule: rest.split(' ').next().unwrap_or_default().to_owned(),
                    resource: resource.clone(),
                    result: "fail".to_owned(),
                });
            }
            _ if line.trim().is_empty() => about = None,
            _ => {}
        }
    }
}

/// `policy P applied to R:` and the object as YAML, ended by `---`. It is printed whether it was changed or not;
/// where not, `skipped mutate policy P -> resource R` follows.
fn add_changed(console: &mut Console, text: &str) {
    for part in text.split("policy ") {
        let Some((heading, rest)) = part.split_once(":\n") else {
            continue;
        };
        let Some((policy, resource)) = heading.split_once(" applied to ") else {
            continue;
        };
        let (object, _) = rest.split_once("\n---\n").unwrap_or((rest, ""));
        let is_skipped = text.contains(&format!(
            "skipped mutate policy {policy} -> resource {resource}\n"
        ));
        if let (false, Ok(object)) = (
            is_skipped,
            yaml::read(object, &Limits::DEFAULT, Numbers::AsWritten),
        ) {
            console.changed.insert(resource.to_owned(), Json(object));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(console: &Console) -> Vec<String> {
        console.rows.iter().map(Row::show).collect()
    }

    #[test]
    fn failures_are_read() {
        let text = "\nApplying 7 policy rule(s) to 1 resource(s)...\nDone.policy p -> resource shop/Pod/bad failed:\n\
                    1 - pinned no version\nsecond line\n2 -  no rule\n\npass: 2, fail: 1, warn: 0, error: 0, skip: 4 \n";
        let console = read(text, "1");
        assert_eq!(
            rows(&console),
            ["fail p/ shop/Pod/bad", "fail p/pinned shop/Pod/bad"]
        );
        assert_eq!(console.counts, Some(vec![2, 1, 0, 0, 4]));
        assert!(console.failures_only && !console.succeeds);
    }

    #[test]
    fn changed_objects_are_read() {
        let text = "\npolicy p applied to shop/Pod/bad:\nkind: Pod\nspec:\n    a: 1\n\n---\n\n\nMutation:\nMutation has been \
                    applied successfully.\npolicy p applied to shop/Pod/good:\nkind: Pod\n\n---\n\n\nMutation:\nMutation \
                    has been applied successfully.\nskipped mutate policy p -> resource shop/Pod/good\n\npass: 1, fail: 0, \
                    warn: 0, error: 0, skip: 1 \n";
        let changed = read(text, "0").changed;
        let shown: Vec<String> = changed
            .iter()
            .map(|(name, Json(object))| format!("{name} {}", crate::conformance::json::show(object)))
            .collect();
        assert_eq!(shown, [r#"shop/Pod/bad {"kind":"Pod","spec":{"a":1}}"#]);
    }

    #[test]
    fn tables_are_read() {
        let text = "│────│────│────│────│────│────│\n│ \u{1b}[40;32mID\u{1b}[0m │ POLICY │ RULE │ RESOURCE │ RESULT │ REASON │\n\
                    │ 1 │ p │ r │ v1/Pod/shop/web │ Pass │ Ok │\n\nTest Summary: 1 tests passed and 0 tests failed\n";
        let console = read(text, "0");
        assert_eq!(rows(&console), ["pass p/r v1/Pod/shop/web"]);
        assert_eq!(console.counts, Some(vec![1, 0]));
        let markdown = "| ID | POLICY | RULE | RESOURCE | RESULT | REASON | \n|----|----|----|----|----|----|\n\
                        | 1 | p | r | v1/Pod/shop/web | Fail | Not found |\nTest Summary: 1 out of 3 tests failed\n";
        let console = read(markdown, "1");
        assert_eq!(rows(&console), ["fail p/r v1/Pod/shop/web"]);
        assert_eq!(console.counts, Some(vec![2, 1]));
    }

    #[test]
    fn reports_are_read() {
        let text = "kind: ClusterReport\nresults:\n- {policy: p, rule: r, result: pass, resources: [{kind: Pod, \
                    namespace: shop, name: web}]}\nsummary: {pass: 1, fail: 0, warn: 0, error: 0, skip: 0}\n";
        let console = read(text, "0");
        assert_eq!(rows(&console), ["pass p/r shop/Pod/web"]);
        assert_eq!(console.counts, Some(vec![1, 0, 0, 0, 0]));
    }

    #[test]
    fn suites_are_read() {
        let text = "<testsuites>\n<testsuite name=\"p\">\n<testcase classname=\"r\" name=\"a\">\n</testcase>\n\
                    <testcase classname=\"s\" name=\"b\">\n<failure message=\"no\">\nResult: Fail  </testcase>\n";
        assert_eq!(rows(&read(text, "1")), ["pass p/r a", "fail p/s b"]);
    }
}
