//! Recorded answers of Kyverno's engine: image references and wildcards.

use sekisho_document::json::{self, Rules};
use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::image::{Image, ImageRules};
use sekisho_kubernetes::wildcard;

/// The recordings lie outside the repository.
const VECTORS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/corpus/kyverno-engine/vectors.json"
);

#[test]
fn images() {
    check("images", 1, |row| {
        match Image::parse(text(row, 0), &ImageRules::kyverno()) {
            Ok(image) => image.to_value(),
            Err(error) => {
                let error = ("err", Value::from(error.to_string()));
                Value::Map([error].into_iter().collect::<Map>())
            }
        }
    });
}

#[test]
fn wildcards() {
    check("wildcard", 2, |row| {
        Value::from(wildcard::matches(text(row, 0), text(row, 1)))
    });
}

/// Compares the answer to every row of a group with what the row has at a position.
#[track_caller]
fn check(group: &str, position: usize, answer: impl Fn(&[Value]) -> Value) {
    let Some(rows) = recorded(group) else {
        return;
    };
    let mut wrong = Vec::new();
    for row in &rows {
        let row = row.as_list().cloned().unwrap_or_default();
        let got = answer(&row);
        if row.get(position) != Some(&got) {
            wrong.push(format!("{row:?}: got {got:?}"));
        }
    }
    assert!(!rows.is_empty(), "{group}: no rows");
    let shown = wrong.join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {} rows differ:\n{shown}",
        wrong.len(),
        rows.len()
    );
}

#[expect(clippy::disallowed_methods, reason = "a test reads its recordings")]
#[expect(clippy::print_stderr, reason = "the log must tell that nothing was compared")]
fn recorded(group: &str) -> Option<List> {
    let Ok(bytes) = std::fs::read(VECTORS) else {
        eprintln!("{group}: the recordings are absent; nothing was compared");
        return None;
    };
    let vectors = json::read(&bytes, Rules::GO).ok()?;
    Some(
        vectors
            .get(group)
            .and_then(Value::as_list)
            .cloned()
            .unwrap_or_default(),
    )
}

fn text(row: &[Value], position: usize) -> &str {
    row.get(position).and_then(Value::as_str).unwrap_or_default()
}
