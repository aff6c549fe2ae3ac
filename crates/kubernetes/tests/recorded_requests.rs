//! Recorded admission requests: each is read, and written back as it was.

use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{Map, Value};
use sekisho_kubernetes::Review;

/// The recordings lie outside the repository.
const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/corpus/kyverno-admission"
);

#[test]
fn requests_survive_reading_and_writing() {
    for file in ["library.jsonl", "matrix.jsonl"] {
        let Some(text) = recorded(file) else {
            continue;
        };
        let mut count = 0;
        for line in text.lines() {
            let row = json::read(line.as_bytes(), Rules::GO).unwrap_or_default();
            let request = row.get("request").cloned().unwrap_or_default();
            let review = Review::read(&request);
            assert_eq!(review.diagnostics, [], "{}", row.str_at(&["id"]));
            let written = review.output.map(|review| review.request.to_value());
            let written = written.map(|written| json::write(&without_defaults(&written), Form::CANONICAL));
            let expected = json::write(&without_defaults(&request), Form::CANONICAL);
            assert_eq!(written, Some(expected), "{}", row.str_at(&["id"]));
            count += 1;
        }
        assert!(count > 100, "{file}: {count}");
    }
}

/// A request without what means the same when it is absent: null, `dryRun: false`, empty groups, and the
/// requested kind and resource where they are the judged ones.
fn without_defaults(request: &Value) -> Value {
    let is_default = |key: &str, value: &Value| match key {
        "dryRun" => value == &Value::Bool(false),
        "userInfo" => value.as_map().is_some_and(Map::is_empty),
        "requestKind" => Some(value) == request.get("kind"),
        "requestResource" => Some(value) == request.get("resource"),
        "requestSubResource" => Some(value) == request.get("subResource"),
        _ => value.is_null(),
    };
    let mut map = request.as_map().cloned().unwrap_or_default();
    if let Some(Value::Map(user)) = map.get_mut("userInfo") {
        user.retain(|_, value| value.as_list().is_none_or(|groups| !groups.is_empty()));
    }
    map.retain(|key, value| !is_default(key, value));
    Value::Map(map)
}

#[expect(clippy::disallowed_methods, reason = "a test reads its recordings")]
#[expect(clippy::print_stderr, reason = "the log must tell that nothing was compared")]
fn recorded(file: &str) -> Option<String> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{file}")).ok();
    if text.is_none() {
        eprintln!("{file}: the recordings are absent; nothing was compared");
    }
    text
}
