//! `ends_with`: whether a text ends with another.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "ends_with",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to look at",
        },
        Parameter {
            name: "suffix",
            types: &[Type::String],
            summary: "what it may end with",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a text ends with a suffix",
    examples: &[Example {
        expression: "ends_with('nginx:latest', ':latest')",
        result: "true",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(arguments.text(0)?.ends_with(arguments.text(1)?).into())
}
