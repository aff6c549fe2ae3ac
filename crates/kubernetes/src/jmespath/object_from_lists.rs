//! `object_from_lists`: a map made from keys and values.

use sekisho_diagnostics::Complaint;
use sekisho_document::{Map, Value};
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::text_or_number::single_float;

pub(super) const FUNCTION: Function = Function {
    name: "object_from_lists",
    parameters: &[
        Parameter {
            name: "keys",
            types: &[Type::Array],
            summary: "texts, numbers or booleans",
        },
        Parameter {
            name: "values",
            types: &[Type::Array],
            summary: "one value for each key; missing ones are null",
        },
    ],
    returns: &[Type::Object],
    summary: "makes a map from a list of keys and a list of values",
    note: "converts a pair of lists containing keys and values to a object",
    examples: &[Example {
        expression: "object_from_lists(`[\"a\", \"b\"]`, `[1]`)",
        result: "{\"a\":1,\"b\":null}",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (keys, values) = (arguments.list(0)?, arguments.list(1)?);
    let mut map = Map::with_capacity(keys.len());
    for (position, key) in keys.iter().enumerate() {
        let key = match key {
            Value::String(text) => text.clone(),
            Value::Bool(truth) => truth.to_string().into(),
            Value::Float(number) => single_float(*number).into(),
            Value::Int(number) => number.to_string().into(),
            Value::UInt(number) => number.to_string().into(),
            Value::Null | Value::List(_) | Value::Map(_) => {
                return Err(arguments.not_of_type(0, "StringArray"));
            }
        };
        map.insert(key, values.get(position).cloned().unwrap_or_default());
    }
    Ok(map.into())
}
