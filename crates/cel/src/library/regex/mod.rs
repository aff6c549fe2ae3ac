//! Regular expressions.

mod extract;
mod extract_all;
mod groups;
mod replace;

use crate::{Function, Library};

/// Regular expressions.
pub const REGEX: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[extract::FUNCTION, extract_all::FUNCTION, replace::FUNCTION];
