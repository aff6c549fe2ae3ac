//! Objects that a policy makes.

mod apply;

use sekisho_cel::Library;

/// Objects that a policy makes.
pub const GENERATOR: Library = Library {
    functions: &[apply::FUNCTION, apply::LOWER],
    macros: &[],
};

/// The same for policies that live in a namespace, which is that of what they make.
pub const GENERATOR_NAMESPACED: Library = Library {
    functions: &[apply::NAMESPACED, apply::LOWER_NAMESPACED],
    macros: &[],
};
