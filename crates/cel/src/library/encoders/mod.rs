//! Bytes as text.

mod decode;
mod encode;

use crate::{Function, Library};

/// Bytes as text.
pub const ENCODERS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[decode::FUNCTION, encode::FUNCTION];
