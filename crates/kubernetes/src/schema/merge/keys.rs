//! What tells the items of a list apart.

use std::collections::HashMap;
use std::fmt;

use sekisho_document::{Text, Value, json};

use super::node::{Items, Node};
use super::part::View;
use crate::Schema;
use crate::schema::{Empty, Field, ListKind, Shape, Structure};

/// The identity of an item, as it is shown: `[name="app"]`, `[="a"]`. Numbers that are equal are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(String);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The position of each key.
#[derive(Debug, Default)]
pub(super) struct Index {
    positions: HashMap<Key, usize>,
}

impl Index {
    /// Notes a key; says whether it is new. The first position counts.
    pub(super) fn insert(&mut self, key: &Key, position: usize) -> bool {
        if self.positions.contains_key(key) {
            return false;
        }
        self.positions.insert(key.clone(), position);
        true
    }

    pub(super) fn get(&self, key: &Key) -> Option<usize> {
        self.positions.get(key).copied()
    }
}

/// The key of an item of a set or of a list with keys.
pub(super) fn key(schema: &Schema, items: Items<'_>, item: View<'_>) -> Result<Key, String> {
    let ListKind::Map(names) = items.kind else {
        return member(item);
    };
    let map = match item {
        View::Map(map) => map,
        View::Null => return Err("associative list with keys may not have a null element".to_owned()),
        _ => return Err("associative list with keys may not have non-map elements".to_owned()),
    };
    let structure = structure(schema, items.node);
    let mut parts = Vec::with_capacity(names.len());
    for name in names {
        let shown = match map.get(name) {
            Some(value) => shown(value),
            None => structure
                .and_then(|structure| structure.field(name))
                .and_then(default)
                .ok_or_else(|| {
                    format!(
                        "associative list with keys has an element that omits key field {} (and doesn't \
                         have default value)",
                        sekisho_document::print::quote(name)
                    )
                })?,
        };
        parts.push((name, shown));
    }
    parts.sort();
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(name, shown): (&Text, String)| format!("{name}={shown}"))
        .collect();
    Ok(Key(format!("[{}]", parts.join(","))))
}

fn member(item: View<'_>) -> Result<Key, String> {
    match item {
        View::Map(_) => Err("associative list without keys has an element that's a map type".to_owned()),
        View::List(_) => Err("not supported: associative list with lists as elements".to_owned()),
        View::Null => Err("associative list without keys has an element that's an explicit null".to_owned()),
        other => Ok(Key(format!("[={}]", shown(other)))),
    }
}

fn structure<'s>(schema: &'s Schema, node: Node<'s>) -> Option<&'s Structure> {
    match node {
        Node::Structure(structure) => Some(structure),
        Node::Type(ty) => match &ty.shape {
            Shape::Structure(id) => Some(schema.structure(*id)),
            _ => None,
        },
        Node::Unknown | Node::Whole => None,
    }
}

/// What stands in a field that nobody wrote. Fields that Go always prints have the empty value of their type.
fn default(field: &Field) -> Option<String> {
    if let Some(default) = &field.ty.default {
        return Some(shown(View::of(default)));
    }
    if field.pointer || field.empty != Empty::Printed {
        return None;
    }
    match field.ty.shape {
        Shape::Text => Some("\"\"".to_owned()),
        Shape::Int32 | Shape::Int64 | Shape::Double => Some("0".to_owned()),
        Shape::Bool => Some("false".to_owned()),
        _ => None,
    }
}

/// A value as JSON; a whole float is the same as the integer.
fn shown(value: View<'_>) -> String {
    match value {
        View::Number(number) => {
            let text = json::write(number, json::Form::COMPACT);
            match (number, text.strip_suffix(".0")) {
                (Value::Float(_), Some(whole)) => whole.to_owned(),
                _ => text,
            }
        }
        View::Text(text) => json::write(&Value::from(text), json::Form::COMPACT),
        View::Null => "null".to_owned(),
        other => other.text(),
    }
}
