//! Values as JSON text.

use std::fmt::Write;

use crate::walk::{Step, Walk};
use crate::{Keys, Value, number};

/// How JSON text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    pub layout: Layout,
    pub keys: Keys,
    pub escapes: Escapes,
}

impl Form {
    /// One line, keys as they come, nothing escaped but what JSON asks for.
    pub const COMPACT: Form = Form {
        layout: Layout::Compact,
        keys: Keys::AsTheyCome,
        escapes: Escapes::Plain,
    };
    /// Lines with two spaces per level, keys as they come.
    pub const PRETTY: Form = Form {
        layout: Layout::Pretty,
        keys: Keys::AsTheyCome,
        escapes: Escapes::Plain,
    };
    /// One line, sorted keys: equal values have equal texts.
    pub const CANONICAL: Form = Form {
        layout: Layout::Compact,
        keys: Keys::Sorted,
        escapes: Escapes::Plain,
    };
    /// What Go's `json.Marshal` writes for a decoded document.
    pub const GO: Form = Form {
        layout: Layout::Compact,
        keys: Keys::Sorted,
        escapes: Escapes::Html,
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Compact,
    /// Two spaces per level; empty lists and maps stay on their line.
    Pretty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// Quotes, backslashes, control characters, U+2028 and U+2029, as Go without HTML escaping.
    Plain,
    /// `<`, `>` and `&` too.
    Html,
}

/// A value as JSON text, without a final line feed. Floats that JSON cannot hold become `null`.
#[must_use]
pub fn write(value: &Value, form: Form) -> String {
    let mut text = String::new();
    push(&mut text, value, form);
    text
}

/// Appends what [`write()`] returns. Needs no stack: a value may be as deep as memory allows.
pub fn push(text: &mut String, value: &Value, form: Form) {
    push_within(text, value, form, usize::MAX);
}

/// A value as JSON text; nothing when the text is longer than `limit` bytes.
#[must_use]
pub fn write_within(value: &Value, form: Form, limit: usize) -> Option<String> {
    let mut text = String::new();
    push_within(&mut text, value, form, limit).then_some(text)
}

fn push_within(text: &mut String, value: &Value, form: Form, limit: usize) -> bool {
    let mut walk = Walk::new(value, form.keys);
    loop {
        let depth = walk.depth();
        let Some(step) = walk.next() else {
            return text.len() <= limit;
        };
        match step {
            Step::Enter { value, key, first } => {
                if !first {
                    text.push(',');
                }
                if depth > 0 {
                    break_line(text, depth, form.layout);
                }
                if let Some(key) = key {
                    push_string(text, key, form.escapes);
                    text.push_str(if form.layout == Layout::Pretty { ": " } else { ":" });
                }
                push_head(text, value, form.escapes);
            }
            Step::Leave { value } => {
                break_line(text, depth - 1, form.layout);
                text.push(if value.as_list().is_some() { ']' } else { '}' });
            }
        }
        if text.len() > limit {
            return false;
        }
    }
}

/// A string as JSON text with its quotes.
#[must_use]
pub fn escaped(string: &str, escapes: Escapes) -> String {
    let mut text = String::with_capacity(string.len() + 2);
    push_string(&mut text, string, escapes);
    text
}

/// A leaf, or what opens a list or map.
fn push_head(text: &mut String, value: &Value, escapes: Escapes) {
    // Writing to a `String` cannot fail.
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Int(number) => {
            let _ = write!(text, "{number}");
        }
        Value::UInt(number) => {
            let _ = write!(text, "{number}");
        }
        Value::Float(number) => number::push_json_float(text, *number),
        Value::String(string) => push_string(text, string, escapes),
        Value::List(list) => text.push_str(if list.is_empty() { "[]" } else { "[" }),
        Value::Map(map) => text.push_str(if map.is_empty() { "{}" } else { "{" }),
    }
}

fn break_line(text: &mut String, depth: usize, layout: Layout) {
    if layout == Layout::Pretty {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    }
}

