//! `values`: the values of a map.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type, access::sorted};

pub(super) const FUNCTION: Function = Function {
    name: "values",
    parameters: &[Parameter {
        name: "object",
        types: &[Type::Object],
        summary: "the map",
    }],
    returns: &[Type::Array],
    summary: "returns the values of a map in the order of their keys",
    examples: &[Example {
        expression: "values(`{\"b\": 1, \"a\": 2}`)",
        result: "[2,1]",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let entries = sorted(arguments.map(0)?);
    let values = entries.into_iter().map(|(_, value)| value.clone());
    Ok(Value::List(values.collect()).into())
}
