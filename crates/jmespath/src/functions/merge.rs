//! `merge`: maps put together.

use sekisho_diagnostics::Complaint;
use sekisho_document::Map;

use crate::interpreter::text_cost;
use crate::{Arguments, Arity, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "merge",
    parameters: &[Parameter {
        name: "objects",
        types: &[Type::Object],
        summary: "the maps",
    }],
    arity: Arity::Variadic,
    returns: &[Type::Object],
    summary: "puts maps together; of equal keys the last one wins",
    examples: &[Example {
        expression: "merge(`{\"a\": 1, \"b\": 1}`, `{\"b\": 2}`)",
        result: "{\"a\":1,\"b\":2}",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let mut merged = Map::new();
    for position in 0..arguments.len() {
        for (key, value) in arguments.map(position)? {
            arguments.spend(text_cost(value) + key.len() as u64 / 16)?;
            merged.insert(key.clone(), value.clone());
        }
    }
    Ok(merged.into())
}
