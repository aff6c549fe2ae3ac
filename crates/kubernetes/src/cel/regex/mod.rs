//! Searching with regular expressions.

mod find;
mod find_all;
mod pattern;

use sekisho_cel::{Function, Library};

/// Searching with regular expressions.
pub const REGEX: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[find::FUNCTION, find_all::FUNCTION];
