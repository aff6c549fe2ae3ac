//! Hashes of texts.

mod md5;
mod sha1;
mod sha256;

use sekisho_cel::{Arguments, Fault, Function, Library};

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

/// The text of a call. Going through all of it takes long for what the call costs.
fn text<'r>(arguments: &'r mut Arguments<'_, '_>) -> Result<&'r str, Fault> {
    let length = arguments.text(0)?.len();
    arguments.meter.step_by(length / 8)?;
    arguments.text(0)
}
