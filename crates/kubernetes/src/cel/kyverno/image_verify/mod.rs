//! Signatures and attestations of images.

mod extract_payload;
mod get_image_data;
mod verify_attestation_signatures;
mod verify_image_signatures;

use sekisho_cel::{Function, Library, Shape};

/// Signatures and attestations of images.
pub const IMAGE_VERIFY: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    extract_payload::FUNCTION,
    get_image_data::FUNCTION,
    verify_attestation_signatures::FUNCTION,
    verify_image_signatures::FUNCTION,
];

const ATTESTORS: Shape = Shape::List(&Shape::Dyn);
