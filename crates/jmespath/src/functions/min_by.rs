//! `min_by`: the item with the smallest key.

use std::cmp::Ordering;

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type, functions::order::best_by};

pub(super) const FUNCTION: Function = Function {
    name: "min_by",
    parameters: &[
        Parameter {
            name: "list",
            types: &[Type::Array],
            summary: "the list",
        },
        Parameter {
            name: "expression",
            types: &[Type::Expression],
            summary: "gives the key of an item: a number or a text",
        },
    ],
    returns: &[Type::Any],
    summary: "returns the item whose key is the smallest, or null",
    examples: &[Example {
        expression: "min_by(`[{\"n\": 1}, {\"n\": 2}]`, &n)",
        result: "{\"n\":1}",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    best_by(arguments, Ordering::Less)
}
