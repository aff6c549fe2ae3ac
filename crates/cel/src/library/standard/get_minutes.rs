//! `getMinutes`: the minute, or the minutes of a duration.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getMinutes",
    overloads: &[
        Overload::declared(
            "timestamp_to_minutes",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_minutes_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
        Overload::declared(
            "duration_to_minutes",
            Style::Method,
            &[Shape::Duration],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the minute in UTC or in a zone, or all minutes of a duration",
    examples: &[
        Example {
            expression: "timestamp('2024-02-29T23:45:10.5Z').getMinutes()",
            result: "45",
        },
        Example {
            expression: "duration('26h3m').getMinutes()",
            result: "1563",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    if let (Value::Duration(span), 1) = (arguments.get(0), arguments.len()) {
        return Ok(Value::Int(span / 60_000_000_000));
    }
    clock::read(arguments, |civil, _| i64::from(civil.minute))
}
