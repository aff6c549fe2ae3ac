//! `time_since`: the span between two moments in a layout.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::moments;
use crate::time::RFC3339;

pub(super) const FUNCTION: Function = Function {
    name: "time_since",
    parameters: &[
        Parameter {
            name: "layout",
            types: &[Type::String],
            summary: "a Go layout; empty is RFC 3339",
        },
        Parameter {
            name: "start",
            types: &[Type::String],
            summary: "the first moment",
        },
        Parameter {
            name: "end",
            types: &[Type::String],
            summary: "the second moment; empty is now",
        },
    ],
    returns: &[Type::String],
    summary: "returns the span from a start to an end, or to now",
    note: "calculate the difference between a start and end period of time where the end may either be a static definition or the then-current time",
    examples: &[
        Example {
            expression: "time_since('', '2021-01-02T15:04:05-07:00', '2021-01-10T03:14:05-07:00')",
            result: "\"180h10m0s\"",
        },
        Example {
            expression: "time_since('2006-01-02', '2021-01-02', '2021-01-03')",
            result: "\"24h0m0s\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let layout = match arguments.text(0)? {
        "" => RFC3339,
        layout => layout,
    };
    let start = moments::parse(layout, arguments.text(1)?)?;
    let end = match arguments.text(2)? {
        "" => moments::now(arguments)?,
        text => moments::parse(layout, text)?,
    };
    Ok(end.since(&start).to_string().into())
}
