//! YAML texts.

mod parse;

use sekisho_cel::{Function, Library};

/// YAML texts.
pub const YAML: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[parse::FUNCTION];
