//! `time_after`: whether a moment comes after another.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_after",
    parameters: &[
        Parameter {
            name: "time",
            types: &[Type::String],
            summary: "a moment in RFC 3339",
        },
        Parameter {
            name: "other",
            types: &[Type::String],
            summary: "the moment to compare with, in RFC 3339",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a moment comes after another",
    note: "checks if a time is after another time, both in RFC3339 format",
    examples: &[Example {
        expression: "time_after('2021-01-02T15:04:05Z', '2021-01-02T16:04:05Z')",
        result: "false",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok((moments::argument(arguments, 0)? > moments::argument(arguments, 1)?).into())
}
