//! What looking into ranges costs (reference §6).

use sekisho_cel::library::cost::{size_at, tenth};
use sekisho_cel::{Bounds, Operands, Value};

/// A fifth of the range.
pub(super) fn looking(arguments: &[Value<'_>]) -> u64 {
    size_at(arguments, 0).div_ceil(5)
}

/// The same, and a tenth of an argument that has to be read first.
pub(super) fn looking_for_text(arguments: &[Value<'_>]) -> u64 {
    looking(arguments).saturating_add(tenth(size_at(arguments, 1)))
}

/// The bytes that the bits of a range may cover, as far as is known before.
pub(super) const RANGE: Bounds = Bounds {
    least: 4,
    greatest: 16,
};

/// The same estimate where the argument is a value already.
pub(super) fn estimated() -> Bounds {
    RANGE.times(0.2)
}

/// The same estimate where the argument is a text.
pub(super) fn estimated_text(operands: &Operands<'_>) -> Bounds {
    estimated().plus(operands.size(1).times(0.1))
}
