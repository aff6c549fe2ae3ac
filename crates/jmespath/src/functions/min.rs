//! `min`: the smallest of numbers or texts.

use std::cmp::Ordering;

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type, functions::order::best};

pub(super) const FUNCTION: Function = Function {
    name: "min",
    parameters: &[Parameter {
        name: "list",
        types: &[Type::ArrayNumber, Type::ArrayString],
        summary: "the numbers or texts",
    }],
    returns: &[Type::Number, Type::String],
    summary: "returns the smallest of numbers or texts, or null",
    examples: &[
        Example {
            expression: "min(`[1, 3, 2]`)",
            result: "1",
        },
        Example {
            expression: "min(`[\"a\", \"b\"]`)",
            result: "\"a\"",
        },
        Example {
            expression: "min(`[]`)",
            result: "null",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let list = arguments.list(0)?;
    Ok(best(list, Ordering::Less).map_or(Found::NULL, |best| Found::from(best.clone())))
}
