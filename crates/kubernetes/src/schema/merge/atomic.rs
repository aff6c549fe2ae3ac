//! What a configuration touches that can only be replaced as a whole.

use sekisho_document::Value;

use super::node::{Atom, Entries, Items, Node};
use crate::Schema;
use crate::schema::ListKind;

/// The paths of all atomic lists, maps and structures: `.spec.containers[0].args`. Only fields that are
/// declared are followed: what lies where nothing is known is nobody's concern.
pub(super) fn find(schema: &Schema, node: Node<'_>, configuration: &Value) -> Vec<String> {
    let mut search = Search {
        path: String::new(),
        found: Vec::new(),
    };
    search.value(schema, node, configuration);
    search.found
}

/// The paths of all lists that lie in maps.
pub(super) fn find_lists(configuration: &Value) -> Vec<String> {
    let mut search = Search {
        path: String::new(),
        found: Vec::new(),
    };
    search.lists(configuration);
    search.found
}

/// Depth was checked before.
struct Search {
    path: String,
    found: Vec<String>,
}

impl Search {
    fn value<'s>(&mut self, schema: &'s Schema, node: Node<'s>, value: &Value) {
        match (node.atom(schema), value) {
            (Atom::Map(entries) | Atom::Any(_, entries), Value::Map(map)) => {
                let Entries { atomic, .. } = entries;
                if atomic {
                    self.found.push(self.path.clone());
                }
                for (key, value) in map {
                    if let Some(node) = entries.declared(key) {
                        self.below(format_args!(".{key}"), |search| search.value(schema, node, value));
                    }
                }
            }
            (Atom::List(items) | Atom::Any(items, _), Value::List(list)) => {
                let Items { node, kind } = items;
                if *kind == ListKind::Atomic {
                    self.found.push(self.path.clone());
                }
                for (position, item) in list.iter().enumerate() {
                    self.below(format_args!("[{position}]"), |search| {
                        search.value(schema, node, item);
                    });
                }
            }
            _ => {}
        }
    }

    fn lists(&mut self, value: &Value) {
        match value {
            Value::List(_) => self.found.push(self.path.clone()),
            Value::Map(map) => {
                for (key, value) in map {
                    self.below(format_args!(".{key}"), |search| search.lists(value));
                }
            }
            _ => {}
        }
    }

    fn below(&mut self, step: std::fmt::Arguments<'_>, look: impl FnOnce(&mut Search)) {
        let length = self.path.len();
        self.path.push_str(&step.to_string());
        look(self);
        self.path.truncate(length);
    }
}
