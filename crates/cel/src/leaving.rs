//! Values that leave an expression as documents.

use sekisho_document as document;

use crate::collection::{List, Map};
use crate::value::Value;

/// How deep a value may be that leaves.
const DEEPEST: usize = document::Value::DEPTH;

pub(crate) fn to_document(value: &Value<'_>) -> Option<document::Value> {
    convert(value, DEEPEST)
}

fn convert(value: &Value<'_>, depth: usize) -> Option<document::Value> {
    let depth = depth.checked_sub(1)?;
    Some(match value {
        Value::Null | Value::Optional(None) => document::Value::Null,
        Value::Bool(value) => document::Value::Bool(*value),
        Value::Int(value) => document::Value::Int(*value),
        Value::Uint(value) => document::Value::from(*value),
        Value::Double(value) => document::Value::Float(*value),
        Value::String(text) => document::Value::from(text.as_str()),
        Value::Bytes(bytes) => document::Value::from(sekisho_document::base64::encode(bytes.as_slice())),
        Value::Timestamp(moment) => document::Value::from(moment.to_string()),
        Value::Duration(span) => document::Value::from(crate::time::seconds_text(*span)),
        Value::Type(name) => document::Value::from(name.as_str()),
        Value::Optional(Some(inner)) => convert(inner, depth)?,
        Value::List(List::Document(list) | List::Typed(list)) => document::Value::List((*list).clone()),
        Value::List(List::Held(list)) => document::Value::List(list.clone()),
        Value::List(list) => {
            let items: Option<Vec<_>> = list.iter().map(|item| convert(&item, depth)).collect();
            document::Value::List(items?.into())
        }
        Value::Map(Map::Document(map) | Map::Typed(map)) => document::Value::Map((*map).clone()),
        Value::Map(Map::Held(map)) => document::Value::Map(map.clone()),
        Value::Map(map) => {
            let mut made = document::Map::with_capacity(map.len());
            for (key, value) in map.iter() {
                made.insert(key_text(&key)?, convert(&value, depth)?);
            }
            document::Value::Map(made)
        }
        Value::Object(object) => {
            let mut made = document::Map::with_capacity(object.fields.len());
            for (name, value) in &object.fields {
                made.insert(name.as_str(), convert(value, depth)?);
            }
            document::Value::Map(made)
        }
        Value::Opaque(value) => document::Value::from(value.text()?),
    })
}

/// A key of a map as JSON writes it.
fn key_text(key: &Value<'_>) -> Option<String> {
    match key {
        Value::String(text) => Some(text.as_str().to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Int(value) => Some(value.to_string()),
        Value::Uint(value) => Some(value.to_string()),
        _ => None,
    }
}
