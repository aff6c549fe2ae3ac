//! `to_upper`: a text in upper case.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::case;

pub(super) const FUNCTION: Function = Function {
    name: "to_upper",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to change",
    }],
    returns: &[Type::String],
    summary: "returns a text in upper case",
    note: "takes in a string and outputs the same string with all upper-case letters",
    examples: &[
        Example {
            expression: "to_upper('pod')",
            result: "\"POD\"",
        },
        Example {
            expression: "to_upper('straße')",
            result: "\"STRAßE\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(case::to_upper(arguments.text(0)?).into())
}
