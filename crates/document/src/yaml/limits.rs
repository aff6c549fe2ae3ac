//! How much a reader may spend on one document.

use crate::Value;

/// The limits of one reading. Each breach is a [`Fault`](super::Fault) with the limit in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nested lists and maps.
    pub depth: usize,
    /// Bytes of one document.
    pub bytes: usize,
    /// Bytes of text that aliases and merge keys may add to a document beyond what is written.
    pub alias_bytes: usize,
}

impl Limits {
    /// For files of users: documents up to 64 MiB.
    pub const DEFAULT: Limits = Limits {
        depth: Value::DEPTH,
        bytes: 64 << 20,
        alias_bytes: 16 << 20,
    };
}
