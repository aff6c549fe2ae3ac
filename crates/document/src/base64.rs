//! Base 64 with the standard alphabet, as Go reads and writes it.

use std::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The first byte that does not fit. The text is Go's; no decoder at hand counts as it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptInput {
    pub at: usize,
}

/// With padding.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut padded = [0; 4];
        for (slot, byte) in padded.iter_mut().skip(1).zip(group) {
            *slot = *byte;
        }
        let bits = u32::from_be_bytes(padded);
        for position in 0..4 {
            let digit = (bits >> (18 - 6 * position)) & 63;
            match ALPHABET.get(digit as usize) {
                Some(digit) if position <= group.len() => text.push(char::from(*digit)),
                _ => text.push('='),
            }
        }
    }
    text
}

/// Line breaks are skipped anywhere. Padding must be complete and last.
///
/// # Errors
/// The first byte that does not fit.
pub fn decode(text: &str) -> Result<Vec<u8>, CorruptInput> {
    decode_as(text, Padding::Required)
}

/// The same without padding.
///
/// # Errors
/// The first byte that does not fit.
pub fn decode_raw(text: &str) -> Result<Vec<u8>, CorruptInput> {
    decode_as(text, Padding::None)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    Required,
    None,
}

fn decode_as(text: &str, padding: Padding) -> Result<Vec<u8>, CorruptInput> {
    let source = text.as_bytes();
    let mut bytes = Vec::with_capacity(source.len() / 4 * 3);
    let mut at = 0;
    loop {
        let (mut bits, mut count) = (0_u32, 0);
        while count < 4 {
            let Some(&byte) = source.get(at) else {
                return match (count, padding) {
                    (0, _) => Ok(bytes),
                    (2 | 3, Padding::None) => {
                        push(&mut bytes, bits, count);
                        Ok(bytes)
                    }
                    _ => Err(CorruptInput { at: at - count }),
                };
            };
            at += 1;
            match (value(byte), byte) {
                (Some(value), _) => {
                    bits = bits << 6 | value;
                    count += 1;
                }
                (None, b'\n' | b'\r') => (),
                (None, b'=') if count >= 2 && padding == Padding::Required => {
                    expect_end(source, at, count)?;
                    push(&mut bytes, bits, count);
                    return Ok(bytes);
                }
                (None, _) => return Err(CorruptInput { at: at - 1 }),
            }
        }
        push(&mut bytes, bits, 4);
    }
}

/// Adds the whole bytes that so many digits hold; at least two.
fn push(bytes: &mut Vec<u8>, bits: u32, digits: usize) {
    let bits = bits << (6 * (4 - digits));
    bytes.extend(bits.to_be_bytes().iter().skip(1).take(digits - 1));
}

/// Bytes as text; each that belongs to no character becomes U+FFFD.
#[must_use]
pub fn text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let mut text = String::new();
            for chunk in error.as_bytes().utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
            }
            text
        }
    }
}

/// Behind a first `=` comes a second one after two digits, and then nothing.
fn expect_end(source: &[u8], mut at: usize, digits: usize) -> Result<(), CorruptInput> {
    let skip = |at: &mut usize| {
        while matches!(source.get(*at), Some(b'\n' | b'\r')) {
            *at += 1;
        }
    };
    if digits == 2 {
        skip(&mut at);
        match source.get(at) {
            Some(b'=') => at += 1,
            Some(_) => return Err(CorruptInput { at: at - 1 }),
            None => return Err(CorruptInput { at }),
        }
    }
    skip(&mut at);
    if at < source.len() {
        return Err(CorruptInput { at });
    }
    Ok(())
}

fn value(byte: u8) -> Option<u32> {
    let (first, from) = match byte {
        b'A'..=b'Z' => (b'A', 0),
        b'a'..=b'z' => (b'a', 26),
        b'0'..=b'9' => (b'0', 52),
        b'+' => (b'+', 62),
        b'/' => (b'/', 63),
        _ => return None,
    };
    Some(u32::from(byte - first) + from)
}

impl fmt::Display for CorruptInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal base64 data at input byte {}", self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_there_and_back() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{3f}\u{fb}>", "P8O7Pg=="),
        ] {
            assert_eq!(encode(plain.as_bytes()), encoded);
            assert_eq!(decode(encoded).as_deref(), Ok(plain.as_bytes()));
            let bare = encoded.trim_end_matches('=');
            assert_eq!(decode_raw(bare).as_deref(), Ok(plain.as_bytes()));
        }
        assert_eq!(decode("Zm\n9v\r\nYg=\n=\n").as_deref(), Ok(b"foob".as_slice()));
    }

    #[test]
    fn faults_are_counted_as_go_does() {
        for (text, at) in [
            ("_-==", 0),
            ("bad!", 3),
            ("SGVsbG8", 4),
            ("A", 0),
            ("====", 0),
            ("Zg=", 3),
            ("Zg=a", 2),
            ("Zg==Zg==", 4),
            ("Zm8=\nx", 5),
            ("Zm9v=", 4),
            ("Z\ng", 1),
        ] {
            assert_eq!(decode(text), Err(CorruptInput { at }), "{text:?}");
        }
    }
}
