//! `time_between`: whether a moment lies between two others.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_between",
    parameters: &[
        Parameter {
            name: "time",
            types: &[Type::String],
            summary: "a moment in RFC 3339",
        },
        Parameter {
            name: "start",
            types: &[Type::String],
            summary: "the earlier moment, in RFC 3339",
        },
        Parameter {
            name: "end",
            types: &[Type::String],
            summary: "the later moment, in RFC 3339",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a moment lies strictly between two others",
    note: "checks if a time is between a start and end time, all in RFC3339 format",
    examples: &[Example {
        expression: "time_between('2021-01-02T17:04:05Z', '2021-01-02T15:04:05Z', '2021-01-02T18:04:05Z')",
        result: "true",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let time = moments::argument(arguments, 0)?;
    let (start, end) = (moments::argument(arguments, 1)?, moments::argument(arguments, 2)?);
    Ok((start < time && time < end).into())
}
