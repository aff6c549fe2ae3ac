//! Optional values.

mod first;
mod has_value;
mod index_of_optional;
mod last;
mod none;
mod of;
mod of_non_zero_value;
mod optional_index;
mod or;
mod or_value;
mod unwrap;
mod unwrap_opt;
mod value;

use crate::{Function, Library};

/// The functions, sorted by name.
const FUNCTIONS: &[Function] = &[
    optional_index::FUNCTION,
    index_of_optional::FUNCTION,
    first::FUNCTION,
    has_value::FUNCTION,
    last::FUNCTION,
    none::FUNCTION,
    of::FUNCTION,
    of_non_zero_value::FUNCTION,
    unwrap::FUNCTION,
    or::FUNCTION,
    or_value::FUNCTION,
    unwrap_opt::FUNCTION,
    value::FUNCTION,
];

/// Optional values.
pub const OPTIONALS: Library = Library {
    functions: FUNCTIONS,
    macros: crate::macros::OPTIONALS,
};
