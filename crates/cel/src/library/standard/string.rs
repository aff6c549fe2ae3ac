//! `string`: a value as text.

use crate::library::{cost, estimate};
use crate::time::seconds_text;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::number::go_float;

pub(super) const FUNCTION: Function = Function {
    name: "string",
    overloads: &[
        Overload::function("string_to_string", &[Shape::String], Shape::String, same),
        Overload::function("bool_to_string", &[Shape::Bool], Shape::String, of_scalar),
        Overload::function("bytes_to_string", &[Shape::Bytes], Shape::String, of_bytes)
            .costs(cost::of_operand, estimate::converting_back),
        Overload::function("double_to_string", &[Shape::Double], Shape::String, of_scalar),
        Overload::function("duration_to_string", &[Shape::Duration], Shape::String, of_scalar),
        Overload::function("int64_to_string", &[Shape::Int], Shape::String, of_scalar),
        Overload::function(
            "timestamp_to_string",
            &[Shape::Timestamp],
            Shape::String,
            of_scalar,
        ),
        Overload::function("uint64_to_string", &[Shape::Uint], Shape::String, of_scalar),
    ],
    folds: true,
    summary: "gives the text of a value: a number, a moment, a duration, bytes in UTF-8",
    examples: &[
        Example {
            expression: "string(1.5)",
            result: "'1.5'",
        },
        Example {
            expression: "string(duration('90s'))",
            result: "'90s'",
        },
    ],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

fn of_scalar<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = match arguments.get(0) {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_float(*value),
        Value::Timestamp(moment) => moment.to_string(),
        Value::Duration(span) => seconds_text(*span),
        _ => return Err(arguments.no_overload()),
    };
    Ok(Value::from(text))
}

fn of_bytes<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::Bytes(bytes) = arguments.get(0).clone() else {
        return Err(arguments.no_overload());
    };
    arguments.meter.take(bytes.as_slice().len())?;
    match std::str::from_utf8(bytes.as_slice()) {
        Ok(text) => Ok(Value::text(text)),
        Err(_) => Err(Fault::fixed("invalid UTF-8 in bytes, cannot convert to string")),
    }
}
