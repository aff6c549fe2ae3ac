//! The texts under which patterns and operators compare values that are no strings.

use std::borrow::Cow;

use sekisho_document::Value;
use sekisho_document::number::{Digits, Notation, format_float};

/// The text a wildcard pattern is matched with (engine reference §5.4.7, A.6): a float has an exponent
/// (`8.08E+03`). Null, lists and maps have none.
#[must_use]
pub fn pattern_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Bool(true) => Some(Cow::Borrowed("true")),
        Value::Bool(false) => Some(Cow::Borrowed("false")),
        Value::Int(number) => Some(Cow::Owned(number.to_string())),
        Value::UInt(_) | Value::Float(_) => value
            .as_f64()
            .map(|number| format_float(number, Notation::UpperExponent, Digits::Shortest))
            .map(Cow::Owned),
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// The text that is read as a duration or quantity: of a float it has six decimals, of null it is `0`.
/// Booleans, lists and maps have none.
#[must_use]
pub fn number_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Null => Some(Cow::Borrowed("0")),
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Int(number) => Some(Cow::Owned(number.to_string())),
        Value::UInt(_) | Value::Float(_) => value
            .as_f64()
            .map(|number| format_float(number, Notation::Plain, Digits::Fixed(6)))
            .map(Cow::Owned),
        Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
    }
}

/// About how much work printing a value is, where comparing two short texts is 1.
#[must_use]
pub fn weight(value: &Value) -> usize {
    /// Bytes that cost as much as one comparison; few, because printed texts take memory as well.
    const BYTES: usize = 8;
    let mut weight = 0;
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        weight += 1;
        match value {
            Value::String(text) => weight += text.len() / BYTES,
            Value::List(list) => waiting.extend(list.iter()),
            Value::Map(map) => {
                weight += map.keys().map(|key| key.len() / BYTES).sum::<usize>();
                waiting.extend(map.values());
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {}
        }
    }
    weight
}

/// Whether a string or key at any depth holds this word.
#[must_use]
pub fn mentions(value: &Value, word: &str) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(text) if text.contains(word) => return true,
            Value::List(list) => waiting.extend(list.iter()),
            Value::Map(map) => {
                if map.keys().any(|key| key.contains(word)) {
                    return true;
                }
                waiting.extend(map.values());
            }
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::UInt(_)
            | Value::Float(_)
            | Value::String(_) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_grows_with_what_is_printed() {
        let texts = |count: usize, length: usize| {
            let item = Value::from("x".repeat(length));
            Value::List(vec![item; count].into())
        };
        assert_eq!(weight(&Value::Int(1)), 1);
        assert_eq!(weight(&texts(3, 1)), 4);
        assert_eq!(weight(&texts(2, 800)), 203);
    }

    #[test]
    fn numbers_have_two_texts() {
        // The table of engine reference A.6.
        let rows: [(Value, Option<&str>, Option<&str>); 10] = [
            (Value::Float(5.0), Some("5E+00"), Some("5.000000")),
            (Value::Float(8080.0), Some("8.08E+03"), Some("8080.000000")),
            (
                Value::Float(4_294_967_296.0),
                Some("4.294967296E+09"),
                Some("4294967296.000000"),
            ),
            (Value::Float(0.000_000_1), Some("1E-07"), Some("0.000000")),
            (Value::Int(8080), Some("8080"), Some("8080")),
            (Value::Bool(true), Some("true"), None),
            (Value::Null, None, Some("0")),
            (Value::from("x"), Some("x"), Some("x")),
            (Value::List([Value::Null].into_iter().collect()), None, None),
            (
                Value::UInt(1 << 63),
                Some("9.223372036854776E+18"),
                Some("9223372036854775808.000000"),
            ),
        ];
        for (value, pattern, number) in rows {
            assert_eq!(pattern_text(&value).as_deref(), pattern, "{value:?}");
            assert_eq!(number_text(&value).as_deref(), number, "{value:?}");
        }
    }
}
