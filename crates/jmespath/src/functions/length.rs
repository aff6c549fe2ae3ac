//! `length`: how long a text, a list or a map is.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "length",
    parameters: &[Parameter {
        name: "subject",
        types: &[Type::String, Type::Array, Type::Object],
        summary: "what is counted",
    }],
    returns: &[Type::Number],
    summary: "counts the characters of a text, the items of a list or the entries of a map",
    examples: &[
        Example {
            expression: "length('é')",
            result: "1",
        },
        Example {
            expression: "length(`[1, 2]`)",
            result: "2",
        },
        Example {
            expression: "length(`{\"a\": 1}`)",
            result: "1",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let subject = arguments.get(0);
    let length = match subject.value() {
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::Map(map)) => map.len(),
        _ => subject.items().map_or(0, <[Value]>::len),
    };
    #[expect(clippy::cast_precision_loss, reason = "nothing in memory is longer than 2^53")]
    Ok(Found::from(length as f64))
}