fn push_string(text: &mut String, string: &str, escapes: Escapes) {
    text.push('"');
    let mut clean = 0;
    for (at, byte) in string.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "",
            b'<' if escapes == Escapes::Html => "\\u003c",
            b'>' if escapes == Escapes::Html => "\\u003e",
            b'&' if escapes == Escapes::Html => "\\u0026",
            // The last byte of U+2028 and U+2029 tells them apart.
            0xa8 if string
                .as_bytes()
                .get(..=at)
                .is_some_and(|head| head.ends_with(b"\xe2\x80\xa8")) =>
            {
                "\\u2028"
            }
            0xa9 if string
                .as_bytes()
                .get(..=at)
                .is_some_and(|head| head.ends_with(b"\xe2\x80\xa9")) =>
            {
                "\\u2029"
            }
            _ => continue,
        };
        let width = if byte >= 0x80 { 3 } else { 1 };
        text.push_str(string.get(clean..at + 1 - width).unwrap_or_default());
        if escape.is_empty() {
            let _ = write!(text, "\\u{byte:04x}");
        } else {
            text.push_str(escape);
        }
        clean = at + 1;
    }
    text.push_str(string.get(clean..).unwrap_or_default());
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{List, Map};

    fn sample() -> Value {
        let inner: Map = [("z", Value::Null), ("a", Value::Bool(true))]
            .into_iter()
            .collect();
        let list: List = [
            Value::Int(1),
            Value::Float(80.0),
            Value::List(List::new()),
            inner.into(),
        ]
        .into_iter()
        .collect();
        let map: Map = [
            ("list", list.into()),
            ("empty", Map::new().into()),
            ("b", "<&>".into()),
        ]
        .into_iter()
        .collect();
        map.into()
    }

    #[test]
    fn forms() {
        let rows: &[(Form, &str)] = &[
            (
                Form::COMPACT,
                r#"{"list":[1,80,[],{"z":null,"a":true}],"empty":{},"b":"<&>"}"#,
            ),
            (
                Form::CANONICAL,
                r#"{"b":"<&>","empty":{},"list":[1,80,[],{"a":true,"z":null}]}"#,
            ),
            (
                Form::GO,
                r#"{"b":"\u003c\u0026\u003e","empty":{},"list":[1,80,[],{"a":true,"z":null}]}"#,
            ),
            (
                Form::PRETTY,
                "{\n  \"list\": [\n    1,\n    80,\n    [],\n    {\n      \"z\": null,\n      \"a\": true\n    }\n  ],\n  \"empty\": {},\n  \"b\": \"<&>\"\n}",
            ),
        ];
        for (form, text) in rows {
            assert_eq!(write(&sample(), *form), *text);
        }
        assert_eq!(write(&Value::List(List::new()), Form::PRETTY), "[]");
    }

    #[test]
    fn strings_are_escaped_as_in_go() {
        let rows: &[(&str, &str)] = &[
            ("", r#""""#),
            ("é \u{7f} 😀", "\"é \u{7f} 😀\""),
            ("\"\\/", r#""\"\\/""#),
            ("\0\u{1f}\n\r\t\u{8}\u{c}", r#""\u0000\u001f\n\r\t\b\f""#),
            ("a\u{2028}b\u{2029}", r#""a\u2028b\u2029""#),
            ("¨ © \u{2027}\u{202a}", "\"¨ © \u{2027}\u{202a}\""),
        ];
        for (string, text) in rows {
            assert_eq!(escaped(string, Escapes::Plain), *text);
        }
        assert_eq!(escaped("<a>&", Escapes::Html), r#""\u003ca\u003e\u0026""#);
    }

    #[test]
    fn numbers_are_written_as_in_go() {
        let rows: &[(Value, &str)] = &[
            (Value::Int(i64::MIN), "-9223372036854775808"),
            (Value::UInt(u64::MAX), "18446744073709551615"),
            (Value::Float(0.0), "0"),
            (Value::Float(-0.0), "-0"),
            (Value::Float(1_000_000.0), "1000000"),
            (Value::Float(123_456_789_012_345_680.0), "123456789012345680"),
            (Value::Float(1e20), "100000000000000000000"),
            (Value::Float(1e21), "1e+21"),
            (Value::Float(1.5e300), "1.5e+300"),
            (Value::Float(1e-6), "0.000001"),
            (Value::Float(1e-7), "1e-7"),
            (Value::Float(-1.25e-10), "-1.25e-10"),
            (Value::Float(f64::NAN), "null"),
        ];
        for (value, text) in rows {
            assert_eq!(write(value, Form::COMPACT), *text);
        }
    }
}
