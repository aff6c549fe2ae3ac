//! The functions of the language and its extensions, by library, one file each.
//!
//! To add one, write `NAME.rs` in the folder of its library with a `FUNCTION`, and add `NAME::FUNCTION` to
//! the sorted list beside the `mod` lines there.

mod clock;
pub mod cost;
mod encoders;
pub mod estimate;
mod lists;
mod math;
mod optionals;
mod pattern;
mod regex;
mod sets;
mod standard;
mod strings;

pub use encoders::ENCODERS;
pub use lists::LISTS;
pub use math::MATH;
pub use optionals::OPTIONALS;
pub use regex::REGEX;
pub use sets::SETS;
pub use standard::STANDARD;
pub use strings::STRINGS;

use crate::{Library, macros};

/// Comprehensions with two variables.
pub const TWO_VARIABLES: Library = Library {
    functions: &[],
    macros: macros::TWO_VARIABLES,
};

/// `cel.bind`.
pub const BINDINGS: Library = Library {
    functions: &[],
    macros: macros::BINDINGS,
};

/// What the base environment of Kubernetes has of the language and its extensions.
pub const KUBERNETES: &[&Library] = &[&STANDARD, &STRINGS, &OPTIONALS, &SETS, &LISTS, &TWO_VARIABLES];

/// Every library with its folder, and what lies there beside functions.
#[cfg(test)]
const ALL: &[(&str, &Library, &[&str])] = &[
    ("bindings", &BINDINGS, &[]),
    ("encoders", &ENCODERS, &[]),
    ("lists", &LISTS, &["ordering"]),
    ("math", &MATH, &["extremes", "shifts"]),
    ("optionals", &OPTIONALS, &[]),
    ("regex", &REGEX, &["groups"]),
    ("sets", &SETS, &["containment"]),
    ("standard", &STANDARD, &[]),
    ("strings", &STRINGS, &["places"]),
    ("two_variables", &TWO_VARIABLES, &[]),
];

#[cfg(test)]
mod tests;
