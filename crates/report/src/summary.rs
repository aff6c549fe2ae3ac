//! The lines at the end of every run.

use std::time::Duration;

use crate::{Summary, TestCounts};

/// What was read and what came out, one line each, zeros left out.
#[must_use]
pub fn summary_lines(summary: &Summary) -> Vec<String> {
    let mut lines = vec![read_line(summary)];
    match &summary.tests {
        Some(tests) => lines.extend(row_lines(tests, summary.not_judged)),
        None => lines.extend(count_line(summary)),
    }
    if summary.changed > 0 {
        let objects = counted(summary.changed, "resource", "resources");
        lines.push(format!("{objects} changed"));
    }
    lines
}

/// `checked 412 resources from 96 files with 31 policies (118 rules) in 84 ms`.
fn read_line(summary: &Summary) -> String {
    let mut line = String::from("checked ");
    match &summary.tests {
        Some(tests) => {
            line += &counted(tests.passed + tests.failed, "row", "rows");
            line += &format!(" of {}", counted(tests.cases, "test", "tests"));
        }
        None => line += &counted(summary.objects, "resource", "resources"),
    }
    if summary.files > 0 {
        line += &format!(" from {}", counted(summary.files, "file", "files"));
    }
    if summary.policies > 0 {
        line += &format!(" with {}", counted(summary.policies, "policy", "policies"));
    }
    let rules = (summary.rules, "rule", "rules");
    let exceptions = (summary.exceptions, "exception", "exceptions");
    let parts: Vec<String> = [rules, exceptions]
        .into_iter()
        .filter(|(number, _, _)| *number > 0)
        .map(|(number, one, many)| counted(number, one, many))
        .collect();
    if !parts.is_empty() {
        line += &format!(" ({})", parts.join(", "));
    }
    if let Some(time) = summary.time {
        line += &format!(" in {}", duration(time));
    }
    line
}

/// `1,204 pass, 7 fail, 2 warn, 41 skip (38 preconditions, 3 exceptions)`. Errors are among what could
/// not be judged.
fn count_line(summary: &Summary) -> Option<String> {
    let counts = &summary.counts;
    let skip = with_reasons(
        "skip",
        &[
            plural(summary.skips.preconditions, "precondition", "preconditions"),
            plural(summary.skips.exceptions, "exception", "exceptions"),
            plural(summary.skips.others, "other", "others"),
        ],
    );
    let not_judged = with_reasons("could not be judged", &[plural(counts.error, "error", "errors")]);
    let line = listed(&[
        (counts.pass, "pass"),
        (counts.fail, "fail"),
        (counts.warn, "warn"),
        (counts.skip, &skip),
        (summary.not_judged, &not_judged),
    ]);
    match (line.is_empty(), summary.objects) {
        (false, _) => Some(line),
        (true, 0) => None,
        (true, 1) => Some("no rule applies to it".to_owned()),
        (true, _) => Some("no rule applies to any of them".to_owned()),
    }
}

/// `96 rows passed, 4 of them without evaluating anything (2 excluded, 2 invalid policy)`.
fn row_lines(tests: &TestCounts, not_judged: u64) -> Vec<String> {
    let mut lines = Vec::new();
    if tests.passed > 0 {
        let mut line = format!("{} passed", counted(tests.passed, "row", "rows"));
        let idle = tests.excluded + tests.invalid;
        if idle > 0 {
            let what = format!(", {} of them without evaluating anything", thousands(idle));
            line += &with_reasons(
                &what,
                &[(tests.excluded, "excluded"), (tests.invalid, "invalid policy")],
            );
        }
        lines.push(line);
    }
    if tests.failed > 0 {
        lines.push(format!("{} failed", counted(tests.failed, "row", "rows")));
    }
    if tests.broken > 0 {
        lines.push(format!(
            "{} could not be run",
            counted(tests.broken, "test", "tests")
        ));
    }
    if not_judged > 0 {
        lines.push(format!("{} could not be judged", thousands(not_judged)));
    }
    lines
}

/// `skip (38 preconditions, 3 exceptions)`.
fn with_reasons(word: &str, reasons: &[(u64, &str)]) -> String {
    let reasons = listed(reasons);
    if reasons.is_empty() {
        word.to_owned()
    } else {
        format!("{word} ({reasons})")
    }
}

