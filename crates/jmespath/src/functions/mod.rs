//! The standard functions of JMESPath, one file each.

mod not_null;
mod starts_with;

use crate::Function;

/// All standard functions, sorted by name.
pub const STANDARD: &[Function] = &[not_null::FUNCTION, starts_with::FUNCTION];
