//! `getDayOfWeek`: the day of the week, Sunday being 0.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getDayOfWeek",
    overloads: &[
        Overload::declared(
            "timestamp_to_day_of_week",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_day_of_week_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the day of the week, Sunday being 0, in UTC or in a zone",
    examples: &[Example {
        expression: "timestamp('2024-02-29T23:45:10.5Z').getDayOfWeek()",
        result: "4",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    clock::read(arguments, |civil, _| i64::from(civil.weekday))
}
