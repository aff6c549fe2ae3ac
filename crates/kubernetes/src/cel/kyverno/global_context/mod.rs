//! Entries of the global context.

mod get;

use sekisho_cel::{Function, Library};

/// Entries of the global context.
pub const GLOBAL_CONTEXT: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[get::FUNCTION, get::LOWER];
