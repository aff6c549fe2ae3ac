//! Random texts.

mod text;

use sekisho_cel::{Function, Library};

/// Random texts.
pub const RANDOM: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[text::FUNCTION, text::PREFIXED];
