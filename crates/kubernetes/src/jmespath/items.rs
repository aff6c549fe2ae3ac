//! `items`: a map or list as a list of pairs.

use sekisho_diagnostics::Complaint;
use sekisho_document::{List, Map, Value};
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "items",
    parameters: &[
        Parameter {
            name: "from",
            types: &[Type::Object, Type::Array],
            summary: "the map or list",
        },
        Parameter {
            name: "key",
            types: &[Type::String],
            summary: "the name for keys, or for positions in a list",
        },
        Parameter {
            name: "value",
            types: &[Type::String],
            summary: "the name for values",
        },
    ],
    returns: &[Type::Array],
    summary: "turns entries of a map or items of a list into maps of a key and a value",
    note: "converts a map or array to an array of objects where each key:value is an item in the array",
    examples: &[
        Example {
            expression: "items(`{\"b\": 2, \"a\": 1}`, 'k', 'v')",
            result: "[{\"k\":\"a\",\"v\":1},{\"k\":\"b\",\"v\":2}]",
        },
        Example {
            expression: "items(`[\"p\"]`, 'k', 'v')",
            result: "[{\"k\":0,\"v\":\"p\"}]",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (key_name, value_name) = (arguments.text(1)?, arguments.text(2)?);
    let count = arguments.get(0).value().map_or(0, |value| match value {
        Value::Map(map) => map.len(),
        Value::List(list) => list.len(),
        _ => 0,
    });
    let pair_cost = 4 + (key_name.len() + value_name.len()) / 16;
    arguments.spend(count.saturating_mul(pair_cost) as u64)?;
    // Where both names are equal the value wins.
    let pair = |key: Value, value: &Value| -> Value {
        [(key_name, key), (value_name, value.clone())]
            .into_iter()
            .collect::<Map>()
            .into()
    };
    let pairs: List = match arguments.get(0).value() {
        Some(Value::Map(map)) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            entries
                .into_iter()
                .map(|(key, value)| pair(key.clone().into(), value))
                .collect()
        }
        #[expect(clippy::cast_precision_loss, reason = "positions are below 2^53")]
        Some(Value::List(list)) => {
            let items = list.iter().enumerate();
            items
                .map(|(position, value)| pair(Value::Float(position as f64), value))
                .collect()
        }
        _ => return Err(arguments.not_of_type(0, "Object or Array")),
    };
    Ok(Found::Objects(pairs))
}
