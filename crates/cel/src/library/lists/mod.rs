//! Lists.

mod distinct;
mod flatten;
mod ordering;
mod range;
mod reverse;
mod slice;
mod sort;
mod sort_by;
mod sort_by_keys;

use crate::{Function, Library, Macro};

/// Lists.
pub const LISTS: Library = Library {
    functions: FUNCTIONS,
    macros: MACROS,
};

const FUNCTIONS: &[Function] = &[
    distinct::FUNCTION,
    flatten::FUNCTION,
    range::FUNCTION,
    reverse::FUNCTION,
    slice::FUNCTION,
    sort::FUNCTION,
    sort_by_keys::FUNCTION,
];

const MACROS: &[Macro] = &[sort_by::MACRO];
