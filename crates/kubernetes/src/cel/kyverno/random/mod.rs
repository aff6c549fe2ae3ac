//! Random texts.

mod random;

use sekisho_cel::{Function, Library};

/// Random texts.
pub const RANDOM: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[random::FUNCTION, random::PREFIXED];
