//! The macros of the language and its extensions, one file each.

mod all;
mod all_pairs;
mod bind;
mod exists;
mod exists_one;
mod exists_one_of_pairs;
mod exists_one_pairs;
mod exists_pairs;
mod extreme;
mod filter;
mod greatest;
mod has;
mod least;
mod map;
mod map_some;
mod opt_flat_map;
mod opt_map;
mod sort_by;
mod transform_list;
mod transform_list_some;
mod transform_map;
mod transform_map_entry;
mod transform_map_entry_some;
mod transform_map_some;

use crate::expansion::Macro;

/// Of the language itself.
pub const STANDARD: &[Macro] = &[
    all::MACRO,
    exists::MACRO,
    exists_one::MACRO,
    filter::MACRO,
    has::MACRO,
    map::MACRO,
    map_some::MACRO,
];

/// Of optional values.
pub const OPTIONALS: &[Macro] = &[opt_flat_map::MACRO, opt_map::MACRO];

/// Of comprehensions with two variables.
pub const TWO_VARIABLES: &[Macro] = &[
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

/// `cel.bind`.
pub const BINDINGS: &[Macro] = &[bind::MACRO];

/// `sortBy`.
pub const SORTING: &[Macro] = &[sort_by::MACRO];

/// `math.greatest` and `math.least`.
pub const MATH: &[Macro] = &[greatest::MACRO, least::MACRO];
