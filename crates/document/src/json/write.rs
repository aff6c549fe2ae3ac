//! Values as JSON text.

use std::fmt::Write;

use crate::{Map, Text, Value, map, number};

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
pub enum Keys {
    AsTheyCome,
    /// By their bytes, at every level.
    Sorted,
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

/// Appends what [`write`] returns. Needs no stack: a value may be as deep as memory allows.
pub fn push(text: &mut String, value: &Value, form: Form) {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            match opened(text, value, form) {
                Some(container) => open.push(container),
                None => push_leaf(text, value, form.escapes),
            }
        }
        let depth = open.len();
        let Some(container) = open.last_mut() else {
            return;
        };
        let first = std::mem::replace(&mut container.first, false);
        match container.rest.next() {
            Some((key, value)) => {
                if !first {
                    text.push(',');
                }
                break_line(text, depth, form.layout);
                if let Some(key) = key {
                    push_string(text, key, form.escapes);
                    text.push_str(if form.layout == Layout::Pretty { ": " } else { ":" });
                }
                next = Some(value);
            }
            None => {
                break_line(text, depth - 1, form.layout);
                text.push(container.close);
                open.pop();
            }
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

/// A list or map that is being written.
struct Open<'a> {
    rest: Rest<'a>,
    first: bool,
    close: char,
}

enum Rest<'a> {
    Items(std::slice::Iter<'a, Value>),
    Entries(map::Iter<'a>),
    Sorted(std::vec::IntoIter<(&'a Text, &'a Value)>),
}

impl<'a> Rest<'a> {
    fn next(&mut self) -> Option<(Option<&'a Text>, &'a Value)> {
        match self {
            Rest::Items(items) => items.next().map(|item| (None, item)),
            Rest::Entries(entries) => entries.next().map(|(key, value)| (Some(key), value)),
            Rest::Sorted(entries) => entries.next().map(|(key, value)| (Some(key), value)),
        }
    }

    fn entries(map: &'a Map, keys: Keys) -> Rest<'a> {
        if keys == Keys::AsTheyCome || map.keys().is_sorted() {
            return Rest::Entries(map.iter());
        }
        let mut entries: Vec<_> = map.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        Rest::Sorted(entries.into_iter())
    }
}

/// Opens a list or map that has something in it.
fn opened<'a>(text: &mut String, value: &'a Value, form: Form) -> Option<Open<'a>> {
    let (open, close, rest) = match value {
        Value::List(list) if !list.is_empty() => ('[', ']', Rest::Items(list.iter())),
        Value::Map(map) if !map.is_empty() => ('{', '}', Rest::entries(map, form.keys)),
        _ => return None,
    };
    text.push(open);
    Some(Open {
        rest,
        first: true,
        close,
    })
}

fn push_leaf(text: &mut String, value: &Value, escapes: Escapes) {
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
        Value::List(_) => text.push_str("[]"),
        Value::Map(_) => text.push_str("{}"),
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
    use crate::List;

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
