//! `listObjToMap`: two lists of objects as one map.

use std::sync::Arc;

use sekisho_cel::{Arguments, Entries, Example, Fault, Function, Map, Overload, Shape, Stopped, Value};

use super::super::go;

const PARAMETERS: &[Shape] = &[
    Shape::List(&Shape::Dyn),
    Shape::List(&Shape::Dyn),
    Shape::String,
    Shape::String,
];

const RESULT: Shape = Shape::Map(&Shape::Dyn, &Shape::Dyn);

pub(super) const FUNCTION: Function = Function {
    name: "listObjToMap",
    overloads: &[Overload::function(
        "list_obj_to_map_list_list_string_string",
        PARAMETERS,
        RESULT,
        call,
    )],
    summary: "makes a map of a field of the maps in one list, for keys, and a field of those in another, for values",
    examples: &[Example {
        expression: "listObjToMap([{'n': 'a'}], [{'v': 1}], 'n', 'v')",
        result: "{'a': 1}",
    }],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "transform.listObjToMap",
    overloads: &[Overload::function(
        "transform_list_obj_to_map_list_list_string_string",
        PARAMETERS,
        RESULT,
        call,
    )],
    examples: &[Example {
        expression: "transform.listObjToMap([], [], 'n', 'v')",
        result: "{}",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (keys, values) = (arguments.list(0)?.clone(), arguments.list(1)?.clone());
    if keys.len() != values.len() {
        let (first, second) = (keys.len(), values.len());
        return Err(Fault::new(format!(
            "listObjToMap must take lists of equal length. list1: {first}, list2: {second}"
        )));
    }
    arguments.meter.take_values(keys.len().saturating_mul(2))?;
    let mut made = Entries::with_capacity(keys.len());
    for (key, value) in keys.iter().zip(values.iter()) {
        let (keyed, valued) = (object(&key)?, object(&value)?);
        arguments
            .meter
            .step_by(keyed.len().saturating_add(valued.len()))?;
        let key = keyed.field(arguments.text(2)?);
        let Some(key @ Value::String(_)) = key else {
            return Err(NO_KEY);
        };
        let value = valued.field(arguments.text(3)?);
        made.insert(key, value.unwrap_or(Value::Null));
    }
    Ok(Value::Map(Map::Shared(Arc::new(made))))
}

const NO_KEY: Fault =
    Fault::fixed("the passed key name cannot be handled as a string in the key object list");

/// An element, which must be a map whose keys are texts.
fn object<'r, 'a>(value: &'r Value<'a>) -> Result<&'r Map<'a>, Fault> {
    let Some(map) = value.as_map() else {
        return Err(Fault::Stopped(Stopped::Crash(no_map(value))));
    };
    if let Map::Document(_) | Map::Held(_) = map {
        return Ok(map);
    }
    match map.iter().find(|(key, _)| key.as_str().is_none()) {
        Some((key, _)) => {
            let found = go::type_name(&key);
            Err(Fault::new(format!("failed to convert key to a string, {found}")))
        }
        None => Ok(map),
    }
}

/// The words of a failed conversion.
fn no_map(value: &Value<'_>) -> &'static str {
    macro_rules! words {
        ($found:literal) => {
            concat!(
                "interface conversion: interface {} is ",
                $found,
                ", not map[interface {}]interface {}"
            )
        };
    }
    match value {
        Value::Bool(_) => words!("bool"),
        Value::Int(_) => words!("int64"),
        Value::Uint(_) => words!("uint64"),
        Value::Double(_) => words!("float64"),
        Value::String(_) => words!("string"),
        Value::Bytes(_) => words!("[]uint8"),
        Value::List(_) => words!("[]interface {}"),
        Value::Null => words!("structpb.NullValue"),
        _ => words!("another type"),
    }
}
