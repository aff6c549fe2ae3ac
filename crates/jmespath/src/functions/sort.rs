//! `sort`: numbers or texts in order.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type, functions::order::compare};

pub(super) const FUNCTION: Function = Function {
    name: "sort",
    parameters: &[Parameter {
        name: "list",
        types: &[Type::ArrayString, Type::ArrayNumber],
        summary: "the numbers or texts",
    }],
    returns: &[Type::Array],
    summary: "sorts numbers, or texts by their bytes",
    examples: &[
        Example {
            expression: "sort(`[2, 1]`)",
            result: "[1,2]",
        },
        Example {
            expression: "sort(`[\"b\", \"a\", \"B\"]`)",
            result: "[\"B\",\"a\",\"b\"]",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let mut sorted = arguments.list(0)?.to_vec();
    sorted.sort_by(compare);
    Ok(Value::List(sorted.into()).into())
}
