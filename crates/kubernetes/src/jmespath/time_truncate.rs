//! `time_truncate`: a moment cut down to a multiple of a span.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_truncate",
    parameters: &[
        Parameter {
            name: "time",
            types: &[Type::String],
            summary: "a moment in RFC 3339",
        },
        Parameter {
            name: "span",
            types: &[Type::String],
            summary: "a duration such as `24h`",
        },
    ],
    returns: &[Type::String],
    summary: "cuts a moment down to a multiple of a span, counted from year 1 in UTC",
    note: "returns the result of rounding time down to a multiple of duration",
    examples: &[Example {
        expression: "time_truncate('2021-01-02T17:34:05Z', '2h')",
        result: "\"2021-01-02T16:00:00Z\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let time = moments::argument(arguments, 0)?;
    Ok(time.truncate(moments::span(arguments, 1)?).rfc3339().into())
}
