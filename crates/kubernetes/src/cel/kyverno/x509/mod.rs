//! Certificates.

mod decode;

use sekisho_cel::{Function, Library};

/// Certificates.
pub const X509: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[decode::FUNCTION];
