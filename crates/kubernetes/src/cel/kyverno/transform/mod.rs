//! Lists of objects as maps.

mod list_obj_to_map;

use sekisho_cel::{Function, Library};

/// Lists of objects as maps.
pub const TRANSFORM: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[list_obj_to_map::FUNCTION, list_obj_to_map::PREFIXED];
