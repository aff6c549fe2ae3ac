//! `ceil`: a number rounded up.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "ceil",
    parameters: &[Parameter {
        name: "number",
        types: &[Type::Number],
        summary: "the number",
    }],
    returns: &[Type::Number],
    summary: "returns a number rounded up",
    examples: &[Example {
        expression: "ceil(`1.2`)",
        result: "2",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(arguments.number(0)?.ceil().into())
}
