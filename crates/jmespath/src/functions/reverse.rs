//! `reverse`: a list or a text from its end.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "reverse",
    parameters: &[Parameter {
        name: "subject",
        types: &[Type::Array, Type::String],
        summary: "the list or the text",
    }],
    returns: &[Type::Array, Type::String],
    summary: "returns a list or a text in reverse order",
    examples: &[
        Example {
            expression: "reverse(`[1, 2]`)",
            result: "[2,1]",
        },
        Example {
            expression: "reverse('abc')",
            result: "\"cba\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    if let Some(Value::String(text)) = arguments.get(0).value() {
        return Ok(text.chars().rev().collect::<String>().into());
    }
    let list = arguments.list(0)?;
    Ok(Value::List(list.iter().rev().cloned().collect()).into())
}
