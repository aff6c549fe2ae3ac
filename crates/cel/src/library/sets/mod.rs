//! Lists seen as sets.

mod containment;
mod contains;
mod equivalent;
mod intersects;

use crate::{Function, Library};

/// Lists seen as sets.
pub const SETS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[contains::FUNCTION, equivalent::FUNCTION, intersects::FUNCTION];
