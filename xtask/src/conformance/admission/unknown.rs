//! Fields that the type of an object does not have: the server drops them and warns.

use sekisho_document::Value;
use sekisho_kubernetes::schema::{Shape, Structure, Type};
use sekisho_kubernetes::{Gvk, Schema};

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
