//! Answers in the notation of the records, and whether two of them agree.

use sekisho_cel::{Type, Value};
use sekisho_kubernetes::cel::kyverno::Record;
use sekisho_kubernetes::regex::{Free, Regex};
use serde_json::{Map, Value as Json, json};

use super::super::notation;

/// A value as the records write it.
pub(crate) fn write(value: &Value<'_>) -> Json {
    match value {
        Value::List(list) => json!({ "list": list.iter().map(|item| write(&item)).collect::<Vec<_>>() }),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| json!([write(&key), write(&value)]));
            json!({ "map": entries.collect::<Vec<_>>() })
        }
        Value::Optional(Some(inner)) => json!({ "optional": write(inner) }),
        Value::Type(name) if name.as_str().contains('.') && !name.as_str().starts_with("google.") => {
            json!({ "opaque": { "type": "type" } })
        }
        Value::Object(object) if object.type_name.as_str() == "JSONPatch" => {
            let text = |name: &str| {
                object
                    .field(name)
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned()
            };
            let mut patch = json!({ "op": text("op"), "path": text("path") });
            if let Some(value) = object.field("value") {
                patch["value"] = write(value);
            }
            json!({ "jsonpatch": patch })
        }
        Value::Object(object) => {
            json!({ "object": { "type": object.type_name.as_str(), "json": plain(value) } })
        }
        Value::Opaque(opaque) => match (value.as_opaque::<Record>(), opaque.text()) {
            (Some(record), _) => {
                let fields = record.fields.iter().filter(|field| !field.value.is_zero());
                let fields: Map<String, Json> = fields
                    .map(|field| (field.json.to_owned(), plain(&field.value)))
                    .collect();
                json!({ "object": { "type": record.type_name, "json": fields } })
            }
            (None, Some(text)) => json!({ "opaque": { "type": opaque.type_name(), "text": text } }),
            (None, None) => json!({ "opaque": { "type": opaque.type_name() } }),
        },
        scalar => notation::write(scalar),
    }
}

fn plain(value: &Value<'_>) -> Json {
    use sekisho_document::json::{Form, write};
    serde_json::from_str(&write(&value.to_document().unwrap(), Form::COMPACT)).unwrap()
}

/// A type as the records write it.
pub(crate) fn write_type(ty: &Type) -> String {
    match ty {
        Type::Any => "google.protobuf.Any".to_owned(),
        Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
        Type::Duration => "google.protobuf.Duration".to_owned(),
        Type::List(of) => format!("list({})", write_type(of)),
        Type::Map(of) => format!("map({}, {})", write_type(&of.0), write_type(&of.1)),
        Type::Optional(of) => format!("optional_type({})", write_type(of)),
        Type::Type(Some(of)) => format!("type({})", write_type(of)),
        other => notation::write_type(other),
    }
}

/// Without what is to be ignored.
fn stripped(value: &Json) -> Json {
    match value {
        Json::Object(object) => {
            let fields = object.iter().filter(|(name, _)| *name != "go");
            fields
                .map(|(name, value)| (name.clone(), stripped(value)))
                .collect()
        }
        Json::Array(items) => items.iter().map(stripped).collect(),
        other => other.clone(),
    }
}

/// What was recorded, and what we say.
pub(crate) struct Difference {
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// How an answer differs from the recorded one, if it does.
pub(crate) fn compare(row: &Json, expected: &Json, found: &Json) -> Option<Difference> {
    let mut names = vec!["phase", "type", "error", "value", "cost"];
    if row.get("varies").is_some() {
        names.truncate(2);
    }
    let differs = |name: &&str| {
        // Where nothing is charged, no cost was recorded.
        if *name == "cost" && expected.get(name).is_none() {
            return false;
        }
        let (wanted, got) = (stripped(&expected[name]), stripped(&found[name]));
        !notation::same(&notation::normal(&wanted), &notation::normal(&got))
    };
    let has_shape = match expected["shape"].as_str() {
        Some(shape) => {
            let text = found["value"]["string"].as_str().unwrap_or_default();
            Regex::new(shape).unwrap().is_match(text, &mut Free).unwrap()
        }
        None => true,
    };
    let is_other = !has_shape || names.iter().any(differs);
    is_other.then(|| Difference {
        expected: expected.to_string(),
        found: found.to_string(),
    })
}
