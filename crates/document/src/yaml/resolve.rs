//! What a plain scalar means: YAML 1.1 as go-yaml resolves it (YAML reference §1–3).

use std::borrow::Cow;

use super::error::Fault;
use super::timestamp::is_timestamp;
use crate::{Numbers, Text, Value};

/// The meaning of a scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Resolved {
    Null,
    Bool(bool),
    Int(i64),
    /// Only what `Int` cannot hold.
    UInt(u64),
    /// Also infinity and not-a-number, which only a key may be.
    Float(f64),
    Text,
    /// `<<`, which is text except as a key.
    Merge,
}

/// Resolves a plain scalar without a tag.
pub(super) fn resolve(text: &str) -> Resolved {
    match text.as_bytes() {
        [] => Resolved::Null,
        [
            b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' | b'<',
            ..,
        ] => word(text),
        [b'.', ..] => dotted(text),
        [b'0'..=b'9' | b'+' | b'-', ..] => number(text),
        _ => Resolved::Text,
    }
}

fn word(text: &str) -> Resolved {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Resolved::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Resolved::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => Resolved::Null,
        "<<" => Resolved::Merge,
        _ => Resolved::Text,
    }
}

/// A leading dot: Go's own float syntax, where an underscore may stand between two digits.
fn dotted(text: &str) -> Resolved {
    match text {
        ".inf" | ".Inf" | ".INF" => return Resolved::Float(f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Resolved::Float(f64::NAN),
        _ => {}
    }
    let mut before = b'.';
    for byte in text.bytes().chain([b'.']) {
        let is_lone = match (before, byte) {
            (b'_', _) => !byte.is_ascii_digit(),
            (_, b'_') => !before.is_ascii_digit(),
            _ => false,
        };
        if is_lone {
            return Resolved::Text;
        }
        before = byte;
    }
    float(&without_underscores(text))
}

fn number(text: &str) -> Resolved {
    match text {
        "+.inf" | "+.Inf" | "+.INF" => return Resolved::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Resolved::Float(f64::NEG_INFINITY),
        _ => {}
    }
    if let [b'1'..=b'9', rest @ ..] = text.as_bytes()
        && rest.len() < 18
        && rest.iter().all(u8::is_ascii_digit)
    {
        return text.parse().map_or(Resolved::Text, Resolved::Int);
    }
    let text = &*without_underscores(text);
    integer(text).unwrap_or_else(|| float(text))
}

fn without_underscores(text: &str) -> Cow<'_, str> {
    if text.contains('_') {
        Cow::Owned(text.replace('_', ""))
    } else {
        Cow::Borrowed(text)
    }
}

fn integer(text: &str) -> Option<Resolved> {
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'-') => (Some('-'), text.get(1..)?),
        Some(b'+') => (Some('+'), text.get(1..)?),
        _ => (None, text),
    };
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (digits.get(2..)?, 16),
        [b'0', b'o' | b'O', ..] => (digits.get(2..)?, 8),
        [b'0', b'b' | b'B', ..] => (digits.get(2..)?, 2),
        [b'0', _, ..] => (digits.get(1..)?, 8),
        _ => (digits, 10),
    };
    if let Some(magnitude) = magnitude(digits, radix) {
        return match sign {
            Some('-') => i64::try_from(-i128::from(magnitude)).ok().map(Resolved::Int),
            _ => match i64::try_from(magnitude) {
                Ok(int) => Some(Resolved::Int(int)),
                Err(_) => sign.is_none().then_some(Resolved::UInt(magnitude)),
            },
        };
    }
    // Go tries `0b` once more by hand and then takes a sign after it.
    if let Some(digits) = text.strip_prefix("0b") {
        return i64::from_str_radix(digits, 2).ok().map(Resolved::Int);
    }
    let digits = text.strip_prefix("-0b")?;
    i64::from_str_radix(&format!("-{digits}"), 2)
        .ok()
        .map(Resolved::Int)
}

/// Digits without a sign.
fn magnitude(digits: &str, radix: u32) -> Option<u64> {
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

/// `[sign] (.digits | digits [. [digits]]) [e|E [sign] digits]`, not too large.
fn float(text: &str) -> Resolved {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let has_exponent = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && is_digits(digits)
    });
    if !(has_digits && is_digits(whole) && is_digits(fraction) && has_exponent) {
        return Resolved::Text;
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Resolved::Float(float),
        _ => Resolved::Text,
    }
}

