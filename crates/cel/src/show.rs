//! Values as messages of the reference show them, which is how Go prints what holds them.

use sekisho_document::number::go_float;

use crate::value::Value;

/// As `%v` prints a value.
pub(crate) fn plain(value: &Value<'_>) -> String {
    match value {
        Value::Null => "NULL_VALUE".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_float(*value),
        Value::String(text) => text.as_str().to_owned(),
        Value::Bytes(bytes) => {
            let numbers: Vec<String> = bytes.as_slice().iter().map(u8::to_string).collect();
            format!("[{}]", numbers.join(" "))
        }
        Value::Type(name) => name.as_str().to_owned(),
        other => format!("{other:?}"),
    }
}

/// The Go type that holds a value.
pub(crate) fn go_type(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "types.Null",
        Value::Bool(_) => "types.Bool",
        Value::Int(_) => "types.Int",
        Value::Uint(_) => "types.Uint",
        Value::Double(_) => "types.Double",
        Value::String(_) => "types.String",
        Value::Bytes(_) => "types.Bytes",
        Value::Timestamp(_) => "types.Timestamp",
        Value::Duration(_) => "types.Duration",
        Value::List(_) => "*types.baseList",
        Value::Map(_) => "*types.baseMap",
        Value::Type(_) => "*types.Type",
        Value::Optional(_) => "*types.Optional",
        Value::Object(_) | Value::Opaque(_) => "*types.Object",
    }
}
