//! Patches: what mutations may write.

mod escape_key;
mod objects;

use sekisho_cel::{Function, Library};

pub(super) use objects::declare;
pub use objects::{OBJECT, PATCH, applied, name_fault};

/// Patches.
pub const JSON_PATCH: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[escape_key::FUNCTION];
