//! Texts.

mod char_at;
mod format;
mod index_of;
mod join;
mod last_index_of;
mod lower_ascii;
mod places;
mod quote;
mod replace;
mod split;
mod substring;
mod trim;
mod upper_ascii;

use crate::{Function, Library};

/// The functions, sorted by name.
const FUNCTIONS: &[Function] = &[
    char_at::FUNCTION,
    format::FUNCTION,
    index_of::FUNCTION,
    join::FUNCTION,
    last_index_of::FUNCTION,
    lower_ascii::FUNCTION,
    replace::FUNCTION,
    split::FUNCTION,
    quote::FUNCTION,
    substring::FUNCTION,
    trim::FUNCTION,
    upper_ascii::FUNCTION,
];

/// Texts.
pub const STRINGS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};
