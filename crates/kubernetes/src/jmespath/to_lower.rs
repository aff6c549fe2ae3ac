//! `to_lower`: a text in lower case.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::case;

pub(super) const FUNCTION: Function = Function {
    name: "to_lower",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to change",
    }],
    returns: &[Type::String],
    summary: "returns a text in lower case",
    note: "takes in a string and outputs the same string with all lower-case letters",
    examples: &[Example {
        expression: "to_lower('POD')",
        result: "\"pod\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(case::to_lower(arguments.text(0)?).into())
}
