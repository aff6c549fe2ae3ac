//! Names for values.

mod bind;

use crate::{Library, Macro};

/// Names for values.
pub const BINDINGS: Library = Library {
    functions: &[],
    macros: MACROS,
};

const MACROS: &[Macro] = &[bind::MACRO];
