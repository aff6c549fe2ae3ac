//! `abs`: a number without its sign.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "abs",
    parameters: &[Parameter {
        name: "number",
        types: &[Type::Number],
        summary: "the number",
    }],
    returns: &[Type::Number],
    summary: "returns a number without its sign",
    examples: &[Example {
        expression: "abs(`-1.5`)",
        result: "1.5",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(arguments.number(0)?.abs().into())
}
