//! `to_array`: a list of one, if it is none.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "to_array",
    parameters: &[Parameter {
        name: "value",
        types: &[Type::Any],
        summary: "the value",
    }],
    returns: &[Type::Array],
    summary: "returns a list as it is and anything else as a list of one",
    examples: &[
        Example {
            expression: "to_array('a')",
            result: "[\"a\"]",
        },
        Example {
            expression: "to_array(`[1]`)",
            result: "[1]",
        },
        Example {
            expression: "to_array(missing)",
            result: "[null]",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let value = arguments.get(0);
    if matches!(value.value(), Some(Value::List(_))) {
        return Ok(value.clone());
    }
    Ok(Value::List(vec![value.clone().into_value()].into()).into())
}
