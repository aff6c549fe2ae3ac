//! The standard functions of JMESPath, one file each.
//!
//! `sum` is not among them: Kyverno has its own.

mod abs;
mod avg;
mod ceil;
mod contains;
mod ends_with;
mod floor;
mod join;
mod keys;
mod length;
mod map;
mod max;
mod max_by;
mod merge;
mod min;
mod min_by;
mod not_null;
mod order;
mod reverse;
mod sort;
mod sort_by;
mod starts_with;
mod to_array;
mod to_number;
mod to_string;
mod r#type;
mod values;

use crate::Function;

/// All standard functions, sorted by name.
pub const STANDARD: &[Function] = &[
    abs::FUNCTION,
    avg::FUNCTION,
    ceil::FUNCTION,
    contains::FUNCTION,
    ends_with::FUNCTION,
    floor::FUNCTION,
    join::FUNCTION,
    keys::FUNCTION,
    length::FUNCTION,
    map::FUNCTION,
    max::FUNCTION,
    max_by::FUNCTION,
    merge::FUNCTION,
    min::FUNCTION,
    min_by::FUNCTION,
    not_null::FUNCTION,
    reverse::FUNCTION,
    sort::FUNCTION,
    sort_by::FUNCTION,
    starts_with::FUNCTION,
    to_array::FUNCTION,
    to_number::FUNCTION,
    to_string::FUNCTION,
    r#type::FUNCTION,
    values::FUNCTION,
];

#[cfg(test)]
mod tests;
