//! `expected.yaml`: read, compared, written anew.

use std::fmt::Write;
use std::fs;

use sekisho_document::{Value, yaml};

use super::judge::{self, Judged};
use super::{Case, comments, twin};

/// A verdict as it is expected. What is absent is not compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub policy: String,
    pub rule: String,
    /// `Pod/shop/web`; without namespace `Namespace/shop`.
    pub resource: String,
    pub result: String,
    pub message: Option<String>,
    pub field: Option<String>,
}

/// What a case expects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// All verdicts, in their order.
    pub verdicts: Vec<Row>,
    /// Rows with the result `none`: nothing is said. The list above says so too; this says it to readers.
    pub silent: Vec<Row>,
    /// All policies that are refused at load, with a part of the text.
    pub refused: Vec<(String, String)>,
}

/// Everything in which a case differs from what it expects, a line or more each.
pub fn check(case: &Case) -> Result<Vec<String>, String> {
    let judged = judge::judge(case)?;
    let said = comments::expected(&judge::read(&case.policy)?);
    let mut differences = comments::differences(&said, &judged.said);
    match case.file("expected.yaml") {
        Some(file) => {
            let documents = judge::documents(&file)?;
            let expected = Expected::read(documents.first().unwrap_or(&Value::Null))?;
            differences.extend(expected.differences(&judged));
        }
        None if judged.rows.is_empty() => {}
        None => differences.push("there is no `expected.yaml`; `BLESS=1` writes it".to_owned()),
    }
    differences.extend(changed_otherwise(case, &judged)?);
    differences.extend(twin::differences(case, &judged)?);
    Ok(differences)
}

/// Where objects become something else than `changed.yaml` says; without it nothing is to change.
fn changed_otherwise(case: &Case, judged: &Judged) -> Result<Vec<String>, String> {
    let expected = match case.file("changed.yaml") {
        Some(file) => judge::documents(&file)?,
        None => Vec::new(),
    };
    let shown = |object: Option<&Value>| match object {
        Some(object) => yaml::write(object),
        None => "nothing".to_owned(),
    };
    let mut differences = Vec::new();
    for idx in 0..expected.len().max(judged.changed.len()) {
        let (expected, got) = (expected.get(idx), judged.changed.get(idx));
        let is_met =
            matches!((expected, got), (Some(expected), Some(got)) if sekisho_report::equal(expected, got));
        if !is_met {
            differences.push(format!(
                "changed object {idx}\nexpected:\n{}got:\n{}",
                shown(expected),
                shown(got)
            ));
        }
    }
    Ok(differences)
}

/// Writes `changed.yaml` from what becomes of objects now.
fn bless_changed(case: &Case, judged: &Judged) -> Result<(), String> {
    let file = case.folder.join("changed.yaml");
    if judged.changed.is_empty() || changed_otherwise(case, judged)?.is_empty() {
        return Ok(());
    }
    let documents: Vec<String> = judged.changed.iter().map(yaml::write).collect();
    fs::write(&file, documents.join("---\n")).map_err(|error| format!("`{}`: {error}", file.display()))
}