/// A tag that changes how a scalar is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnownTag {
    Text,
    Int,
    Float,
    Bool,
    Null,
    Timestamp,
    Binary,
    /// Every other one: the scalar is text.
    Other,
}

fn known(tag: &str) -> (KnownTag, &'static str) {
    let short = tag
        .strip_prefix("tag:yaml.org,2002:")
        .or_else(|| tag.strip_prefix("!!"))
        .unwrap_or_default();
    match short {
        "str" => (KnownTag::Text, "!!str"),
        "int" => (KnownTag::Int, "!!int"),
        "float" => (KnownTag::Float, "!!float"),
        "bool" => (KnownTag::Bool, "!!bool"),
        "null" => (KnownTag::Null, "!!null"),
        "timestamp" => (KnownTag::Timestamp, "!!timestamp"),
        "binary" => (KnownTag::Binary, "!!binary"),
        _ => (KnownTag::Other, ""),
    }
}

/// Whether a tag makes a key a merge key.
pub(super) fn is_merge_tag(tag: &str) -> bool {
    matches!(tag, "tag:yaml.org,2002:merge" | "!!merge")
}

/// Resolves a scalar that has a tag. A text comes back where it is not the one written.
pub(super) fn resolve_tagged(text: &str, tag: &str) -> Result<(Resolved, Option<String>), Fault> {
    let (known, name) = known(tag);
    match known {
        KnownTag::Text | KnownTag::Other => return Ok((Resolved::Text, None)),
        KnownTag::Binary => {
            let bytes = base64(text).ok_or(Fault::Base64)?;
            return Ok((Resolved::Text, Some(lossy(&bytes))));
        }
        KnownTag::Timestamp if is_timestamp(text) => return Ok((Resolved::Text, None)),
        KnownTag::Int | KnownTag::Float | KnownTag::Bool | KnownTag::Null | KnownTag::Timestamp => {}
    }
    let resolved = resolve(text);
    let (fits, found) = match resolved {
        Resolved::Null => (known == KnownTag::Null, "!!null"),
        Resolved::Bool(_) => (known == KnownTag::Bool, "!!bool"),
        Resolved::Int(_) | Resolved::UInt(_) => (known == KnownTag::Int, "!!int"),
        Resolved::Float(_) => (known == KnownTag::Float, "!!float"),
        Resolved::Text | Resolved::Merge => (false, "!!str"),
    };
    if let (Resolved::Int(int), KnownTag::Float) = (resolved, known) {
        #[expect(clippy::cast_precision_loss, reason = "Go rounds in the same way")]
        return Ok((Resolved::Float(int as f64), None));
    }
    if fits {
        return Ok((resolved, None));
    }
    Err(Fault::Tag {
        found,
        text: text.to_owned(),
        tag: name,
    })
}

/// Standard base64 with padding; CR and LF do not count.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut group = [0_u8; 4];
    let mut filled = 0;
    let mut padding = 0;
    for byte in text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')) {
        let sextet = match byte {
            b'=' if filled >= 2 => {
                padding += 1;
                0
            }
            _ if padding > 0 => return None,
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        *group.get_mut(filled)? = sextet;
        filled += 1;
        if filled == 4 {
            let [a, b, c, d] = group;
            let decoded = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
            bytes.extend_from_slice(decoded.get(..3 - padding)?);
            filled = if padding > 0 { 5 } else { 0 };
        }
    }
    (filled == 0 || filled == 5).then_some(bytes)
}

/// Bytes as text, each wrong byte as U+FFFD, as Go's JSON writer does it.
fn lossy(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n(
            char::REPLACEMENT_CHARACTER,
            chunk.invalid().len(),
        ));
    }
    text
}

