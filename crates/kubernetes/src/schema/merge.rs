//! Structured merge: an apply configuration laid over an object as the types of its kind say (admission
//! reference §4.4).
//!
//! Maps and structures are merged key by key, lists by the keys of their items or as sets. What has no such
//! rule is atomic; a configuration that touches it is refused, because it would drop what it does not name.

mod atomic;
mod check;
mod convert;
mod fault;
mod keys;
mod lists;
mod node;
mod part;
mod walk;

use sekisho_document::Value;

pub use fault::{ApplyError, Faults};
pub use part::{Foreign, Part};

use crate::{Gvk, Schema};
use node::Node;

/// Levels that are followed in an object and in a configuration.
const DEPTH: usize = Value::DEPTH;

/// What is done about atomic lists, maps and structures that a configuration names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atomics {
    /// The configuration is refused, as the API server does.
    Refused,
    /// They take the place of those in the object, as in server-side apply.
    Replaced,
}

impl Schema {
    /// An object with a configuration laid over it. Keys that only the configuration has come last; an item
    /// that a list has twice stays as it is, unless the configuration names it.
    ///
    /// # Errors
    /// The kind has no type, one of them does not fit it, or the configuration touches what is atomic.
    pub fn apply_configuration(
        &self,
        kind: &Gvk,
        object: &Value,
        configuration: &Part,
        atomics: Atomics,
    ) -> Result<Value, ApplyError> {
        let structure = self.find(kind).ok_or_else(|| ApplyError::NoType(kind.clone()))?;
        let node = Node::Structure(structure);
        let faults = check::configuration(self, node, configuration);
        if !faults.is_empty() {
            return Err(ApplyError::Configuration(faults));
        }
        let configuration = configuration.to_value();
        if atomics == Atomics::Refused {
            let found = atomic::find(self, node, &configuration);
            if !found.is_empty() {
                return Err(ApplyError::Atomic(found));
            }
        }
        // What was decoded into Go structures fits them.
        if !structure.is_go {
            let faults = check::object(self, node, object);
            if !faults.is_empty() {
                return Err(ApplyError::Object(faults));
            }
        }
        walk::merged(self, node, object, &configuration).map_err(ApplyError::Merge)
    }
}

/// An object with a configuration laid over it where nothing is known of its kind: maps are merged key by
/// key, every list is atomic.
///
/// # Errors
/// The configuration has a list, or a value that JSON does not have.
pub fn apply_untyped(object: &Value, configuration: &Part, atomics: Atomics) -> Result<Value, ApplyError> {
    let schema = &Schema::without_types();
    let faults = check::configuration(schema, Node::Unknown, configuration);
    if !faults.is_empty() {
        return Err(ApplyError::Configuration(faults));
    }
    let configuration = configuration.to_value();
    if atomics == Atomics::Refused {
        let found = atomic::find_lists(&configuration);
        if !found.is_empty() {
            return Err(ApplyError::Atomic(found));
        }
    }
    walk::merged(schema, Node::Unknown, object, &configuration).map_err(ApplyError::Merge)
}

#[cfg(test)]
mod tests;
