//! `type`: the name of the type of a value.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type, error::QUERY_FAILED};

pub(super) const FUNCTION: Function = Function {
    name: "type",
    parameters: &[Parameter {
        name: "value",
        types: &[Type::Any],
        summary: "the value",
    }],
    returns: &[Type::String],
    summary: "returns the name of the type: `number`, `string`, `array`, `object`, `null` or `boolean`",
    examples: &[
        Example {
            expression: "type(`1`)",
            result: "\"number\"",
        },
        Example {
            expression: "type(missing)",
            result: "\"null\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let name = match arguments.get(0).value() {
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Float(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::List(_)) => "array",
        Some(Value::Map(_)) => "object",
        Some(Value::Int(_) | Value::UInt(_)) | None => {
            return Err(Complaint::new(QUERY_FAILED, "unknown type"));
        }
    };
    Ok(name.into())
}
