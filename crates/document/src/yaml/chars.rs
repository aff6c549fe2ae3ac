//! The characters of YAML 1.1: line breaks, blanks, what may not occur at all (YAML reference §8).

use std::borrow::Cow;

use super::error::{Fault, ReadError};
use super::syntax::Syntax;

/// Bytes as text: UTF-8, or UTF-16 that begins with a byte-order mark.
///
/// # Errors
/// When the bytes are neither.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => decode_utf8(bytes).map(Cow::Borrowed),
    }
}

/// The bytes of a file as text: UTF-8 only, since the splitter of the Go tools mangles UTF-16.
///
/// # Errors
/// When the bytes are no UTF-8.
pub fn decode_file(bytes: &[u8]) -> Result<&str, ReadError> {
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Err(ReadError::new(Fault::Utf16, 0..2)),
        _ => decode_utf8(bytes),
    }
}

fn decode_utf8(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        ReadError::new(Fault::Utf8, start..start + error.error_len().unwrap_or(1))
    })
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, ReadError> {
    let wrong = || ReadError::new(Fault::Utf8, 0..2);
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(wrong());
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .collect::<Result<String, _>>()
        .map(Cow::Owned)
        .map_err(|_| wrong())
}

/// Which line breaks a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// Line feeds only.
    Plain,
    /// Also CR, or one of the three breaks that only YAML 1.1 knows.
    Other,
}

/// Refuses control characters anywhere in a text, and looks at its line breaks.
pub(super) fn check(text: &str) -> Result<Lines, ReadError> {
    const WINDOW: usize = 64;
    let bytes = text.as_bytes();
    let mut lines = Lines::Plain;
    let mut start = 0;
    for window in bytes.chunks(WINDOW) {
        let is_suspicious = window.iter().fold(false, |found, byte| {
            found | !matches!(byte, b' '..=b'~' | b'\n' | b'\t')
        });
        if is_suspicious {
            for at in start..start + window.len() {
                match control_length(bytes, at) {
                    0 => {}
                    length => {
                        let fault = Fault::Syntax(Syntax::ControlCharacter);
                        return Err(ReadError::new(fault, at..at + length));
                    }
                }
                if bytes.get(at) != Some(&b'\n') && break_length(bytes, at, Origin::Text) > 0 {
                    lines = Lines::Other;
                }
            }
        }
        start += window.len();
    }
    Ok(lines)
}

/// The length of the control character that stands at a position; 0 when none does.
fn control_length(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b'\t' | b'\n' | b'\r' | b' '..=b'~', ..] => 0,
        [0..=0x1F | 0x7F, ..] => 1,
        [0xC2, 0x80..=0x84 | 0x86..=0x9F, ..] => 2,
        [0xEF, 0xBF, 0xBE | 0xBF, ..] => 3,
        _ => 0,
    }
}

/// Where a text comes from. Kubernetes' splitter drops the CR before each LF and ends the last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A string that holds YAML.
    Text,
    /// A chunk of a file.
    File,
}

impl Origin {
    /// Whether the last line has a line feed even where the text has none.
    pub(super) fn ends_lines(self) -> bool {
        self == Origin::File
    }
}

/// The bytes of the line break that stands at a position; 0 when none does.
pub(super) fn break_length(bytes: &[u8], at: usize, origin: Origin) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [b'\r', b'\r', b'\n', ..] if origin == Origin::File => 3,
        [b'\r', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_refused_wherever_they_stand() {
        for (text, place) in [
            ("a\tb\r\n\u{85}\u{a0}\u{feff}é😀", None),
            ("a: \u{7}", Some(3..4)),
            ("a: \u{0}b", Some(3..4)),
            ("\u{7f}", Some(0..1)),
            ("é\u{90}", Some(2..4)),
            ("\u{ffff}", Some(0..3)),
        ] {
            assert_eq!(check(text).err().map(|error| error.at), place, "{text:?}");
        }
        let far = format!("{}\u{1}", "é".repeat(1000));
        assert_eq!(check(&far).unwrap_err().at, 2000..2001);
    }

    #[test]
    fn bytes_are_utf8_or_marked_utf16() {
        assert_eq!(decode("é".as_bytes()).unwrap(), "é");
        assert_eq!(decode(b"\xff\xfea\0").unwrap(), "a");
        assert_eq!(decode(b"\xfe\xff\0a").unwrap(), "a");
        assert_eq!(decode(b"ab\xff").unwrap_err().at, 2..3);
        assert_eq!(decode(b"\xff\xfea").unwrap_err().code(), "not-utf8");
        assert_eq!(decode_file(b"\xff\xfea\0").unwrap_err().code(), "utf16-file");
    }
}
