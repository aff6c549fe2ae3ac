//! `timestamp`: a moment.

use crate::Timestamp;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "timestamp",
    overloads: &[
        Overload::function(
            "timestamp_to_timestamp",
            &[Shape::Timestamp],
            Shape::Timestamp,
            same,
        ),
        Overload::function("int64_to_timestamp", &[Shape::Int], Shape::Timestamp, of_int),
        Overload::function("string_to_timestamp", &[Shape::String], Shape::Timestamp, of_text),
    ],
    folds: true,
    summary: "makes a moment of a text of RFC 3339 or of seconds since 1970",
    examples: &[Example {
        expression: "timestamp(0) == timestamp('1970-01-01T00:00:00Z')",
        result: "true",
    }],
    ..Function::USUAL
};

/// In the words of cel-go 0.31.
pub(super) const NEWER: Function = Function {
    overloads: &[Overload::function(
        "string_to_timestamp",
        &[Shape::String],
        Shape::Timestamp,
        of_text_newer,
    )],
    ..FUNCTION
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

const OVERFLOW: Fault = Fault::fixed("timestamp overflow");

fn of_int<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Timestamp::new(arguments.int(0)?, 0)
        .map(Value::Timestamp)
        .ok_or(OVERFLOW)
}

fn of_text_newer<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    if Timestamp::parse(text).is_none() {
        let quoted = sekisho_document::print::quote(text);
        return Err(Fault::new(format!("invalid RFC 3339 timestamp {quoted}")));
    }
    of_text(arguments)
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match Timestamp::parse(arguments.text(0)?) {
        Some(moment) if moment.is_in_range() => Ok(Value::Timestamp(moment)),
        Some(_) => Err(OVERFLOW),
        None => Err(Fault::no_conversion(
            arguments.get(0),
            "google.protobuf.Timestamp",
        )),
    }
}
