//! The merge of two values that both fit the types.

use sekisho_document::{Map, Value};

use super::DEPTH;
use super::fault::Faults;
use super::lists;
use super::node::{Atom, Entries, Items, Node};
use crate::Schema;
use crate::schema::ListKind;

/// The object with the configuration laid over it.
pub(super) fn merged(
    schema: &Schema,
    node: Node<'_>,
    object: &Value,
    configuration: &Value,
) -> Result<Value, Faults> {
    let mut merge = Merge {
        schema,
        path: String::new(),
        faults: Faults::default(),
    };
    let merged = merge.value(node, object, configuration, DEPTH);
    if merge.faults.is_empty() {
        Ok(merged)
    } else {
        Err(merge.faults)
    }
}

pub(super) struct Merge<'s> {
    pub(super) schema: &'s Schema,
    pub(super) path: String,
    pub(super) faults: Faults,
}

impl<'s> Merge<'s> {
    pub(super) fn value(&mut self, node: Node<'s>, left: &Value, right: &Value, depth: usize) -> Value {
        let Some(depth) = depth.checked_sub(1) else {
            self.faults.push(&self.path, "nested too deep");
            return Value::Null;
        };
        let atom = node.atom(self.schema);
        match (left, right) {
            (Value::Map(left), Value::Map(right)) => match atom {
                Atom::Map(entries) | Atom::Any(_, entries) if !entries.atomic => {
                    self.map(entries, left, right, depth)
                }
                _ => Value::Map(right.clone()),
            },
            (Value::List(left), Value::List(right)) => match atom {
                Atom::List(items) | Atom::Any(items, _) if *items.kind != ListKind::Atomic => {
                    self.list(items, left, right, depth)
                }
                _ => Value::List(right.clone()),
            },
            // Nothing laid over what can be merged changes nothing.
            (Value::Map(map), Value::Null) if !map.is_empty() && is_merged(&atom) => left.clone(),
            (Value::List(list), Value::Null) if !list.is_empty() && is_merged(&atom) => left.clone(),
            _ => right.clone(),
        }
    }

    /// Shares what does not change.
    fn map(&mut self, entries: Entries<'s>, left: &Map, right: &Map, depth: usize) -> Value {
        let mut merged = left.clone();
        for (key, value) in right {
            let value = match (left.get(key), entries.below(key)) {
                (Some(old), Some(node)) => {
                    let length = self.path.len();
                    self.path.push('.');
                    self.path.push_str(key);
                    let value = self.value(node, old, value, depth);
                    self.path.truncate(length);
                    value
                }
                _ => value.clone(),
            };
            merged.insert(key.clone(), value);
        }
        Value::Map(merged)
    }

    fn list(&mut self, items: Items<'s>, left: &[Value], right: &[Value], depth: usize) -> Value {
        if right.is_empty() {
            return Value::List(left.to_vec().into());
        }
        lists::merged(self, items, left, right, depth)
    }
}

fn is_merged(atom: &Atom<'_>) -> bool {
    match atom {
        Atom::Scalar(_) => false,
        Atom::List(items) => *items.kind != ListKind::Atomic,
        Atom::Map(entries) => !entries.atomic,
        Atom::Any(..) => true,
    }
}
