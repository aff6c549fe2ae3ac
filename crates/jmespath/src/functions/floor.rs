//! `floor`: a number rounded down.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "floor",
    parameters: &[Parameter {
        name: "number",
        types: &[Type::Number],
        summary: "the number",
    }],
    returns: &[Type::Number],
    summary: "returns a number rounded down",
    examples: &[Example {
        expression: "floor(`-1.2`)",
        result: "-2",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(arguments.number(0)?.floor().into())
}
