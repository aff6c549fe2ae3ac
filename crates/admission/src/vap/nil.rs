//! Lists and maps that nobody wrote: printed they are null, but expressions see empty ones where the type is
//! no pointer (CEL reference §7).

use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::Schema;
use sekisho_kubernetes::schema::{Shape, Structure, Type};

/// Levels that are looked at.
const DEPTH: usize = 500;

/// The object with empty lists and maps in place of null ones.
pub(super) fn filled(schema: &Schema, structure: &Structure, object: Value) -> Value {
    if !structure.is_go || !has_null(&object, DEPTH) {
        return object;
    }
    structure_filled(schema, structure, object, DEPTH)
}

fn has_null(value: &Value, depth: usize) -> bool {
    match value {
        _ if depth == 0 => false,
        Value::Null => true,
        Value::List(list) => list.iter().any(|item| has_null(item, depth - 1)),
        Value::Map(map) => map.values().any(|item| has_null(item, depth - 1)),
        _ => false,
    }
}

fn structure_filled(schema: &Schema, structure: &Structure, value: Value, depth: usize) -> Value {
    let Value::Map(mut map) = value else {
        return value;
    };
    for field in &structure.fields {
        let Some(slot) = map.get(&field.name) else {
            continue;
        };
        if !has_null(slot, depth) {
            continue;
        }
        let filled = match (slot, &field.ty.shape) {
            (Value::Null, Shape::List(..)) if !field.pointer => Value::List(List::new()),
            (Value::Null, Shape::Map(..)) if !field.pointer => Value::Map(Map::new()),
            (slot, _) => type_filled(schema, &field.ty, slot.clone(), depth.saturating_sub(1)),
        };
        map.insert(field.name.clone(), filled);
    }
    Value::Map(map)
}

fn type_filled(schema: &Schema, ty: &Type, value: Value, depth: usize) -> Value {
    match (&ty.shape, value) {
        (_, value) if depth == 0 => value,
        (Shape::Structure(id), value) => structure_filled(schema, schema.structure(*id), value, depth),
        (Shape::List(item, _), Value::List(list)) => {
            let items = list
                .iter()
                .map(|value| type_filled(schema, item, value.clone(), depth - 1));
            Value::List(items.collect())
        }
        (Shape::Map(item, _), Value::Map(map)) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.clone(), type_filled(schema, item, value.clone(), depth - 1)));
            Value::Map(entries.collect())
        }
        (_, value) => value,
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;
    use sekisho_kubernetes::{Gvk, Version};

    use super::*;

    #[test]
    fn lists_that_nobody_wrote_are_empty() {
        let schema = Schema::builtin(Version::KUBERNETES);
        let read = |text: &str| json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap();
        for (kind, object, expected) in [
            (
                Gvk::new("rbac.authorization.k8s.io", "v1", "Role"),
                r#"{"metadata": {"creationTimestamp": null}, "rules": null}"#,
                r#"{"metadata": {"creationTimestamp": null}, "rules": []}"#,
            ),
            (
                Gvk::new("rbac.authorization.k8s.io", "v1", "Role"),
                r#"{"rules": [{"verbs": null}]}"#,
                r#"{"rules": [{"verbs": []}]}"#,
            ),
        ] {
            let structure = schema.find(&kind).unwrap();
            assert_eq!(
                filled(&schema, structure, read(object)),
                read(expected),
                "{object}"
            );
        }
    }
}
