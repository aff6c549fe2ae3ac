//! `getHours`: the hour, or the hours of a duration.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getHours",
    overloads: &[
        Overload::declared(
            "timestamp_to_hours",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_hours_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
        Overload::declared("duration_to_hours", Style::Method, &[Shape::Duration], Shape::Int),
    ],
    body: Some(call),
    summary: "gives the hour in UTC or in a zone, or all hours of a duration",
    examples: &[
        Example {
            expression: "timestamp('2024-02-29T23:45:10.5Z').getHours('+02:00')",
            result: "1",
        },
        Example {
            expression: "duration('26h3m').getHours()",
            result: "26",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    if let (Value::Duration(span), 1) = (arguments.get(0), arguments.len()) {
        return Ok(Value::Int(span / 3_600_000_000_000));
    }
    clock::read(arguments, |civil, _| i64::from(civil.hour))
}
