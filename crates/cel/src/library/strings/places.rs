//! Indexes of code points.

use crate::Fault;

/// The byte at which a code point begins, or the end; nothing outside of the text.
pub(super) fn byte_at(text: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    let mut begins = text.char_indices().map(|(byte, _)| byte);
    begins
        .nth(index)
        .or_else(|| (text.chars().count() == index).then_some(text.len()))
}

/// The index of the code point that begins at a byte.
pub(super) fn index_of_byte(text: &str, byte: usize) -> i64 {
    let before = text.get(..byte).unwrap_or(text);
    i64::try_from(before.chars().count()).unwrap_or(i64::MAX)
}

pub(super) fn out_of_range(index: i64) -> Fault {
    Fault::new(format!("index out of range: {index}"))
}
