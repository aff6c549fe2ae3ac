//! `getDayOfYear`: the day of the year, from 0.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getDayOfYear",
    overloads: &[
        Overload::declared(
            "timestamp_to_day_of_year",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_day_of_year_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the day of the year, from 0, in UTC or in a zone",
    examples: &[Example {
        expression: "timestamp('2024-02-29T23:45:10.5Z').getDayOfYear()",
        result: "59",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    clock::read(arguments, |civil, _| i64::from(civil.year_day))
}
