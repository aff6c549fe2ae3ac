//! Patches that expressions made: what of them becomes JSON, and how they change an object (admission
//! reference §4.5).

use std::fmt;

use sekisho_cel::{List, Map, Value};
use sekisho_document as document;
use sekisho_document::{JsonPatchDialect, Patch, PatchError, PatchFault, base64};

/// Why a patch can not be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonPatchError {
    /// A value that JSON has no form for.
    Value(String),
    Patch(PatchError),
}

/// The object after a list of `JSONPatch` values. A test that fails leaves it as it is.
///
/// # Errors
/// A value can not be written as JSON, or an operation does not fit.
pub fn patched(object: &document::Value, patches: &Value<'_>) -> Result<document::Value, JsonPatchError> {
    let operations = operations(patches).map_err(JsonPatchError::Value)?;
    let dialect = JsonPatchDialect::ApiServer;
    let read = Patch::read(&operations, dialect);
    match read.and_then(|patch| patch.apply(object, dialect, Patch::GROWTH)) {
        Ok(patched) => Ok(patched),
        Err(error) if error.fault == PatchFault::Test => Ok(object.clone()),
        Err(error) => Err(JsonPatchError::Patch(error)),
    }
}

/// The patch as a document.
///
/// # Errors
/// A value has no form in JSON.
fn operations(patches: &Value<'_>) -> Result<document::Value, String> {
    let Value::List(list) = patches else {
        return Err("expected a list".to_owned());
    };
    let mut operations = Vec::with_capacity(list.len());
    for patch in list.iter() {
        let Value::Object(patch) = patch else {
            return Err("expected a JSONPatch".to_owned());
        };
        let mut operation = document::Map::with_capacity(4);
        for (name, value) in &patch.fields {
            match name.as_str() {
                "from" if value.as_str() == Some("") => {}
                "value" => {
                    operation.insert("value", json(value, DEPTH)?);
                }
                name => {
                    operation.insert(name, document::Value::from(value.as_str().unwrap_or_default()));
                }
            }
        }
        operations.push(document::Value::Map(operation));
    }
    Ok(document::Value::List(operations.into()))
}

/// Levels of a value that are followed.
const DEPTH: usize = document::Value::DEPTH;

/// The first whole number that floats do not tell from its neighbours.
const TOO_BIG: u64 = 1 << 53;

/// A value as the server's JSON has it: through floats, except that large whole numbers become texts.
fn json(value: &Value<'_>, depth: usize) -> Result<document::Value, String> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err("nested too deep".to_owned());
    };
    Ok(match value {
        Value::Null => document::Value::Null,
        Value::Bool(flag) => document::Value::Bool(*flag),
        Value::Int(number) if number.unsigned_abs() >= TOO_BIG => document::Value::from(number.to_string()),
        Value::Int(number) => document::Value::Int(*number),
        Value::Uint(number) if *number >= TOO_BIG => document::Value::from(number.to_string()),
        Value::Uint(number) => document::Value::from(*number),
        Value::Double(number) => float(*number),
        Value::String(text) => document::Value::from(text.as_str()),
        Value::Bytes(bytes) => document::Value::from(base64::encode(bytes.as_slice())),
        Value::Timestamp(_) | Value::Duration(_) => value.to_document().unwrap_or_default(),
        Value::Type(_) => return Err("type conversion not supported for 'type'".to_owned()),
        Value::Optional(Some(inner)) => json(inner, depth)?,
        Value::Optional(None) => return Err("optional.none() dereference".to_owned()),
        Value::List(List::Document(_) | List::Typed(_) | List::Held(_))
        | Value::Map(Map::Document(_) | Map::Typed(_) | Map::Held(_)) => of_document(value, depth)?,
        Value::List(list) => {
            let items: Result<Vec<_>, _> = list.iter().map(|item| json(&item, depth)).collect();
            document::Value::List(items?.into())
        }
        Value::Map(map) => {
            let mut made = document::Map::with_capacity(map.len());
            for (key, value) in map.iter() {
                let Some(text) = key.as_str() else {
                    let name = key.type_name();
                    return Err(format!("unsupported type conversion from '{name}' to string"));
                };
                made.insert(text, json(&value, depth)?);
            }
            document::Value::Map(made)
        }
        Value::Object(object) => {
            let mut made = document::Map::with_capacity(object.fields.len());
            for (name, value) in &object.fields {
                made.insert(name.as_str(), json(value, depth)?);
            }
            document::Value::Map(made)
        }
        Value::Opaque(opaque) => {
            let name = opaque.type_name();
            let name = name.rsplit('.').next().unwrap_or(name);
            return Err(format!(
                "type conversion error from '{name}' to '*structpb.Value'"
            ));
        }
    })
}

/// A part of a document, shared where no number of it changes.
fn of_document(value: &Value<'_>, depth: usize) -> Result<document::Value, String> {
    let whole = value.to_document().unwrap_or_default();
    Ok(if changes(&whole, depth) {
        changed(&whole, depth)?
    } else {
        whole
    })
}

fn changes(value: &document::Value, depth: usize) -> bool {
    match value {
        _ if depth == 0 => true,
        document::Value::Int(number) => number.unsigned_abs() >= TOO_BIG,
        document::Value::UInt(_) | document::Value::Float(_) => true,
        document::Value::List(list) => list.iter().any(|item| changes(item, depth - 1)),
        document::Value::Map(map) => map.values().any(|value| changes(value, depth - 1)),
        document::Value::Null | document::Value::Bool(_) | document::Value::String(_) => false,
    }
}

fn changed(value: &document::Value, depth: usize) -> Result<document::Value, String> {
    match value {
        _ if depth == 0 => Err("nested too deep".to_owned()),
        document::Value::List(list) => {
            let items: Result<Vec<_>, _> = list.iter().map(|item| changed(item, depth - 1)).collect();
            Ok(document::Value::List(items?.into()))
        }
        document::Value::Map(map) => {
            let mut made = document::Map::with_capacity(map.len());
            for (key, value) in map {
                made.insert(key.clone(), changed(value, depth - 1)?);
            }
            Ok(document::Value::Map(made))
        }
        scalar => json(&Value::of(scalar), 1),
    }
}

/// A whole float is written like an integer.
fn float(number: f64) -> document::Value {
    // Both ends are floats: the bounds of 64 bits.
    let is_whole = number.fract() == 0.0 && number.abs() < 9.2e18;
    match format!("{number:.0}").parse() {
        Ok(whole) if is_whole => document::Value::Int(whole),
        _ => document::Value::Float(number),
    }
}

impl fmt::Display for JsonPatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonPatchError::Value(why) => write!(
                f,
                "JSONPath valueExpression evaluated to a type that could not marshal to JSON: {why}"
            ),
            JsonPatchError::Patch(error) => write!(f, "JSON Patch: {error}"),
        }
    }
}

impl std::error::Error for JsonPatchError {}