/// Writes `expected.yaml` from what is said now. Comments on top of it stay.
pub fn bless(case: &Case) -> Result<(), String> {
    let judged = judge::judge(case)?;
    bless_changed(case, &judged)?;
    let file = case.folder.join("expected.yaml");
    let old = fs::read_to_string(&file).unwrap_or_default();
    if judged.rows.is_empty() && judged.refused.is_empty() && old.is_empty() {
        return Ok(());
    }
    let mut text: String = old
        .lines()
        .take_while(|line| line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    text.push_str(&written(&judged));
    if text == old {
        return Ok(());
    }
    fs::write(&file, text).map_err(|error| format!("`{}`: {error}", file.display()))
}

impl Expected {
    fn read(document: &Value) -> Result<Expected, String> {
        for key in document.as_map().into_iter().flat_map(|map| map.keys()) {
            if !["verdicts", "refused"].contains(&key.as_str()) {
                return Err(format!("`{key}` is nothing a case can expect"));
            }
        }
        let verdicts = document.get("verdicts").and_then(Value::as_list);
        let rows: Vec<Row> = verdicts
            .into_iter()
            .flatten()
            .map(row)
            .collect::<Result<_, _>>()?;
        let (silent, verdicts) = rows.into_iter().partition(|row| row.result == "none");
        let refused = document.get("refused").and_then(Value::as_list);
        Ok(Expected {
            verdicts,
            silent,
            refused: refused
                .into_iter()
                .flatten()
                .map(|entry| {
                    (
                        entry.str_at(&["policy"]).to_owned(),
                        entry.str_at(&["message"]).to_owned(),
                    )
                })
                .collect(),
        })
    }

    fn differences(&self, judged: &Judged) -> Vec<String> {
        let mut differences = Vec::new();
        let expected = &self.verdicts;
        for idx in 0..expected.len().max(judged.rows.len()) {
            match (expected.get(idx), judged.rows.get(idx)) {
                (Some(expected), Some(got)) if expected.is_met_by(got) => {}
                (expected, got) => differences.push(format!(
                    "verdict {idx}\n  expected: {}\n  got:      {}",
                    expected.map_or_else(|| "none".to_owned(), Row::show),
                    got.map_or_else(|| "none".to_owned(), Row::show)
                )),
            }
        }
        for silent in &self.silent {
            if let Some(loud) = judged.rows.iter().find(|row| row.identity() == silent.identity()) {
                differences.push(format!("expected silence, got {}", loud.show()));
            }
        }
        let refused = &judged.refused;
        let met = self.refused.len() == refused.len()
            && self
                .refused
                .iter()
                .zip(refused)
                .all(|((policy, part), (refused, text))| policy == refused && text.contains(part.as_str()));
        if !met {
            differences.push(format!(
                "refused\n  expected: {:?}\n  got:      {refused:?}",
                self.refused
            ));
        }
        differences
    }
}

fn row(entry: &Value) -> Result<Row, String> {
    const KEYS: &[&str] = &["policy", "rule", "resource", "result", "message", "field"];
    for key in entry.as_map().into_iter().flat_map(|map| map.keys()) {
        if !KEYS.contains(&key.as_str()) {
            return Err(format!("`{key}` is nothing a verdict can be compared by"));
        }
    }
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    Ok(Row {
        policy: text("policy").unwrap_or_default(),
        rule: text("rule").unwrap_or_default(),
        resource: text("resource").unwrap_or_default(),
        result: text("result").unwrap_or_default(),
        message: text("message"),
        field: text("field"),
    })
}

impl Row {
    fn is_met_by(&self, got: &Row) -> bool {
        let same = |expected: &Option<String>, got: &Option<String>| expected.is_none() || expected == got;
        (&self.policy, &self.rule, &self.resource, &self.result)
            == (&got.policy, &got.rule, &got.resource, &got.result)
            && same(&self.message, &got.message)
            && same(&self.field, &got.field)
    }

    fn identity(&self) -> (&str, &str, &str) {
        (&self.policy, &self.rule, &self.resource)
    }

    pub(super) fn show(&self) -> String {
        let Row {
            policy,
            rule,
            resource,
            result,
            message,
            field,
        } = self;
        let field = field
            .as_ref()
            .map(|field| format!(" at {field}"))
            .unwrap_or_default();
        let message = message
            .as_ref()
            .map(|message| format!(": {message}"))
            .unwrap_or_default();
        format!("{result} {policy}/{rule} on {resource}{field}{message}")
    }
}

fn written(judged: &Judged) -> String {
    let mut text = String::new();
    if judged.rows.is_empty() {
        text.push_str("verdicts: []\n");
    } else {
        text.push_str("verdicts:\n");
    }
    for row in &judged.rows {
        let fields = [
            ("policy", Some(&row.policy)),
            ("rule", Some(&row.rule)),
            ("resource", Some(&row.resource)),
            ("result", Some(&row.result)),
            ("message", row.message.as_ref()),
            ("field", row.field.as_ref()),
        ];
        let mut dash = "- ";
        for (key, value) in fields {
            if let Some(value) = value {
                let _ = writeln!(text, "{dash}{key}: {}", scalar(value));
                dash = "  ";
            }
        }
    }
    if !judged.refused.is_empty() {
        text.push_str("refused:\n");
    }
    for (policy, message) in &judged.refused {
        let _ = write!(
            text,
            "- policy: {}\n  message: {}\n",
            scalar(policy),
            scalar(message)
        );
    }
    text
}

/// A text as YAML: plain where no reader can mistake it, else in double quotes.
fn scalar(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-./ _".contains(c))
        && !text.ends_with(' ')
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
            .contains(&text.to_lowercase().as_str());
    if plain {
        return text.to_owned();
    }
    sekisho_document::json::write(&Value::from(text), sekisho_document::json::Form::COMPACT)
}

#[cfg(test)]
mod tests {
    use sekisho_document::Numbers;
    use sekisho_document::yaml::Limits;

    use super::*;

    fn judged() -> Judged {
        let row = |message: &str| Row {
            policy: "p".to_owned(),
            rule: "r".to_owned(),
            resource: "Pod/shop/web".to_owned(),
            result: "fail".to_owned(),
            message: Some(message.to_owned()),
            field: Some("/spec/".to_owned()),
        };
        Judged {
            rows: vec![row("no: \"good\""), row("plain words")],
            refused: vec![("q".to_owned(), "because".to_owned())],
            ..Judged::default()
        }
    }

    fn read(text: &str) -> Result<Expected, String> {
        Expected::read(&yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten).unwrap())
    }

    #[test]
    fn what_is_written_is_met() {
        let expected = read(&written(&judged())).unwrap();
        assert_eq!(expected.differences(&judged()), Vec::<String>::new());
    }

    #[test]
    fn absent_keys_are_not_compared_and_rows_are_complete() {
        let row = "{policy: p, rule: r, resource: Pod/shop/web, result: fail}";
        let expected = read(&format!("verdicts: [{row}, {row}]\nrefused: [{{policy: q}}]")).unwrap();
        assert_eq!(expected.differences(&judged()), Vec::<String>::new());
        assert_eq!(
            read(&format!("verdicts: [{row}]"))
                .unwrap()
                .differences(&judged())
                .len(),
            2
        );
        assert!(read("verdict: []").is_err());
        assert!(read("verdicts: [{polcy: p}]").is_err());
    }
}
