//! Objects that expressions made, as configurations to be applied (admission reference §4.4).

use sekisho_cel::{Object, Value};
use sekisho_document as document;
use sekisho_document::Text;

use super::objects::name_fault;
use crate::schema::{Foreign, Part};

/// Levels of an object that are followed.
const DEPTH: usize = document::Value::DEPTH;

/// The configuration that an `Object` says. Go reaches into lists and maps of expressions one level deep;
/// what it finds below in a form of its own fits no type.
///
/// # Errors
/// The type of a part is not named after its field, or the value is no such object.
pub fn configuration(value: &Value<'_>) -> Result<Part, String> {
    let Value::Object(object) = value else {
        return Err("unsupported return type from ApplyConfiguration expression".to_owned());
    };
    if let Some(fault) = name_fault(object) {
        return Err(format!("type mismatch: {fault}"));
    }
    of_object(object, DEPTH)
}

fn of_object(object: &Object<'_>, depth: usize) -> Result<Part, String> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err("nested too deep".to_owned());
    };
    let mut entries = Vec::with_capacity(object.fields.len());
    for (name, value) in &object.fields {
        entries.push((Text::new(name.as_str()), field(value, depth)?));
    }
    Ok(Part::Map(entries))
}

fn field(value: &Value<'_>, depth: usize) -> Result<Part, String> {
    match value {
        Value::List(list) if !is_of_document(value) => {
            let items: Result<Vec<_>, _> = list.iter().map(|item| native(&item, depth)).collect();
            Ok(Part::List(items?))
        }
        Value::Map(map) if !is_of_document(value) => {
            let mut entries = Vec::with_capacity(map.len());
            for (key, value) in map.iter() {
                let Some(name) = key.as_str() else {
                    let ty = key.type_name();
                    return Err(format!("map key \"{key:?}\" is of type {ty}, not string"));
                };
                entries.push((Text::new(name), native(&value, depth)?));
            }
            Ok(Part::Map(entries))
        }
        other => native(other, depth),
    }
}

/// A value in the form that Go has for it.
fn native(value: &Value<'_>, depth: usize) -> Result<Part, String> {
    let foreign = |text: String, source: String, type_name| {
        Ok(Part::Foreign(Box::new(Foreign {
            text,
            source,
            type_name,
        })))
    };
    match value {
        Value::Object(object) => of_object(object, depth),
        Value::Optional(Some(inner)) => match depth.checked_sub(1) {
            Some(depth) => native(inner, depth),
            None => Err("nested too deep".to_owned()),
        },
        Value::Null => foreign("0".to_owned(), "0".to_owned(), "structpb.NullValue"),
        Value::Bytes(bytes) => {
            let bytes = bytes.as_slice();
            let source: Vec<String> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
            let text: Vec<String> = bytes.iter().map(u8::to_string).collect();
            let source = format!("[]uint8{{{}}}", source.join(", "));
            foreign(format!("[{}]", text.join(" ")), source, "[]uint8")
        }
        Value::Timestamp(moment) => {
            let text = moment.to_string();
            let text = text
                .strip_suffix('Z')
                .map_or(text.clone(), |text| format!("{text} +0000 UTC"));
            let text = text.replacen('T', " ", 1);
            foreign(text.clone(), text, "time.Time")
        }
        Value::Duration(span) => {
            let text = crate::Duration { nanoseconds: *span }.to_string();
            foreign(text, span.to_string(), "time.Duration")
        }
        Value::List(_) if !is_of_document(value) => {
            let text = shown(value, depth);
            foreign(text.clone(), text, "[]ref.Val")
        }
        Value::Map(_) if !is_of_document(value) => {
            let text = shown(value, depth);
            foreign(text.clone(), text, "map[ref.Val]ref.Val")
        }
        Value::Opaque(opaque) => {
            let text = opaque.text().unwrap_or_default();
            foreign(text.clone(), text, "interface {}")
        }
        other => Ok(Part::Value(other.to_document().unwrap_or_default())),
    }
}

fn is_of_document(value: &Value<'_>) -> bool {
    use sekisho_cel::{List, Map};
    matches!(
        value,
        Value::List(List::Document(_) | List::Typed(_) | List::Held(_))
            | Value::Map(Map::Document(_) | Map::Typed(_) | Map::Held(_))
    )
}

/// How Go prints a list or map of an expression: a map as its own, what lies below as expressions show it.
fn shown(value: &Value<'_>, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        return String::new();
    };
    match value {
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(|item| shown(&item, depth)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(map) => {
            let mut entries: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{}:{}", shown(&key, depth), shown(&value, depth)))
                .collect();
            entries.sort();
            format!("map[{}]", entries.join(" "))
        }
        Value::String(text) => text.as_str().to_owned(),
        other => format!("{other:?}"),
    }
}
