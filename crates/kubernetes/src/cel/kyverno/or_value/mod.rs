//! `orValue` for values that are no optionals too.

mod rewrite;
mod value_or;

use sekisho_cel::Library;

/// `orValue` for values that are no optionals too (CEL policies reference §9.1).
pub const OR_VALUE: Library = Library {
    functions: &[value_or::FUNCTION],
    macros: &[rewrite::MACRO],
};