/// A scalar as a value; its finite floats as JSON text and back, so that `1.0` is a whole number
/// (YAML reference §3).
pub(super) fn value(resolved: Resolved, text: &str, numbers: Numbers) -> Result<Value, Fault> {
    Ok(match resolved {
        Resolved::Null => Value::Null,
        Resolved::Bool(value) => Value::Bool(value),
        Resolved::Int(int) => whole(int, numbers),
        Resolved::UInt(int) => match numbers {
            Numbers::AsWritten => Value::UInt(int),
            #[expect(clippy::cast_precision_loss, reason = "Go rounds in the same way")]
            Numbers::AllFloat => Value::Float(int as f64),
        },
        Resolved::Float(float) if float.is_nan() => return Err(Fault::NotFinite("NaN")),
        Resolved::Float(f64::INFINITY) => return Err(Fault::NotFinite("+Inf")),
        Resolved::Float(f64::NEG_INFINITY) => return Err(Fault::NotFinite("-Inf")),
        Resolved::Float(float) => match numbers {
            Numbers::AsWritten if float.fract() == 0.0 && !(float == 0.0 && float.is_sign_negative()) => {
                let digits = if float.abs() < 1e19 {
                    float.to_string()
                } else {
                    String::new()
                };
                digits.parse().map_or(Value::Float(float), Value::Int)
            }
            Numbers::AsWritten | Numbers::AllFloat => Value::Float(float),
        },
        Resolved::Text | Resolved::Merge => Value::String(Text::new(text)),
    })
}

#[expect(clippy::cast_precision_loss, reason = "Go rounds in the same way")]
pub(super) fn whole(int: i64, numbers: Numbers) -> Value {
    match numbers {
        Numbers::AsWritten => Value::Int(int),
        Numbers::AllFloat => Value::Float(int as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_resolve_as_in_go() {
        use Resolved::{Bool, Float, Int, Merge, Null, Text, UInt};
        for (text, expected) in [
            ("", Null),
            ("~", Null),
            ("y", Bool(true)),
            ("oFF", Text),
            ("<<", Merge),
            ("0", Int(0)),
            ("-0", Int(0)),
            ("0777", Int(511)),
            ("-0o17", Int(-15)),
            ("0x_1F", Int(31)),
            ("0b-101", Int(-5)),
            ("-0b-1", Text),
            ("0x+1", Text),
            ("0x", Text),
            ("+-1", Text),
            ("08", Float(8.0)),
            ("1__0_", Int(10)),
            ("9223372036854775808", UInt(1 << 63)),
            ("-9223372036854775808", Int(i64::MIN)),
            ("+9223372036854775808", Float(9_223_372_036_854_775_808.0)),
            (".1_5", Float(0.15)),
            (".1__5", Text),
            ("._5", Text),
            ("1e400", Text),
            ("1e-400", Float(0.0)),
            ("0x1p-2", Text),
            ("1.2.3", Text),
            ("12:30", Text),
            (".inf", Float(f64::INFINITY)),
            ("-.INF", Float(f64::NEG_INFINITY)),
            ("infinity", Text),
            ("100m", Text),
            ("1e", Text),
            (".", Text),
            ("+", Text),
        ] {
            assert_eq!(resolve(text), expected, "{text:?}");
        }
    }

    #[test]
    fn floats_become_the_integers_that_json_shows() {
        for (float, expected) in [
            (1.0, Value::Int(1)),
            (1e18, Value::Int(1_000_000_000_000_000_000)),
            (1.234_567_890_123_456_7e18, Value::Int(1_234_567_890_123_456_800)),
            (9.3e18, Value::Float(9.3e18)),
            (0.5, Value::Float(0.5)),
            (-0.0, Value::Float(-0.0)),
        ] {
            let found = value(Resolved::Float(float), "", Numbers::AsWritten).unwrap();
            assert_eq!(found, expected, "{float}");
        }
    }

    #[test]
    fn base64_is_strict_about_padding() {
        for (text, expected) in [
            ("", Some("")),
            ("YQ==", Some("a")),
            ("aGVs\nbG8=", Some("hello")),
            ("YQ=", None),
            ("YQ", None),
            ("YQ==YQ==", None),
            ("Y===", None),
            ("Y Q=", None),
        ] {
            let found = base64(text);
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{text:?}");
        }
        assert_eq!(lossy(b"a\xff\xe2\x82b"), "a\u{fffd}\u{fffd}\u{fffd}b");
    }
}
