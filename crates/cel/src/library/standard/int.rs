//! `int`: a whole number.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::number::parse_int;

pub(super) const FUNCTION: Function = Function {
    name: "int",
    overloads: &[
        Overload::function("int64_to_int64", &[Shape::Int], Shape::Int, same),
        Overload::function("double_to_int64", &[Shape::Double], Shape::Int, of_double),
        Overload::function("duration_to_int64", &[Shape::Duration], Shape::Int, of_duration),
        Overload::function("string_to_int64", &[Shape::String], Shape::Int, of_text),
        Overload::function(
            "timestamp_to_int64",
            &[Shape::Timestamp],
            Shape::Int,
            of_timestamp,
        ),
        Overload::function("uint64_to_int64", &[Shape::Uint], Shape::Int, of_uint),
    ],
    folds: true,
    summary: "makes a whole number of another number, a text, a moment (seconds since 1970) or a duration (nanoseconds)",
    examples: &[
        Example {
            expression: "int('-1')",
            result: "-1",
        },
        Example {
            expression: "int(1.9)",
            result: "1",
        },
        Example {
            expression: "int(timestamp('1970-01-01T00:00:01Z'))",
            result: "1",
        },
    ],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

const OVERFLOW: Fault = Fault::fixed("integer overflow");

#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
fn of_double<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    match arguments.get(0) {
        // The reference is strict at both ends.
        Value::Double(value) if -TWO_63 < *value && *value < TWO_63 => Ok(Value::Int(*value as i64)),
        _ => Err(OVERFLOW),
    }
}

fn of_duration<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Duration(span) => Ok(Value::Int(*span)),
        _ => Err(arguments.no_overload()),
    }
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match parse_int(arguments.text(0)?) {
        Ok(value) => Ok(Value::Int(value)),
        Err(_) => Err(Fault::no_conversion(arguments.get(0), "int")),
    }
}

fn of_timestamp<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Timestamp(moment) => Ok(Value::Int(moment.seconds)),
        _ => Err(arguments.no_overload()),
    }
}

fn of_uint<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Uint(value) => i64::try_from(*value).map(Value::Int).map_err(|_| OVERFLOW),
        _ => Err(arguments.no_overload()),
    }
}
