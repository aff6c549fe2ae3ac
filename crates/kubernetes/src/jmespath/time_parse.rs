//! `time_parse`: a moment read in a layout.

use sekisho_diagnostics::Complaint;
use sekisho_document::number::parse_int;
use sekisho_document::print::quote;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::{failed, moments};
use crate::time::Time;

pub(super) const FUNCTION: Function = Function {
    name: "time_parse",
    parameters: &[
        Parameter {
            name: "layout",
            types: &[Type::String],
            summary: "a Go layout, or a whole number for seconds since 1970",
        },
        Parameter {
            name: "time",
            types: &[Type::String],
            summary: "the text to read",
        },
    ],
    returns: &[Type::String],
    summary: "reads a moment in a layout and returns it in RFC 3339",
    note: "changes a time value of a given layout to RFC 3339",
    examples: &[
        Example {
            expression: "time_parse('2006-01-02', '2021-01-02')",
            result: "\"2021-01-02T00:00:00Z\"",
        },
        Example {
            expression: "time_parse('1', '1650373200')",
            result: "\"2022-04-19T13:00:00Z\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (layout, text) = (arguments.text(0)?, arguments.text(1)?);
    if layout.parse::<i64>().is_err() {
        return Ok(moments::parse(layout, text)?.rfc3339().into());
    }
    let seconds = parse_int(text)
        .map_err(|error| failed(format_args!("strconv.ParseInt: parsing {}: {error}", quote(text))))?;
    Ok(Time::from_unix(seconds, 0).rfc3339().into())
}
