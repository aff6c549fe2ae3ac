//! Recorded answers of Kyverno's engine: wildcards, leaf patterns, operators, overlay patterns, printing.

use std::path::Path;

use sekisho_classic::conditions::{Comparison, decide};
use sekisho_classic::leaf::LeafPattern;
use sekisho_classic::mutate::merge::{Budget, MergePatch};
use sekisho_classic::overlay::{Class, Overlay, compare};
use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{List, Numbers, Value, print};
use sekisho_kubernetes::{Limits, wildcard};

/// The recordings lie outside the repository.
const VECTORS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/corpus/kyverno-engine/vectors.json"
);

#[test]
fn wildcards() {
    check("wildcard", |row| {
        let answer = wildcard::matches(text(row, 0), text(row, 1));
        same(row, 2, &Value::from(answer))
    });
}

#[test]
fn leaf_patterns() {
    check("leaf", |row| {
        let answer = LeafPattern::compile(item(row, 1)).matches(item(row, 0));
        same(row, 2, &Value::from(answer))
    });
}

#[test]
fn operators() {
    check("operators", |row| {
        let (key, value) = (item(row, 0), item(row, 2));
        let comparison = Comparison::compile(text(row, 1)).map_err(|error| error.to_string())?;
        let decided = |comparison: &Comparison, value: &Value| {
            decide(comparison, key, value, &Limits::DEFAULT).map_err(|error| error.to_string())
        };
        same(row, 3, &Value::from(decided(&comparison, value)?))?;
        // The same answer when the value was known before.
        let fixed = comparison.with_value(value);
        same(row, 3, &Value::from(decided(&fixed, &Value::Null)?))
    });
}

#[test]
fn overlay_patterns() {
    check("patterns", |row| {
        let overlay = Overlay::compile(item(row, 1)).map_err(|complaint| complaint.message)?;
        let Err(mismatch) = compare(&overlay, item(row, 0), &Limits::DEFAULT) else {
            return same(row, 2, &Value::from("pass"));
        };
        let status = match mismatch.class {
            Class::Skip => "skip",
            Class::Violation => "fail",
            Class::Trouble | Class::Limit => "error",
        };
        same(row, 2, &Value::from(status))?;
        same(row, 3, &Value::from(mismatch.text))?;
        same(row, 4, &Value::from(mismatch.path))
    });
}

#[test]
fn strategic_merges() {
    check("strategic_merge", |row| {
        let resource = item(row, 0);
        let mut budget = Budget::new(&Limits::DEFAULT);
        let merged = MergePatch::new(item(row, 1)).apply(resource, &mut budget);
        let form = |value: &Value| sorted(&value.renumber(Numbers::AsWritten));
        let answer = match &merged {
            Ok(Some(merged)) => form(merged),
            Ok(None) => form(resource),
            Err(text) => format!("error {text}"),
        };
        let expected = match text(row, 2) {
            "unchanged" => form(resource),
            "error" => format!("error {}", text(row, 3)),
            _ => form(item(row, 2)),
        };
        if answer == expected { Ok(()) } else { Err(answer) }
    });
}

/// JSON text with sorted keys.
fn sorted(value: &Value) -> String {
    json::write(value, Form::CANONICAL)
}

#[test]
fn printing() {
    check("printing", |row| {
        let value = item(row, 0);
        same(row, 1, &Value::from(print::go_text(value)))?;
        same(row, 2, &Value::from(json::write(value, Form::GO)))?;
        same(row, 3, &Value::from(print::go_type(value)))
    });
}

/// Runs a group of recordings; every row must agree.
#[track_caller]
fn check(group: &str, agrees: impl Fn(&List) -> Result<(), String>) {
    let Some(rows) = recorded(group) else {
        return;
    };
    let mut failures = Vec::new();
    for row in &rows {
        let row = row.as_list().cloned().unwrap_or_default();
        if let Err(difference) = agrees(&row) {
            failures.push(format!(
                "{}\n    {difference}",
                json::write(&Value::List(row), Form::COMPACT)
            ));
        }
    }
    assert!(!rows.is_empty(), "{group}: no rows");
    let shown: Vec<&str> = failures.iter().take(20).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{group}: {} of {} rows differ\n{}",
        failures.len(),
        rows.len(),
        shown.join("\n")
    );
}

#[expect(
    clippy::print_stderr,
    reason = "whoever reads the log must see that nothing was compared"
)]
#[expect(clippy::disallowed_methods, reason = "a test reads its recordings")]
fn recorded(group: &str) -> Option<List> {
    if !Path::new(VECTORS).exists() {
        eprintln!("{group}: the recordings are absent; nothing was compared");
        return None;
    }
    let bytes = std::fs::read(VECTORS).ok()?;
    let document = json::read(&bytes, Rules::KUBERNETES).ok()?;
    document.get(group)?.as_list().cloned()
}

fn item(row: &List, index: usize) -> &Value {
    row.get(index).unwrap_or(&Value::Null)
}

fn text(row: &List, index: usize) -> &str {
    item(row, index).as_str().unwrap_or_default()
}

fn same(row: &List, index: usize, answer: &Value) -> Result<(), String> {
    if item(row, index) == answer {
        return Ok(());
    }
    Err(format!("answered {}", json::write(answer, Form::COMPACT)))
}
