//! Recorded answers to JSON patches: of Kyverno's engine, and of an API server to those of webhooks.

use std::path::Path;

use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{JsonPatchDialect, Patch, PatchError, PatchFault, Value};

#[test]
fn recorded_answers_of_kyverno() {
    let Some(text) = corpus("kyverno-engine/vectors.json") else {
        return;
    };
    let vectors = read(&text);
    let rows = vectors.get("json_patch").and_then(Value::as_list);
    let rows: &[Value] = rows.map_or(&[], |rows| rows);
    for row in rows {
        let item = |idx: usize| row.as_list().and_then(|items| items.get(idx));
        let (document, patch) = (item(0), item(1).and_then(Value::as_str));
        let (document, patch) = (document.unwrap_or(&Value::Null), patch.unwrap_or_default());
        let expected = match item(2).and_then(Value::as_str) {
            Some("error") => format!("!{}", item(3).and_then(Value::as_str).unwrap_or_default()),
            Some("unchanged") => canonical(document),
            _ => canonical(item(2).unwrap_or(&Value::Null)),
        };
        let result = Patch::read_text(patch)
            .map_err(decoding)
            .and_then(|patch| patch.apply(document, JsonPatchDialect::Kyverno, Patch::GROWTH));
        assert_eq!(shown(result), expected, "{patch}");
    }
    println!("{} rows agree", rows.len());
    assert!(!rows.is_empty());
}

/// Kyverno says at which of its two steps a patch failed.
fn decoding(error: PatchError) -> PatchError {
    PatchError {
        message: format!("failed to decode patches: {error}"),
        ..error
    }
}

#[test]
fn recorded_answers_of_the_api_server() {
    let Some(text) = corpus("admission/scenarios.jsonl") else {
        return;
    };
    let mut agreeing = 0;
    for row in text.lines().map(read) {
        if !row.str_at(&["id"]).starts_with("j-") {
            continue;
        }
        let configurations = row.at(&["cluster", "mutatingWebhookConfigurations"]);
        let hook = configurations
            .and_then(first)
            .and_then(|configuration| first(configuration.get("webhooks")?));
        let patch = hook.and_then(|hook| hook.at(&["script", "patch"]));
        let document = row
            .at(&["withoutPolicies", "object"])
            .or(row.at(&["request", "object"]));
        let (Some(patch), Some(document)) = (patch, document) else {
            continue;
        };
        // The server prunes and checks metadata itself.
        if json::write(patch, Form::COMPACT).contains("\"/metadata") {
            continue;
        }
        let message = row.str_at(&["observed", "status", "message"]);
        let expected = match (
            row.at(&["observed", "object"]),
            message.strip_prefix("Internal error occurred: "),
        ) {
            (Some(Value::String(_)), _) => canonical(document),
            (Some(object), _) => canonical(object),
            (None, Some(message)) => format!("!{message}"),
            // What the server refuses after the patch was applied is not the patch's doing.
            (None, None) => continue,
        };
        let dialect = JsonPatchDialect::ApiServer;
        let result =
            Patch::read(patch, dialect).and_then(|patch| patch.apply(document, dialect, Patch::GROWTH));
        assert_eq!(shown(result), expected, "{}", row.str_at(&["id"]));
        agreeing += 1;
    }
    println!("{agreeing} rows agree");
    assert!(agreeing > 0);
}

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "recordings lie outside the repository and may be absent"
)]
fn corpus(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/corpus")
        .join(name);
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        println!("skipped: there is no ../shared/corpus/{name}");
    }
    text
}

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::KUBERNETES).unwrap_or_default()
}

fn first(value: &Value) -> Option<&Value> {
    value.as_list()?.first()
}

fn canonical(value: &Value) -> String {
    json::write(value, Form::CANONICAL)
}

fn shown(result: Result<Value, PatchError>) -> String {
    match result {
        Ok(value) => canonical(&value),
        Err(error) => {
            assert_ne!(error.fault, PatchFault::Growth);
            format!("!{error}")
        }
    }
}
