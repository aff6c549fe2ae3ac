//! `duration`: a span of time.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::duration::Duration;

pub(super) const FUNCTION: Function = Function {
    name: "duration",
    overloads: &[
        Overload::function("duration_to_duration", &[Shape::Duration], Shape::Duration, same),
        Overload::function("string_to_duration", &[Shape::String], Shape::Duration, of_text),
    ],
    folds: true,
    summary: "makes a duration of a text such as `1h30m`",
    examples: &[Example {
        expression: "duration('1h') == duration('60m')",
        result: "true",
    }],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match Duration::parse(arguments.text(0)?) {
        Ok(span) => Ok(Value::Duration(span.nanoseconds)),
        Err(_) => Err(Fault::no_conversion(arguments.get(0), "google.protobuf.Duration")),
    }
}
