//! Replacing one text by another.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::Arguments;

/// The text of the first argument with the second replaced by the third, up to `count` times. An empty
/// second argument stands before each character and at the end.
pub(super) fn replaced(arguments: &Arguments<'_, '_>, count: usize) -> Result<String, Complaint> {
    let (text, old, new) = (arguments.text(0)?, arguments.text(1)?, arguments.text(2)?);
    let found = text.matches(old).take(count).count();
    arguments.expect_room(text.len() + found.saturating_mul(new.len()))?;
    Ok(text.replacen(old, new, count))
}
