//! `to_number`: a text read as a number.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_document::number::parse_float;

use crate::{Arguments, Example, Found, Function, Parameter, Type, error::QUERY_FAILED};

pub(super) const FUNCTION: Function = Function {
    name: "to_number",
    parameters: &[Parameter {
        name: "value",
        types: &[Type::Any],
        summary: "a number or its text",
    }],
    returns: &[Type::Number],
    summary: "reads a text as a number; null when it is none",
    examples: &[
        Example {
            expression: "to_number('1e3')",
            result: "1000",
        },
        Example {
            expression: "to_number('x')",
            result: "null",
        },
        Example {
            expression: "to_number(`true`)",
            result: "null",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    match arguments.get(0).value() {
        Some(number @ Value::Float(_)) => Ok(number.clone().into()),
        Some(Value::String(text)) => Ok(parse_float(text).map_or(Found::NULL, Found::from)),
        Some(Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_)) => Ok(Found::NULL),
        // A Go integer is no number of the language (reference §1).
        Some(Value::Int(_) | Value::UInt(_)) | None => Err(Complaint::new(QUERY_FAILED, "unknown type")),
    }
}
