//! Base64 with the standard alphabet.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// With padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut bits = [0_u8; 3];
        for (slot, byte) in bits.iter_mut().zip(chunk) {
            *slot = *byte;
        }
        let [first, second, third] = bits.map(u32::from);
        let bits = first << 16 | second << 8 | third;
        for position in 0..4 {
            if position > chunk.len() {
                text.push('=');
                continue;
            }
            let digit = (bits >> (18 - 6 * position)) & 0x3f;
            let letter = ALPHABET.get(digit as usize).copied().unwrap_or(b'=');
            text.push(char::from(letter));
        }
    }
    text
}

/// What Go's `base64.StdEncoding` makes of a text, line breaks passed over; else the byte at which it
/// stops.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    decode_with(text, Padding::Required)
}

/// The same without padding.
pub(crate) fn decode_raw(text: &str) -> Result<Vec<u8>, usize> {
    decode_with(text, Padding::None)
}

#[derive(Clone, Copy, PartialEq)]
enum Padding {
    Required,
    None,
}

fn decode_with(text: &str, padding: Padding) -> Result<Vec<u8>, usize> {
    let mut letters = text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| !matches!(byte, b'\n' | b'\r'));
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    loop {
        let (mut bits, mut count) = (0_u32, 0_u32);
        while count < 4 {
            let Some((at, letter)) = letters.next() else {
                return match (count, padding) {
                    (0, _) => Ok(bytes),
                    (2 | 3, Padding::None) => {
                        push(&mut bytes, bits, count);
                        Ok(bytes)
                    }
                    _ => Err(text.len().saturating_sub(count as usize)),
                };
            };
            if letter == b'=' && padding == Padding::Required && count >= 2 {
                let needs_second = count == 2;
                if needs_second && !matches!(letters.next(), Some((_, b'='))) {
                    return Err(text.len());
                }
                if let Some((behind, _)) = letters.next() {
                    return Err(behind);
                }
                push(&mut bytes, bits, count);
                return Ok(bytes);
            }
            bits = bits << 6 | value(letter).ok_or(at)?;
            count += 1;
        }
        push(&mut bytes, bits, 4);
    }
}

/// Adds the whole bytes that so many letters hold.
fn push(bytes: &mut Vec<u8>, bits: u32, count: u32) {
    let bits = bits << (6 * (4 - count));
    let [_, first, second, third] = bits.to_be_bytes();
    let made = [first, second, third];
    let length = count.saturating_sub(1) as usize;
    bytes.extend_from_slice(made.get(..length).unwrap_or_default());
}

fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text_and_bytes_again() {
        for (bytes, text) in [
            ("", ""),
            ("a", "YQ=="),
            ("ab", "YWI="),
            ("abc", "YWJj"),
            ("abcd", "YWJjZA=="),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text), Ok(bytes.as_bytes().to_vec()));
            assert_eq!(
                decode_raw(text.trim_end_matches('=')),
                Ok(bytes.as_bytes().to_vec())
            );
        }
        assert_eq!(decode("YW Jj"), Err(2));
        assert!(decode("YQ").is_err() && decode("YQ=").is_err() && decode("YQ==x").is_err());
    }
}
