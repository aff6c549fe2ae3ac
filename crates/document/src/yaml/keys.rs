//! Keys as text, and values in Go's notation for its messages (YAML reference §4).

use super::resolve::Resolved;
use crate::number::{Digits, Notation, format_float32, go_float};
use crate::print::quote;
use crate::{Text, Value};

/// The kind of a key before it became text: Go compares keys with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyKind {
    Text,
    Bool,
    Int,
    Float,
}

/// A key that JSON can not have: null, or an integer above the signed range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoKey {
    Null,
    UInt(u64),
}

/// A resolved scalar that is no text as key.
pub(super) fn key(resolved: Resolved) -> Result<(Text, KeyKind), NoKey> {
    match resolved {
        Resolved::Text | Resolved::Merge => Ok((Text::default(), KeyKind::Text)),
        Resolved::Bool(true) => Ok((Text::const_new("true"), KeyKind::Bool)),
        Resolved::Bool(false) => Ok((Text::const_new("false"), KeyKind::Bool)),
        Resolved::Int(int) => Ok((Text::from(int.to_string()), KeyKind::Int)),
        Resolved::Float(float) => Ok((Text::from(float_key(float)), KeyKind::Float)),
        Resolved::Null => Err(NoKey::Null),
        Resolved::UInt(int) => Err(NoKey::UInt(int)),
    }
}

/// A float as key: rounded to 32 bits, with an exponent where it is below -4 or from 6 on.
#[expect(clippy::cast_possible_truncation, reason = "Go rounds keys to 32 bits")]
fn float_key(float: f64) -> String {
    let short = float as f32;
    if short.is_nan() {
        return ".nan".to_owned();
    }
    if short.is_infinite() {
        return if short > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    format_float32(short, Notation::General, Digits::Shortest)
}

/// A key in Go's notation `%#v`.
pub(super) fn key_notation(kind: KeyKind, key: &str) -> String {
    match kind {
        KeyKind::Text => quote(key),
        KeyKind::Bool | KeyKind::Int | KeyKind::Float => key.to_owned(),
    }
}

/// A value in Go's notation `%#v`, cut where it gets long.
pub(super) fn notation(value: &Value) -> String {
    let mut text = String::new();
    write_notation(value, &mut text, true);
    text
}

const LONGEST_NOTATION: usize = 2000;

fn write_notation(value: &Value, text: &mut String, is_outermost: bool) {
    if text.len() > LONGEST_NOTATION {
        return;
    }
    match value {
        Value::Null if is_outermost => text.push_str("<nil>"),
        Value::Null => text.push_str("interface {}(nil)"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Int(int) => text.push_str(&int.to_string()),
        Value::UInt(int) => text.push_str(&format!("{int:#x}")),
        Value::Float(float) => text.push_str(&go_float(*float)),
        Value::String(string) => text.push_str(&quote(string)),
        Value::List(list) => {
            text.push_str("[]interface {}{");
            for (idx, item) in list.iter().enumerate() {
                text.push_str(if idx > 0 { ", " } else { "" });
                write_notation(item, text, false);
            }
            text.push('}');
        }
        Value::Map(map) => {
            text.push_str("map[interface {}]interface {}{");
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            for (idx, (key, item)) in entries.into_iter().enumerate() {
                text.push_str(if idx > 0 { ", " } else { "" });
                text.push_str(&quote(key));
                text.push(':');
                write_notation(item, text, false);
            }
            text.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_keys_have_the_precision_of_32_bits() {
        for (float, expected) in [
            (1.0, "1"),
            (1.5, "1.5"),
            (1e5, "100000"),
            (1e6, "1e+06"),
            (1_000_000.5, "1.0000005e+06"),
            (16_777_217.0, "1.6777216e+07"),
            (0.000_01, "1e-05"),
            (0.000_1, "0.0001"),
            (1.234_567_890_1, "1.2345679"),
            (-0.0, "-0"),
            (1e21, "1e+21"),
            (1e300, ".inf"),
            (f64::NEG_INFINITY, "-.inf"),
        ] {
            assert_eq!(float_key(float), expected, "{float}");
        }
    }

    #[test]
    fn values_have_a_notation_for_messages() {
        let inner: crate::Map = [("x", Value::Null)].into_iter().collect();
        let list = crate::List::from(vec![Value::Int(1), Value::from("a"), Value::Map(inner)]);
        let expected = r#"[]interface {}{1, "a", map[interface {}]interface {}{"x":interface {}(nil)}}"#;
        assert_eq!(notation(&Value::List(list)), expected);
    }
}
