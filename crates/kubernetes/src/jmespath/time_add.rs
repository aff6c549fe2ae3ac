//! `time_add`: a moment later or earlier.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_add",
    parameters: &[
        Parameter {
            name: "time",
            types: &[Type::String],
            summary: "a moment in RFC 3339",
        },
        Parameter {
            name: "span",
            types: &[Type::String],
            summary: "a duration such as `1h30m`; may be negative",
        },
    ],
    returns: &[Type::String],
    summary: "returns the moment a span later",
    note: "adds duration (second string) to a time value (first string)",
    examples: &[Example {
        expression: "time_add('2021-01-02T15:04:05-07:00', '3h')",
        result: "\"2021-01-02T18:04:05-07:00\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let time = moments::argument(arguments, 0)?;
    Ok(time.add(moments::span(arguments, 1)?).rfc3339().into())
}
