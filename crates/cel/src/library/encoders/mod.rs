//! Bytes as text.

mod decode;
mod encode;

use crate::{Function, Library};

/// The functions, sorted by name.
const FUNCTIONS: &[Function] = &[decode::FUNCTION, encode::FUNCTION];

/// Bytes as text.
pub const ENCODERS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};
