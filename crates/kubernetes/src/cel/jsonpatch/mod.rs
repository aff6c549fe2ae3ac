//! Patches: what mutations may write.

mod configuration;
mod escape_key;
mod objects;
mod patch;

use sekisho_cel::{Function, Library};

pub use configuration::configuration;
pub(super) use objects::declare;
pub use objects::{OBJECT, PATCH, applied, name_fault};
pub use patch::{JsonPatchError, patched};

/// Patches.
pub const JSON_PATCH: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[escape_key::FUNCTION];

#[cfg(test)]
mod tests;
