//! `to_string`: a value as text.

use sekisho_diagnostics::Complaint;

use crate::{Arguments, Example, Found, Function, Parameter, Type, text_of};

pub(super) const FUNCTION: Function = Function {
    name: "to_string",
    parameters: &[Parameter {
        name: "value",
        types: &[Type::Any],
        summary: "the value",
    }],
    returns: &[Type::String],
    summary: "returns a text as it is and anything else as JSON",
    examples: &[
        Example {
            expression: "to_string('a')",
            result: "\"a\"",
        },
        Example {
            expression: "to_string(`{\"b\": \"<\", \"a\": 1.50}`)",
            result: "\"{\\\"a\\\":1.5,\\\"b\\\":\\\"\\\\u003c\\\"}\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = text_of(&arguments.value(0), arguments.limits().text_bytes)?;
    arguments.spend(text.len() as u64 / 4)?;
    Ok(text.into())
}
