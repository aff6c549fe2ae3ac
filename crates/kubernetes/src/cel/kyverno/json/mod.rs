//! JSON texts.

mod marshal;
mod native;
mod unmarshal;

use sekisho_cel::{Function, Library};

/// JSON texts.
pub const JSON: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[marshal::FUNCTION, unmarshal::FUNCTION];
