//! `trim_prefix`: a text without a certain beginning.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "trim_prefix",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to change",
        },
        Parameter {
            name: "prefix",
            types: &[Type::String],
            summary: "the beginning to take away",
        },
    ],
    returns: &[Type::String],
    summary: "takes a prefix away from a text once, if it is there",
    note: "trims the second string prefix from the first string if the first string starts with the prefix",
    examples: &[
        Example {
            expression: "trim_prefix('docker.io/nginx', 'docker.io/')",
            result: "\"nginx\"",
        },
        Example {
            expression: "trim_prefix('nginx', 'x')",
            result: "\"nginx\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = arguments.text(0)?;
    Ok(text.strip_prefix(arguments.text(1)?).unwrap_or(text).into())
}
