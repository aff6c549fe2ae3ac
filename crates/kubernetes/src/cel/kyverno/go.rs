//! What the reference says of conversions to values of Go.

use sekisho_cel::{Fault, Value};

/// A value is no text.
pub(super) fn no_text(value: &Value<'_>) -> Fault {
    let text = match value {
        Value::Int(_) => "unsupported type conversion from 'int' to string",
        Value::Uint(_) => "unsupported type conversion from 'uint' to string",
        Value::Bool(_) => "type conversion error from bool to 'string'",
        Value::Bytes(_) => "type conversion error from Bytes to 'string'",
        Value::Double(_) => "type conversion error from Double to 'string'",
        Value::List(_) => "type conversion error from list to 'string'",
        Value::Map(_) => "type conversion error from map to 'string'",
        Value::Timestamp(_) => "type conversion error from 'Timestamp' to 'string'",
        Value::Duration(_) => "type conversion error from 'Duration' to 'string'",
        Value::Type(_) => "type conversion not supported for 'type'",
        Value::Optional(None) => "optional.none() dereference",
        Value::Optional(Some(inner)) => return no_text(inner),
        other => {
            let name = other.type_name();
            return Fault::new(format!("type conversion error from '{name}' to 'string'"));
        }
    };
    Fault::fixed(text)
}

/// The name of the type that a value has in Go.
pub(super) fn type_name(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "structpb.NullValue",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Uint(_) => "uint64",
        Value::Double(_) => "float64",
        Value::String(_) => "string",
        Value::Bytes(_) => "[]uint8",
        Value::Timestamp(_) => "time.Time",
        Value::Duration(_) => "time.Duration",
        Value::List(_) => "[]interface {}",
        Value::Map(_) => "map[interface {}]interface {}",
        Value::Type(_) => "*types.Type",
        Value::Optional(_) => "*types.Optional",
        Value::Object(_) | Value::Opaque(_) => "*types.nativeObj",
    }
}
