//! The score as files: the committed page, and every case as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::json;

use super::judge::{Judged, Verdict};
use super::suites::SUITES;
use crate::workspace;

const HEAD: &str = "\
# Conformance

Answers compared with recorded answers of the originals: `cargo xtask conformance`. `missed` are the
skipped cases whose reason lies with sekisho; the reasons are in `tests/conformance/`.

| suite/feature | passed | failed | skipped | missed |
|---|---|---|---|---|
";

/// Writes the rows of the suites that were run into the page; other suites keep theirs.
pub(super) fn write_reference(judged: &[Judged]) -> anyhow::Result<()> {
    let file = workspace::root().join("docs/reference/conformance.md");
    let old = if file.exists() {
        fs::read_to_string(&file)?
    } else {
        String::new()
    };
    let mut rows = rows_by_suite(&old);
    for suite in judged {
        rows.insert(suite.suite.to_owned(), rows_of(suite));
    }
    let mut text = HEAD.to_owned();
    for suite in SUITES {
        text.push_str(rows.get(suite.name).map_or("", String::as_str));
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    if text != old {
        fs::write(&file, text).with_context(|| format!("`{}` cannot be written", file.display()))?;
    }
    Ok(())
}

fn rows_of(judged: &Judged) -> String {
    let total = ("", judged.total());
    let features = judged
        .features
        .iter()
        .map(|(feature, counts)| (feature.as_str(), *counts));
    let mut text = String::new();
    for (feature, counts) in std::iter::once(total).chain(features) {
        let name = match feature {
            "" => format!("**{}**", judged.suite),
            _ => format!("{}/{feature}", judged.suite),
        };
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} |",
            counts.passed, counts.failed, counts.skipped, counts.missed
        );
    }
    text
}

/// The rows of an old page; the row in bold opens a suite.
fn rows_by_suite(page: &str) -> BTreeMap<String, String> {
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    let mut suite = None;
    for line in page.lines() {
        if let Some((name, _)) = line.strip_prefix("| **").and_then(|rest| rest.split_once("**")) {
            suite = Some(name.to_owned());
        }
        if let (Some(suite), true) = (&suite, line.starts_with("| ")) {
            let text = rows.entry(suite.clone()).or_default();
            text.push_str(line);
            text.push('\n');
        }
    }
    rows
}

/// Writes sums and every case with its outcome.
pub(super) fn write_json(judged: &[Judged], file: &Path) -> anyhow::Result<()> {
    let suites: Vec<_> = judged.iter().map(suite_as_json).collect();
    let text = serde_json::to_string_pretty(&json!({ "version": 1, "suites": suites }))?;
    fs::write(file, text).with_context(|| format!("`{}` cannot be written", file.display()))
}

fn suite_as_json(judged: &Judged) -> serde_json::Value {
    let features: Vec<_> = judged
        .features
        .iter()
        .map(|(feature, counts)| {
            json!({ "feature": feature, "passed": counts.passed, "failed": counts.failed,
                    "skipped": counts.skipped, "missed": counts.missed })
        })
        .collect();
    let cases: Vec<_> = judged
        .cases
        .iter()
        .map(|case| {
            let (id, feature) = (&case.id, &case.feature);
            match &case.verdict {
                Verdict::Passed => json!({ "id": id, "feature": feature, "outcome": "passed" }),
                Verdict::PassedThoughListed { reason } => {
                    json!({ "id": id, "feature": feature, "outcome": "passed", "listed": reason })
                }
                Verdict::Skipped { reason } => {
                    json!({ "id": id, "feature": feature, "outcome": "skipped", "reason": reason })
                }
                Verdict::Failed(difference) => {
                    json!({ "id": id, "feature": feature, "outcome": "failed", "input": difference.input,
                            "expected": difference.expected, "got": difference.got })
                }
            }
        })
        .collect();
    json!({ "suite": judged.suite, "features": features, "cases": cases })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_rows_are_found_again() {
        let rows = rows_by_suite(&format!("{HEAD}| **a** | 1 |\n| a/x | 1 |\n| **b** | 2 |\n"));
        assert_eq!(
            rows.get("a").map(String::as_str),
            Some("| **a** | 1 |\n| a/x | 1 |\n")
        );
        assert_eq!(rows.get("b").map(String::as_str), Some("| **b** | 2 |\n"));
    }
}
