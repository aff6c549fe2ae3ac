//! `max`: the largest of numbers or texts.

use std::cmp::Ordering;

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type, functions::order::best};

pub(super) const FUNCTION: Function = Function {
    name: "max",
    parameters: &[Parameter {
        name: "list",
        types: &[Type::ArrayNumber, Type::ArrayString],
        summary: "the numbers or texts",
    }],
    returns: &[Type::Number, Type::String],
    summary: "returns the largest of numbers or texts, or null",
    examples: &[
        Example {
            expression: "max(`[1, 3, 2]`)",
            result: "3",
        },
        Example {
            expression: "max(`[\"a\", \"b\"]`)",
            result: "\"b\"",
        },
        Example {
            expression: "max(`[]`)",
            result: "null",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let list = arguments.list(0)?;
    Ok(best(list, Ordering::Greater).map_or(Found::NULL, |best| Found::from(best.clone())))
}
