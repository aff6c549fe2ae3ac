//! Objects with their defaults again, after somebody has changed them (admission reference §1.4).

use sekisho_document::Value;
use sekisho_kubernetes::{Gvk, Schema};

/// An object with its defaults. Custom objects are data until they are stored: nothing of them is pruned.
#[must_use]
pub fn defaulted(schema: &Schema, object: &Value, kind: &Gvk) -> Value {
    let defaulted = schema.default(object, kind);
    match schema.find(kind) {
        Some(structure) if !structure.is_go => filled(object, &defaulted),
        _ => defaulted,
    }
}

/// An object with the defaults it lacks.
fn filled(object: &Value, defaulted: &Value) -> Value {
    match (object, defaulted) {
        (Value::Map(map), Value::Map(defaults)) => {
            let mut made = map.clone();
            for (key, default) in defaults {
                match map.get(key) {
                    None => made.insert(key.clone(), default.clone()).map_or((), drop),
                    Some(value) => {
                        let value = filled(value, default);
                        made.insert(key.clone(), value);
                    }
                }
            }
            Value::Map(made)
        }
        (Value::List(list), Value::List(defaults)) if list.len() == defaults.len() => Value::List(
            list.iter()
                .zip(defaults)
                .map(|(item, default)| filled(item, default))
                .collect(),
        ),
        _ => object.clone(),
    }
}
