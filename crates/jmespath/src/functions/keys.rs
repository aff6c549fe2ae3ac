//! `keys`: the keys of a map.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type, access::sorted};

pub(super) const FUNCTION: Function = Function {
    name: "keys",
    parameters: &[Parameter {
        name: "object",
        types: &[Type::Object],
        summary: "the map",
    }],
    returns: &[Type::Array],
    summary: "returns the keys of a map, sorted",
    examples: &[Example {
        expression: "keys(`{\"b\": 1, \"a\": 2}`)",
        result: "[\"a\",\"b\"]",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let entries = sorted(arguments.map(0)?);
    let keys = entries.into_iter().map(|(key, _)| Value::String(key.clone()));
    Ok(Value::List(keys.collect()).into())
}
