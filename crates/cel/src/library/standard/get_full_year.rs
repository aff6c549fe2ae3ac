//! `getFullYear`: the year.

use crate::library::clock;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "getFullYear",
    overloads: &[
        Overload::declared(
            "timestamp_to_year",
            Style::Method,
            &[Shape::Timestamp],
            Shape::Int,
        ),
        Overload::declared(
            "timestamp_to_year_with_tz",
            Style::Method,
            &[Shape::Timestamp, Shape::String],
            Shape::Int,
        ),
    ],
    body: Some(call),
    summary: "gives the year, in UTC or in a zone",
    examples: &[Example {
        expression: "timestamp('2024-02-29T23:45:10.5Z').getFullYear()",
        result: "2024",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    clock::read(arguments, |civil, _| civil.year)
}
