//! References to images, taken apart as tools for registries do.

mod contains_digest;
mod digest;
mod identifier;
mod is_image;
mod parse_image_reference;
mod reference;
mod registry;
mod repository;
mod tag;

use sekisho_cel::{Function, Library};

/// References to images.
pub const IMAGE: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    contains_digest::FUNCTION,
    digest::FUNCTION,
    identifier::FUNCTION,
    is_image::FUNCTION,
    parse_image_reference::FUNCTION,
    parse_image_reference::OLD,
    registry::FUNCTION,
    repository::FUNCTION,
    tag::FUNCTION,
];
