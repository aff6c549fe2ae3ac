//! `getMilliseconds`: the milliseconds of the second, or those of a duration.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getMilliseconds",
    overloads: &[
        Overload::declared(
            "timestamp_to_milliseconds",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_milliseconds_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
        Overload::declared(
            "duration_to_milliseconds",
            Style::Method,
            &[Shape::Duration],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the milliseconds of the second, or all milliseconds of a duration",
    examples: &[
        Example {
            expression: "timestamp('2024-02-29T23:45:10.5Z').getMilliseconds()",
            result: "500",
        },
        Example {
            expression: "duration('1s').getMilliseconds()",
            result: "1000",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    if let (Value::Duration(span), 1) = (arguments.get(0), arguments.len()) {
        return Ok(Value::Int(span / 1_000_000));
    }
    clock::read(arguments, |_, moment| i64::from(moment.nanoseconds() / 1_000_000))
}
