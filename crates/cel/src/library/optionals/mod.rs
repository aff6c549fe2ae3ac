//! Optional values.

mod first;
mod has_value;
mod index_of_optional;
mod last;
mod none;
mod of;
mod of_non_zero_value;
mod opt_flat_map;
mod opt_map;
mod optional_index;
mod or;
mod or_value;
mod unwrap;
mod unwrap_opt;
mod value;

use crate::{Function, Library, Macro};

/// Optional values.
pub const OPTIONALS: Library = Library {
    functions: FUNCTIONS,
    macros: MACROS,
};

const FUNCTIONS: &[Function] = &[
    first::FUNCTION,
    has_value::FUNCTION,
    index_of_optional::FUNCTION,
    last::FUNCTION,
    none::FUNCTION,
    of::FUNCTION,
    of_non_zero_value::FUNCTION,
    optional_index::FUNCTION,
    or::FUNCTION,
    or_value::FUNCTION,
    unwrap::FUNCTION,
    unwrap_opt::FUNCTION,
    value::FUNCTION,
];

const MACROS: &[Macro] = &[opt_flat_map::MACRO, opt_map::MACRO];
