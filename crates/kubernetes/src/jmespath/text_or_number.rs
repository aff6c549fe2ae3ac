//! Arguments that may be a text or a number taken as text.

use std::borrow::Cow;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_document::number::{Digits, Notation, format_float32};
use sekisho_jmespath::Arguments;

/// The text of an argument, or the text of the number that it is.
pub(super) fn text_or_number<'r>(
    arguments: &Arguments<'r, '_>,
    position: usize,
) -> Result<Cow<'r, str>, Complaint> {
    match arguments.get(position).value() {
        Some(Value::Float(number)) => Ok(Cow::Owned(single_float(*number))),
        _ => arguments.text(position).map(Cow::Borrowed),
    }
}

/// A number as text through 32 bits: the nearest single with its shortest digits and no exponent
/// (JMESPath reference §6.2). Upstream means to use 64 bits some day.
#[expect(clippy::cast_possible_truncation, reason = "as upstream does")]
pub(super) fn single_float(number: f64) -> String {
    format_float32(number as f32, Notation::Plain, Digits::Shortest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_through_32_bits() {
        for (number, expected) in [
            (8080.0, "8080"),
            (1.5, "1.5"),
            (16_777_217.0, "16777216"),
            (123_456_789.0, "123456790"),
            (1e21, "1000000000000000000000"),
            (1e300, "+Inf"),
            (-1e300, "-Inf"),
        ] {
            assert_eq!(single_float(number), expected);
        }
    }
}
