//! `time_utc`: a moment in UTC.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_utc",
    parameters: &[Parameter {
        name: "time",
        types: &[Type::String],
        summary: "a moment in RFC 3339",
    }],
    returns: &[Type::String],
    summary: "returns the same moment in UTC",
    note: "calcutes time in UTC from a given time in RFC 3339 format",
    examples: &[Example {
        expression: "time_utc('2021-01-02T15:04:05-07:00')",
        result: "\"2021-01-02T22:04:05Z\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(moments::argument(arguments, 0)?.utc().rfc3339().into())
}
