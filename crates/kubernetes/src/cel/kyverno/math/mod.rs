//! Rounding.

mod round;

use sekisho_cel::{Function, Library};

/// Rounding, beside the functions for numbers that the language has.
pub const MATH: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[round::FUNCTION];
