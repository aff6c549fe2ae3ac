//! JSON patches (RFC 6902) in the dialects of the API server, of Kyverno and of the standard.
//!
//! The API server applies webhook patches with version 4 of a Go library, Kyverno applies
//! `patchesJson6902` with version 5 and options of its own (admission reference §1.12, engine reference
//! §6.5). Error texts are theirs, because they reach users.

mod apply;
mod dialect;
mod read;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::{List, Map, Pointer, Value};

pub use dialect::JsonPatchDialect;

/// Operations in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch(pub Vec<Operation>);

/// One step of a patch.
#[derive(Debug, Clone, PartialEq)]
pub enum Operation {
    Add {
        path: Pointer,
        value: Value,
    },
    Remove {
        path: Pointer,
    },
    Replace {
        path: Pointer,
        value: Value,
    },
    Move {
        from: Pointer,
        path: Pointer,
    },
    Copy {
        from: Pointer,
        path: Pointer,
    },
    Test {
        path: Pointer,
        value: Value,
    },
    /// An operation that its dialect accepts when it is read and refuses when it is reached.
    Faulty(PatchError),
}

/// Why a patch cannot be read or applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchError {
    pub fault: PatchFault,
    /// In the words of the tool whose dialect it is.
    pub message: String,
}

/// What kind of fault it is, for those who decide by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchFault {
    /// The patch is no list of operations.
    Unreadable,
    /// An operation lacks a member, or has one that makes no sense.
    Operation,
    /// Something on the way is missing or is no list or map.
    Missing,
    /// An index is no number, or out of the list.
    Index,
    /// A test of the patch failed.
    Test,
    /// The patch makes the document grow beyond its limit.
    Growth,
}

impl PatchError {
    pub(crate) fn new(fault: PatchFault, message: impl Into<String>) -> PatchError {
        PatchError {
            fault,
            message: message.into(),
        }
    }
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatchError {}

impl Patch {
    /// How many bytes of JSON text a patch may add by copying and by filling up lists: what the API
    /// server allows.
    pub const GROWTH: usize = 3 << 20;

    /// The document after all operations. Nothing of the patch is kept when one fails.
    ///
    /// # Errors
    /// What the first failing operation says.
    pub fn apply(
        &self,
        document: &Value,
        dialect: JsonPatchDialect,
        growth: usize,
    ) -> Result<Value, PatchError> {
        apply::apply(self, document, dialect, growth)
    }

    /// Reads a patch from its document, a list of operations.
    ///
    /// # Errors
    /// Where the dialect checks operations before it applies any.
    pub fn read(patch: &Value, dialect: JsonPatchDialect) -> Result<Patch, PatchError> {
        read::read(patch, dialect)
    }

    /// Reads a patch from the text of a rule, in Kyverno's dialect: JSON when it begins with `[`, else
    /// YAML.
    ///
    /// # Errors
    /// When the text is neither, or the patch is not one that Kyverno accepts.
    pub fn read_text(text: &str) -> Result<Patch, PatchError> {
        read::read_text(text)
    }

    /// The patch as a document: a list of maps with `op`, `from`, `path` and `value`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let operations: List = self.0.iter().filter_map(Operation::to_value).collect();
        operations.into()
    }
}

impl Operation {
    /// The name of the operation; empty for a faulty one.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Operation::Add { .. } => "add",
            Operation::Remove { .. } => "remove",
            Operation::Replace { .. } => "replace",
            Operation::Move { .. } => "move",
            Operation::Copy { .. } => "copy",
            Operation::Test { .. } => "test",
            Operation::Faulty(_) => "",
        }
    }

    /// Where the operation acts; nothing for a faulty one.
    #[must_use]
    pub fn path(&self) -> Option<&Pointer> {
        match self {
            Operation::Add { path, .. }
            | Operation::Remove { path }
            | Operation::Replace { path, .. }
            | Operation::Move { path, .. }
            | Operation::Copy { path, .. }
            | Operation::Test { path, .. } => Some(path),
            Operation::Faulty(_) => None,
        }
    }

    fn to_value(&self) -> Option<Value> {
        let mut map = Map::with_capacity(3);
        map.insert("op", self.name().into());
        if let Operation::Move { from, .. } | Operation::Copy { from, .. } = self {
            map.insert("from", from.as_str().into());
        }
        map.insert("path", self.path()?.as_str().into());
        if let Operation::Add { value, .. }
        | Operation::Replace { value, .. }
        | Operation::Test { value, .. } = self
        {
            map.insert("value", value.clone());
        }
        Some(map.into())
    }
}
