//! Compressed texts.

mod compress;
mod decompress;
mod deflate;
mod huffman;

use sekisho_cel::{Function, Library};

/// Compressed texts.
pub const GZIP: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[compress::FUNCTION, decompress::FUNCTION];
