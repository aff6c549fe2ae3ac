//! Hashes of texts.

mod md5;
mod sha1;
mod sha256;

use sekisho_cel::{Function, Library};

/// Hashes of texts.
pub const HASH: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    md5::FUNCTION,
    md5::PREFIXED,
    sha1::FUNCTION,
    sha1::PREFIXED,
    sha256::FUNCTION,
    sha256::PREFIXED,
];
