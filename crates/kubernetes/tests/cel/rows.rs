//! Reads rows of recorded answers.

use std::path::Path;

use sekisho_document as document;
use serde_json::{Map, Value as Json};

/// All rows of a file; none if it is absent.
pub(crate) fn read(file: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(row).collect()
}

/// A few answers are nested more deeply than the usual reader goes.
fn row(line: &str) -> Json {
    serde_json::from_str(line).unwrap_or_else(|_| {
        let rules = document::json::Rules::KUBERNETES;
        from_document(&document::json::read(line.as_bytes(), rules).unwrap())
    })
}

pub(crate) fn from_document(value: &document::Value) -> Json {
    match value {
        document::Value::Null => Json::Null,
        document::Value::Bool(value) => Json::from(*value),
        document::Value::Int(value) => Json::from(*value),
        document::Value::UInt(value) => Json::from(*value),
        document::Value::Float(value) => Json::from(*value),
        document::Value::String(text) => Json::from(text.as_str()),
        document::Value::List(list) => list.iter().map(from_document).collect(),
        document::Value::Map(map) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.to_string(), from_document(value)));
            Json::Object(entries.collect::<Map<String, Json>>())
        }
    }
}
