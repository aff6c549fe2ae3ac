//! What the server makes of a custom resource by its schema: fields that are not declared are dropped, then
//! defaults are filled in (schema reference §4.1).

use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::schema::{Shape, Structure, Type};
use sekisho_kubernetes::{Gvk, Schema};

/// The object as it is stored; of a kind without a schema, as it is.
pub(super) fn settled(schema: &Schema, kind: &Gvk, object: &Value) -> Value {
    match (schema.find(kind), object) {
        (Some(structure), Value::Map(map)) => structure_settled(schema, structure, map),
        _ => object.clone(),
    }
}

fn structure_settled(schema: &Schema, structure: &Structure, map: &Map) -> Value {
    let mut settled = Map::new();
    for (key, value) in map {
        match structure.field(key) {
            Some(field) if value.is_null() && !field.ty.nullable => {}
            Some(field) => {
                settled.insert(key.clone(), type_settled(schema, &field.ty, value));
            }
            None if structure.keeps_unknown => {
                settled.insert(key.clone(), value.clone());
            }
            None => {}
        }
    }
    for field in &structure.fields {
        if let Some(default) = &field.ty.default
            && !settled.contains_key(&field.name)
        {
            settled.insert(field.name.clone(), type_settled(schema, &field.ty, default));
        }
    }
    Value::Map(settled)
}

fn type_settled(schema: &Schema, ty: &Type, value: &Value) -> Value {
    match (&ty.shape, value) {
        (Shape::Structure(id), Value::Map(map)) => {
            let structure = schema.structure(*id);
            match structure.is_go {
                true => value.clone(),
                false => structure_settled(schema, structure, map),
            }
        }
        (Shape::List(item, _), Value::List(list)) => Value::List(
            list.iter()
                .map(|value| type_settled(schema, item, value))
                .collect::<List>(),
        ),
        (Shape::Map(item, _), Value::Map(map)) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.clone(), type_settled(schema, item, value)));
            Value::Map(entries.collect())
        }
        _ => value.clone(),
    }
}

/// What the server warns of: fields that the type does not have.
pub(super) fn unknown_fields(schema: &Schema, kind: &Gvk, object: &Value) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(structure) = schema.find(kind) {
        unknown_in(schema, structure, object, "", &mut warnings);
    }
    warnings
}

fn unknown_in(
    schema: &Schema,
    structure: &Structure,
    object: &Value,
    path: &str,
    warnings: &mut Vec<String>,
) {
    for (key, value) in object.as_map().into_iter().flatten() {
        let path = match path {
            "" => key.to_string(),
            path => format!("{path}.{key}"),
        };
        match structure.field(key) {
            Some(field) => unknown_under(schema, &field.ty, value, &path, warnings),
            None => warnings.push(format!("unknown field \"{path}\"")),
        }
    }
}

fn unknown_under(schema: &Schema, ty: &Type, value: &Value, path: &str, warnings: &mut Vec<String>) {
    match &ty.shape {
        Shape::Structure(id) => unknown_in(schema, schema.structure(*id), value, path, warnings),
        Shape::List(item, _) => {
            for (position, value) in value.as_list().into_iter().flatten().enumerate() {
                unknown_under(schema, item, value, &format!("{path}[{position}]"), warnings);
            }
        }
        _ => {}
    }
}
