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

/// Texts.
pub const STRINGS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    char_at::FUNCTION,
    format::FUNCTION,
    index_of::FUNCTION,
    join::FUNCTION,
    last_index_of::FUNCTION,
    lower_ascii::FUNCTION,
    quote::FUNCTION,
    replace::FUNCTION,
    split::FUNCTION,
    substring::FUNCTION,
    trim::FUNCTION,
    upper_ascii::FUNCTION,
];
