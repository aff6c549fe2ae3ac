//! `time_diff`: the span between two moments.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_diff",
    parameters: &[
        Parameter {
            name: "start",
            types: &[Type::String],
            summary: "the first moment, in RFC 3339",
        },
        Parameter {
            name: "end",
            types: &[Type::String],
            summary: "the second moment, in RFC 3339",
        },
    ],
    returns: &[Type::String],
    summary: "returns the span from a start to an end",
    note: "calculate the difference between a start and end date in RFC3339 format",
    examples: &[Example {
        expression: "time_diff('2021-01-02T15:04:05Z', '2021-01-02T15:04:06.5Z')",
        result: "\"1.5s\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (start, end) = (moments::argument(arguments, 0)?, moments::argument(arguments, 1)?);
    Ok(end.since(&start).to_string().into())
}
