//! What reading a text into a value may take.

use sekisho_cel::{Arguments, Fault};

/// A short text such as `[[[` makes values that are larger than itself by about so much.
const GROWTH: usize = 24;

/// Takes room for the value that a text may become.
pub(super) fn take_room(arguments: &mut Arguments<'_, '_>, position: usize) -> Result<(), Fault> {
    let length = arguments.text(position)?.len();
    arguments.meter.take(length.saturating_mul(GROWTH))
}