/// The parts that are not zero, with commas.
fn listed(parts: &[(u64, &str)]) -> String {
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts
        .map(|(number, word)| format!("{} {word}", thousands(*number)))
        .collect();
    parts.join(", ")
}

fn counted(number: u64, one: &str, many: &str) -> String {
    let (number, word) = plural(number, one, many);
    format!("{} {word}", thousands(number))
}

fn plural<'w>(number: u64, one: &'w str, many: &'w str) -> (u64, &'w str) {
    (number, if number == 1 { one } else { many })
}

/// A number with a comma before every three digits: `1,204`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn duration(time: Duration) -> String {
    let milliseconds = time.as_millis();
    match milliseconds {
        0 => "less than 1 ms".to_owned(),
        1..1_000 => format!("{milliseconds} ms"),
        1_000..60_000 => format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100),
        _ => format!(
            "{} min {} s",
            milliseconds / 60_000,
            milliseconds % 60_000 / 1_000
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::summary;
    use crate::{Counts, Skips};

    #[test]
    fn numbers_are_grouped() {
        let rows = [
            (0, "0"),
            (999, "999"),
            (1_204, "1,204"),
            (100_000, "100,000"),
            (12_345_678, "12,345,678"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ];
        for (number, expected) in rows {
            assert_eq!(thousands(number), expected);
        }
    }

    #[test]
    fn times_are_short() {
        let rows = [
            (0, "less than 1 ms"),
            (84, "84 ms"),
            (1_290, "1.2 s"),
            (59_999, "59.9 s"),
            (125_000, "2 min 5 s"),
        ];
        for (milliseconds, expected) in rows {
            assert_eq!(duration(Duration::from_millis(milliseconds)), expected);
        }
    }

    #[test]
    fn runs_of_policies() {
        let large = Summary {
            objects: 412,
            files: 96,
            policies: 31,
            rules: 118,
            counts: Counts {
                pass: 1_204,
                fail: 7,
                warn: 2,
                error: 2,
                skip: 41,
            },
            skips: Skips {
                preconditions: 38,
                exceptions: 3,
                others: 0,
            },
            not_judged: 3,
            time: Some(Duration::from_millis(84)),
            ..summary("apply")
        };
        let small = Summary {
            objects: 1,
            files: 1,
            policies: 1,
            rules: 1,
            exceptions: 1,
            counts: Counts {
                error: 1,
                skip: 1,
                ..Counts::default()
            },
            not_judged: 1,
            ..summary("apply")
        };
        let none = Summary {
            objects: 2,
            ..summary("apply")
        };
        let rows: [(Summary, &[&str]); 4] = [
            (
                large,
                &[
                    "checked 412 resources from 96 files with 31 policies (118 rules) in 84 ms",
                    "1,204 pass, 7 fail, 2 warn, 41 skip (38 preconditions, 3 exceptions), \
                     3 could not be judged (2 errors)",
                ],
            ),
            (
                small,
                &[
                    "checked 1 resource from 1 file with 1 policy (1 rule, 1 exception)",
                    "1 skip, 1 could not be judged (1 error)",
                ],
            ),
            (none, &["checked 2 resources", "no rule applies to any of them"]),
            (summary("check"), &["checked 0 resources"]),
        ];
        for (summary, expected) in rows {
            assert_eq!(summary_lines(&summary), expected);
        }
    }

    #[test]
    fn runs_of_tests() {
        let tests = TestCounts {
            cases: 12,
            passed: 96,
            failed: 0,
            excluded: 2,
            invalid: 2,
            broken: 0,
        };
        let rows: [(TestCounts, &[&str]); 2] = [
            (
                tests,
                &[
                    "checked 96 rows of 12 tests from 12 files",
                    "96 rows passed, 4 of them without evaluating anything (2 excluded, 2 invalid policy)",
                ],
            ),
            (
                TestCounts {
                    passed: 1,
                    failed: 2,
                    excluded: 0,
                    invalid: 0,
                    broken: 1,
                    ..tests
                },
                &[
                    "checked 3 rows of 12 tests from 12 files",
                    "1 row passed",
                    "2 rows failed",
                    "1 test could not be run",
                ],
            ),
        ];
        for (tests, expected) in rows {
            let summary = Summary {
                files: 12,
                tests: Some(tests),
                ..summary("test")
            };
            assert_eq!(summary_lines(&summary), expected);
        }
    }
}
