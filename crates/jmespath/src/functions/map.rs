//! `map`: an expression applied to each item.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "map",
    parameters: &[
        Parameter {
            name: "expression",
            types: &[Type::Expression],
            summary: "what is evaluated on each item",
        },
        Parameter {
            name: "list",
            types: &[Type::Array],
            summary: "the list",
        },
    ],
    returns: &[Type::Array],
    summary: "evaluates an expression on each item of a list",
    examples: &[Example {
        expression: "map(&a, `[{\"a\": 1}, {\"b\": 2}]`)",
        result: "[1,null]",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let expression = arguments.lambda(0)?;
    arguments.list(1)?;
    let mut results = Vec::new();
    for element in arguments.get(1).elements().into_iter().flatten() {
        results.push(arguments.apply(expression, element)?.into_value());
    }
    Ok(Value::List(results.into()).into())
}
