//! `starts_with`: whether a text begins with another.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "starts_with",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to look at",
        },
        Parameter {
            name: "prefix",
            types: &[Type::String],
            summary: "what it may begin with",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a text begins with a prefix",
    examples: &[Example {
        expression: "starts_with('nginx:1.25', 'nginx')",
        result: "true",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(arguments.text(0)?.starts_with(arguments.text(1)?).into())
}
