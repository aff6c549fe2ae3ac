//! `not_null`: the first argument that is not null.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Arity, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "not_null",
    parameters: &[Parameter {
        name: "values",
        types: &[Type::Any],
        summary: "the values to look through",
    }],
    arity: Arity::Variadic,
    returns: &[Type::Any],
    summary: "returns the first value that is not null, or null",
    examples: &[
        Example {
            expression: "not_null(missing, 'a', 'b')",
            result: "\"a\"",
        },
        Example {
            expression: "not_null(missing)",
            result: "null",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let first = arguments.all().iter().find(|found| !found.is_null());
    Ok(first.cloned().unwrap_or(Found::NULL))
}
