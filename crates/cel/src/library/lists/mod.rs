//! Lists.

mod distinct;
mod flatten;
mod ordering;
mod range;
mod reverse;
mod slice;
mod sort;
mod sort_by;

use crate::{Function, Library};

/// The functions, sorted by name.
const FUNCTIONS: &[Function] = &[
    sort_by::FUNCTION,
    distinct::FUNCTION,
    flatten::FUNCTION,
    range::FUNCTION,
    reverse::FUNCTION,
    slice::FUNCTION,
    sort::FUNCTION,
];

/// Lists.
pub const LISTS: Library = Library {
    functions: FUNCTIONS,
    macros: crate::macros::SORTING,
};
