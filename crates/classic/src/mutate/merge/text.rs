//! Scalars and nodes as the YAML library of the original writes them.

use std::borrow::Cow;

use sekisho_document::{Value, json};

/// The text of a scalar: a string as it is, anything else as JSON text. Lists and maps have none.
pub(super) fn scalar(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        Value::Map(_) | Value::List(_) => Cow::Borrowed(""),
        other => Cow::Owned(json::write(other, json::Form::GO)),
    }
}

/// What is said when a node is of another kind than expected.
pub(super) fn wrong_kind(expected: &str, found: &Value) -> String {
    let kind = match found {
        Value::Map(_) => "MappingNode",
        Value::List(_) => "SequenceNode",
        _ => "ScalarNode",
    };
    let mut contents = String::new();
    push_flow(&mut contents, found, 0);
    format!("wrong node kind: expected {expected} but got {kind}: node contents:\n{contents}\n")
}

/// How many levels of a node are shown.
const SHOWN: usize = 100;

/// YAML in flow style.
fn push_flow(text: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Map(_) | Value::List(_) if depth >= SHOWN => text.push('…'),
        Value::Map(map) => {
            text.push('{');
            for (position, (key, value)) in map.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                json::push(text, &Value::String(key.clone()), json::Form::GO);
                text.push_str(": ");
                push_flow(text, value, depth + 1);
            }
            text.push('}');
        }
        Value::List(list) => {
            text.push('[');
            for (position, value) in list.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { ", " });
                push_flow(text, value, depth + 1);
            }
            text.push(']');
        }
        scalar => json::push(text, scalar, json::Form::GO),
    }
}
