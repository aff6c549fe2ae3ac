//! `time_to_cron`: a moment as a cron expression.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;
use crate::time::Civil;

pub(super) const FUNCTION: Function = Function {
    name: "time_to_cron",
    parameters: &[Parameter {
        name: "time",
        types: &[Type::String],
        summary: "a moment in RFC 3339",
    }],
    returns: &[Type::String],
    summary: "returns minute, hour, day, month and weekday as a cron expression",
    note: "converts a time (RFC 3339) to a cron expression (string).",
    examples: &[Example {
        expression: "time_to_cron('2022-04-11T03:14:05-07:00')",
        result: "\"14 3 11 4 1\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let Civil {
        minute,
        hour,
        day,
        month,
        weekday,
        ..
    } = moments::argument(arguments, 0)?.civil();
    Ok(format!("{minute} {hour} {day} {month} {weekday}").into())
}
