//! Comprehensions with two variables.

mod all_pairs;
mod exists_one_of_pairs;
mod exists_one_pairs;
mod exists_pairs;
mod transform_list;
mod transform_list_some;
mod transform_map;
mod transform_map_entry;
mod transform_map_entry_some;
mod transform_map_some;

use crate::{Library, Macro};

/// Comprehensions with two variables.
pub const TWO_VARIABLES: Library = Library {
    functions: &[],
    macros: MACROS,
};

const MACROS: &[Macro] = &[
    all_pairs::MACRO,
    exists_one_of_pairs::MACRO,
    exists_one_pairs::MACRO,
    exists_pairs::MACRO,
    transform_list::MACRO,
    transform_list_some::MACRO,
    transform_map::MACRO,
    transform_map_entry::MACRO,
    transform_map_entry_some::MACRO,
    transform_map_some::MACRO,
];
