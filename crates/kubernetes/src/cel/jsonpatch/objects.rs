//! The types that mutations make values of: `JSONPatch`, and `Object` with all types below it.

use std::sync::Arc;

use sekisho_cel::{Environment, Object, Type, Types, Value};
use sekisho_document as document;
use sekisho_document::Text;

/// One operation of a patch. Its values always have `op`, `path` and `from`, `value` only if it was given.
pub const PATCH: &str = "JSONPatch";
/// The object itself; `Object.spec` is the type of its field `spec`, and so on.
pub const OBJECT: &str = "Object";

/// Lets expressions make patches and objects.
pub(in crate::cel) fn declare(environment: &mut Environment) {
    environment.declare_types(Arc::new(Mutations));
}

#[derive(Debug)]
struct Mutations;

impl Types for Mutations {
    fn is_type(&self, name: &str) -> bool {
        name == PATCH || is_object(name)
    }

    fn field(&self, type_name: &str, field: &str) -> Option<Type> {
        if type_name != PATCH {
            return Some(Type::Dyn);
        }
        Some(match field {
            "op" | "path" | "from" => Type::String,
            "value" => Type::Dyn,
            // To the reference any other field is there too, but nothing fits it.
            _ => Type::Object(Text::default()),
        })
    }

    fn empty_texts(&self, type_name: &str) -> &'static [&'static str] {
        match type_name {
            PATCH => &["op", "path", "from"],
            _ => &[],
        }
    }

    fn is_value(&self, _name: &str) -> bool {
        false
    }
}

fn is_object(name: &str) -> bool {
    name.strip_prefix(OBJECT)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// An object as it is applied. Not what JSON makes of a value elsewhere: a null is 0, durations are
/// nanoseconds.
#[must_use]
pub fn applied(value: &Value<'_>) -> Option<document::Value> {
    convert(value, document::Value::DEPTH)
}

fn convert(value: &Value<'_>, depth: usize) -> Option<document::Value> {
    let depth = depth.checked_sub(1)?;
    let convert = |value: &Value<'_>| convert(value, depth);
    Some(match value {
        Value::Object(object) => {
            let mut made = document::Map::with_capacity(object.fields.len());
            for (name, field) in &object.fields {
                made.insert(name.as_str(), convert_field(field, &convert)?);
            }
            document::Value::Map(made)
        }
        Value::List(list) => {
            let items: Option<Vec<_>> = list.iter().map(|item| convert_field(&item, &convert)).collect();
            document::Value::List(items?.into())
        }
        other => other.to_document()?,
    })
}

fn convert_field(
    value: &Value<'_>,
    convert: &dyn Fn(&Value<'_>) -> Option<document::Value>,
) -> Option<document::Value> {
    match value {
        Value::Null => Some(document::Value::Int(0)),
        Value::Duration(nanoseconds) => Some(document::Value::Int(*nanoseconds)),
        other => convert(other),
    }
}

/// What applying an object says when the type of a part is not named after its field.
#[must_use]
pub fn name_fault(object: &Object<'_>) -> Option<String> {
    let mut left: Vec<(String, Value<'_>)> = Vec::new();
    push(&mut left, object.type_name.as_str(), object);
    while let Some((expected, value)) = left.pop() {
        match value {
            Value::Object(object) => {
                let found = object.type_name.as_str();
                if found != expected {
                    return Some(format!(
                        "unexpected type name \"{found}\", expected \"{expected}\", which matches field name \
                         path from root Object type"
                    ));
                }
                push(&mut left, &expected, &object);
            }
            Value::List(list) => left.extend(list.iter().map(|item| (expected.clone(), item))),
            _ => (),
        }
    }
    None
}

fn push<'a>(left: &mut Vec<(String, Value<'a>)>, parent: &str, object: &Object<'a>) {
    for (name, value) in object.fields.iter().rev() {
        left.push((format!("{parent}.{name}"), value.clone()));
    }
}
