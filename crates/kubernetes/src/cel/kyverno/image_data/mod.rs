//! What registries know of images.

mod get_metadata;

use sekisho_cel::{Function, Library};

/// What registries know of images.
pub const IMAGE_DATA: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[get_metadata::FUNCTION, get_metadata::LOWER];
