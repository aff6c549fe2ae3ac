//! The schema of a custom kind: a structural OpenAPI schema in the same form as built-in types.

use sekisho_document::{Map, Text, Value};

use super::{Empty, Field, ListKind, MapKind, Merge, Schema, Shape, Structure, StructureId, Type};
use crate::{DefinitionVersion, Gvk};

/// Levels of a schema inside one another. The server allows far fewer.
const DEPTH: usize = 250;

/// Adds the type of a custom kind. Without a schema nothing is known of its fields, and all are kept.
pub(super) fn add(schema: &mut Schema, kind: &Gvk, version: &DefinitionVersion) -> StructureId {
    let root = match version.schema.as_map() {
        Some(map) => structure(schema, map, true, DEPTH),
        None => Structure {
            keeps_unknown: true,
            ..Structure::new().finish(standing_alone(schema))
        },
    };
    schema.push(Structure {
        name: kind.kind.clone(),
        is_kind: true,
        status_apart: version.status,
        ..root
    })
}

/// What every object has, whatever its schema says.
fn standing_alone(schema: &Schema) -> Vec<Field> {
    let mut fields: Vec<Field> = ["kind", "apiVersion"]
        .map(|name| Field::text(Text::const_new(name)))
        .into();
    if let Some(id) = schema.named("meta/v1", "ObjectMeta") {
        fields.push(Field {
            ty: Type::new(Shape::Structure(id)),
            ..Field::text(Text::const_new("metadata"))
        });
    }
    fields
}

fn structure(schema: &mut Schema, written: &Map, is_resource: bool, depth: usize) -> Structure {
    let mut fields = if is_resource {
        standing_alone(schema)
    } else {
        Vec::new()
    };
    let required = written.get("required").and_then(Value::as_list);
    let properties = written.get("properties").and_then(Value::as_map);
    for (name, property) in properties.into_iter().flatten() {
        if is_resource && fields.iter().any(|field| field.name == *name) {
            continue;
        }
        let is_required = |list: &sekisho_document::List| list.iter().any(|it| it.as_str() == Some(name));
        fields.push(Field {
            name: name.clone(),
            ty: ty(schema, property, depth.saturating_sub(1)),
            required: required.is_some_and(is_required),
            pointer: true,
            empty: Empty::Omitted,
            merge: Merge::AsTyped,
            embedded: Text::const_new(""),
        });
    }
    Structure {
        atomic: written.get("x-kubernetes-map-type").and_then(Value::as_str) == Some("atomic"),
        keeps_unknown: is_true(written, "x-kubernetes-preserve-unknown-fields"),
        ..Structure::new()
    }
    .finish(fields)
}

fn ty(schema: &mut Schema, written: &Value, depth: usize) -> Type {
    let empty = Map::new();
    let written = written.as_map().unwrap_or(&empty);
    Type {
        shape: shape(schema, written, depth),
        nullable: is_true(written, "nullable"),
        go_name: Text::const_new(""),
        default: written
            .get("default")
            .filter(|default| !default.is_null())
            .cloned(),
    }
}

fn shape(schema: &mut Schema, written: &Map, depth: usize) -> Shape {
    let word = |key: &str| written.get(key).and_then(Value::as_str);
    if is_true(written, "x-kubernetes-int-or-string") {
        return Shape::IntOrString;
    }
    if depth == 0 {
        return Shape::Any;
    }
    match word("type") {
        Some("boolean") => Shape::Bool,
        Some("integer") if word("format") == Some("int32") => Shape::Int32,
        Some("integer") => Shape::Int64,
        Some("number") => Shape::Double,
        Some("string") => match word("format") {
            Some("byte") => Shape::Bytes,
            Some("date" | "date-time") => Shape::Time,
            Some("duration") => Shape::Duration,
            _ => Shape::Text,
        },
        Some("array") => {
            let items = ty(schema, written.get("items").unwrap_or(&Value::Null), depth - 1);
            Shape::List(Box::new(items), list_kind(written))
        }
        Some("object") => object(schema, written, depth),
        _ => Shape::Any,
    }
}

fn object(schema: &mut Schema, written: &Map, depth: usize) -> Shape {
    let is_resource = is_true(written, "x-kubernetes-embedded-resource");
    let values = written
        .get("additionalProperties")
        .filter(|values| values.as_map().is_some());
    if let Some(values) = values {
        let kind = match written.get("x-kubernetes-map-type").and_then(Value::as_str) {
            Some("atomic") => MapKind::Atomic,
            _ => MapKind::Granular,
        };
        return Shape::Map(Box::new(ty(schema, values, depth - 1)), kind);
    }
    let all = written.get("additionalProperties") == Some(&Value::Bool(true));
    if !is_resource
        && written.get("properties").is_none()
        && (all || is_true(written, "x-kubernetes-preserve-unknown-fields"))
    {
        return Shape::Object;
    }
    let structure = structure(schema, written, is_resource, depth);
    Shape::Structure(schema.push(structure))
}

fn list_kind(written: &Map) -> ListKind {
    let keys = written.get("x-kubernetes-list-map-keys").and_then(Value::as_list);
    match written.get("x-kubernetes-list-type").and_then(Value::as_str) {
        Some("set") => ListKind::Set,
        Some("map") => {
            let keys = keys.into_iter().flatten().filter_map(Value::as_str);
            ListKind::Map(keys.map(Text::new).collect())
        }
        _ => ListKind::Atomic,
    }
}

fn is_true(written: &Map, key: &str) -> bool {
    written.get(key) == Some(&Value::Bool(true))
}
