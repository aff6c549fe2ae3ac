//! Whether a configuration, or an object, fits the types.

use sekisho_document::Value;

use super::DEPTH;
use super::fault::Faults;
use super::keys::{self, Key};
use super::node::{Atom, Entries, Items, Node, Scalar};
use super::part::{self, Part, View};
use crate::Schema;
use crate::schema::ListKind;

/// What does not fit in a configuration.
pub(super) fn configuration(schema: &Schema, node: Node<'_>, configuration: &Part) -> Faults {
    run(schema, node, configuration.view(), Duplicates::Refused)
}

/// What does not fit in an object. An item may be in a list twice.
pub(super) fn object(schema: &Schema, node: Node<'_>, object: &Value) -> Faults {
    run(schema, node, View::of(object), Duplicates::Allowed)
}

fn run(schema: &Schema, node: Node<'_>, value: View<'_>, duplicates: Duplicates) -> Faults {
    let mut check = Check {
        schema,
        duplicates,
        path: String::new(),
        faults: Faults::default(),
    };
    check.value(node, value, DEPTH);
    check.faults
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Duplicates {
    Refused,
    Allowed,
}

struct Check<'s> {
    schema: &'s Schema,
    duplicates: Duplicates,
    /// `.spec.containers[name="app"].image`
    path: String,
    faults: Faults,
}

impl<'s> Check<'s> {
    fn value(&mut self, node: Node<'s>, value: View<'_>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            self.faults.push(&self.path, "nested too deep");
            return;
        };
        match (node.atom(self.schema), value) {
            (Atom::Scalar(scalar), value) => self.scalar(scalar, value),
            (Atom::List(_) | Atom::Map(_) | Atom::Any(..), View::Null) => {}
            (Atom::List(items) | Atom::Any(items, _), View::List(list)) => self.list(items, list, depth),
            (Atom::Map(entries) | Atom::Any(_, entries), View::Map(map)) => self.map(entries, map, depth),
            (Atom::Any(..), View::Bool(_) | View::Number(_) | View::Text(_)) => {}
            (Atom::List(_), other) => self.expected("list", other),
            (Atom::Map(_) | Atom::Any(..), other) => self.expected("map", other),
        }
    }

    fn expected(&mut self, what: &str, found: View<'_>) {
        let text = found.text();
        self.faults
            .push(&self.path, format_args!("expected {what}, got &{{{text}}}"));
    }

    fn scalar(&mut self, scalar: Scalar, value: View<'_>) {
        match (scalar, value) {
            (_, View::Null) => {}
            (Scalar::Number | Scalar::Any, View::Number(_)) => {}
            (Scalar::Text | Scalar::Any, View::Text(_)) => {}
            (Scalar::Bool | Scalar::Any, View::Bool(_)) => {}
            (Scalar::Number, other) => {
                let found = other.type_name();
                let text = format_args!("expected numeric (int or float), got {found}");
                self.faults.push(&self.path, text);
            }
            (Scalar::Text, other) => {
                let found = other.source();
                let text = format_args!("expected string, got &value.valueUnstructured{{Value:{found}}}");
                self.faults.push(&self.path, text);
            }
            (Scalar::Bool, other) => self.expected("boolean", other),
            (Scalar::Any, other) => self.expected("any scalar", other),
        }
    }

    fn list(&mut self, items: Items<'s>, list: part::Items<'_>, depth: usize) {
        let mut known: Vec<Key> = Vec::new();
        let mut index = keys::Index::default();
        for (position, item) in list.iter().enumerate() {
            let step = match items.kind {
                ListKind::Atomic => format!("[{position}]"),
                ListKind::Set | ListKind::Map(_) => match keys::key(self.schema, items, item) {
                    Ok(key) => {
                        let step = key.to_string();
                        let is_new = index.insert(&key, known.len());
                        known.push(key);
                        if !is_new && self.duplicates == Duplicates::Refused {
                            self.faults
                                .push(&self.path, format_args!("duplicate entries for key {step}"));
                        }
                        step
                    }
                    Err(why) => {
                        self.faults
                            .push(&self.path, format_args!("element {position}: {why}"));
                        return;
                    }
                },
            };
            let length = self.path.len();
            self.path.push_str(&step);
            self.value(items.node, item, depth);
            self.path.truncate(length);
        }
    }

    fn map(&mut self, entries: Entries<'s>, map: part::Entries<'_>, depth: usize) {
        for (key, value) in map.iter() {
            let length = self.path.len();
            self.path.push('.');
            self.path.push_str(key);
            match entries.below(key) {
                Some(node) => self.value(node, value, depth),
                None => self.faults.push(&self.path, "field not declared in schema"),
            }
            self.path.truncate(length);
        }
    }
}
