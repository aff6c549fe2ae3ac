//! The functions of the language and its extensions, by library, one file each.
//!
//! To add one, write `NAME.rs` in the folder of its library with a `FUNCTION`, and add `NAME::FUNCTION` to
//! the sorted list beside the `mod` lines there.

mod bindings;
mod clock;
pub mod cost;
mod encoders;
pub mod estimate;
mod lists;
mod math;
mod optionals;
mod pattern;
mod protos;
mod regex;
mod sets;
mod standard;
mod strings;
mod two_variables;

pub use bindings::BINDINGS;
pub use encoders::ENCODERS;
pub use lists::LISTS;
pub use math::MATH;
pub use optionals::OPTIONALS;
pub use pattern::read as read_pattern;
pub use protos::PROTOS;
pub use regex::REGEX;
pub use sets::SETS;
pub use standard::{STANDARD, STANDARD_NEWER};
pub use strings::STRINGS;
pub use two_variables::TWO_VARIABLES;

use crate::Library;

/// What the base environment of Kubernetes has of the language and its extensions.
pub const KUBERNETES: &[&Library] = &[&STANDARD, &STRINGS, &OPTIONALS, &SETS, &LISTS, &TWO_VARIABLES];

/// Every library with its folder, and what lies there beside functions.
#[cfg(test)]
const ALL: &[(&str, &Library, &[&str])] = &[
    ("bindings", &BINDINGS, &[]),
    ("encoders", &ENCODERS, &[]),
    ("lists", &LISTS, &["ordering"]),
    ("math", &MATH, &["extremes", "numbers", "shifts"]),
    ("optionals", &OPTIONALS, &[]),
    ("protos", &PROTOS, &[]),
    ("regex", &REGEX, &["groups"]),
    ("sets", &SETS, &["containment"]),
    ("standard", &STANDARD, &[]),
    ("strings", &STRINGS, &["places"]),
    ("two_variables", &TWO_VARIABLES, &[]),
];

#[cfg(test)]
mod tests;
