//! `to_boolean`: a text as a boolean.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "to_boolean",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "`true` or `false`, in any case",
    }],
    returns: &[Type::Boolean],
    summary: "turns the texts `true` and `false` into booleans",
    note: "It returns true or false for the given string",
    examples: &[Example {
        expression: "to_boolean('True')",
        result: "true",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = arguments.text(0)?;
    if text.eq_ignore_ascii_case("true") {
        return Ok(true.into());
    }
    if text.eq_ignore_ascii_case("false") {
        return Ok(false.into());
    }
    Err(arguments.complain(format!(
        "lowercase argument must be 'true' or 'false' (provided: '{text}')"
    )))
}
