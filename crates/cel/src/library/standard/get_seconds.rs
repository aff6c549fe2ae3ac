//! `getSeconds`: the second, or the seconds of a duration.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getSeconds",
    overloads: &[
        Overload::declared(
            "timestamp_to_seconds",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_seconds_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
        Overload::declared(
            "duration_to_seconds",
            Style::Method,
            &[Shape::Duration],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the second in UTC or in a zone, or all seconds of a duration",
    examples: &[
        Example {
            expression: "timestamp('2024-02-29T23:45:10.5Z').getSeconds()",
            result: "10",
        },
        Example {
            expression: "duration('1m').getSeconds()",
            result: "60",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    if let (Value::Duration(span), 1) = (arguments.get(0), arguments.len()) {
        return Ok(Value::Int(span / 1_000_000_000));
    }
    clock::read(arguments, |civil, _| i64::from(civil.second))
}
