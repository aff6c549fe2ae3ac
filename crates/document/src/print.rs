//! Values and texts as Go's `fmt` prints them: `%v` and `%q`.

use std::fmt::Write;

use crate::walk::{Step, Walk};
use crate::{Keys, Value, number};

/// A value as `%v` prints it: `[a 1 <nil>]`, `map[a:1 b:x]` with sorted keys (engine reference A.6).
#[must_use]
pub fn go_text(value: &Value) -> String {
    let mut text = String::new();
    for step in Walk::new(value, Keys::Sorted) {
        match step {
            Step::Enter { value, key, first } => {
                if !first {
                    text.push(' ');
                }
                if let Some(key) = key {
                    text.push_str(key);
                    text.push(':');
                }
                push_head(&mut text, value);
            }
            Step::Leave { .. } => text.push(']'),
        }
    }
    text
}

/// The name of the Go type that holds a value after decoding, as structure errors show it.
#[must_use]
pub fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::UInt(_) => "uint64",
        Value::Float(_) => "float64",
        Value::String(_) => "string",
        Value::List(_) => "[]interface {}",
        Value::Map(_) => "map[string]interface {}",
    }
}

/// A text in double quotes as `%q` prints it.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            _ => push_escaped(&mut quoted, character),
        }
    }
    quoted.push('"');
    quoted
}

/// A character in single quotes as `%q` prints it.
#[must_use]
pub fn quote_character(character: char) -> String {
    let mut quoted = String::from("'");
    match character {
        '\'' => quoted.push_str("\\'"),
        _ => push_escaped(&mut quoted, character),
    }
    quoted.push('\'');
    quoted
}

/// A leaf, or what opens a list or map.
fn push_head(text: &mut String, value: &Value) {
    // Writing to a `String` cannot fail.
    match value {
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Int(number) => {
            let _ = write!(text, "{number}");
        }
        Value::UInt(number) => {
            let _ = write!(text, "{number}");
        }
        Value::Float(number) => {
            number::push_float(text, *number, number::Notation::General, number::Digits::Shortest);
        }
        Value::String(string) => text.push_str(string),
        Value::Null => text.push_str("<nil>"),
        Value::List(list) => text.push_str(if list.is_empty() { "[]" } else { "[" }),
        Value::Map(map) => text.push_str(if map.is_empty() { "map[]" } else { "map[" }),
    }
}

fn push_escaped(text: &mut String, character: char) {
    let code = u32::from(character);
    // Writing to a `String` cannot fail.
    let _ = match character {
        '\\' => write!(text, "\\\\"),
        '\u{7}' => write!(text, "\\a"),
        '\u{8}' => write!(text, "\\b"),
        '\u{c}' => write!(text, "\\f"),
        '\n' => write!(text, "\\n"),
        '\r' => write!(text, "\\r"),
        '\t' => write!(text, "\\t"),
        '\u{b}' => write!(text, "\\v"),
        '\0'..' ' | '\u{7f}' => write!(text, "\\x{code:02x}"),
        ' '..'\u{7f}' => write!(text, "{character}"),
        _ if is_printable(character) => write!(text, "{character}"),
        '\u{80}'..='\u{ffff}' => write!(text, "\\u{code:04x}"),
        _ => write!(text, "\\U{code:08x}"),
    };
}

/// Go's `unicode.IsPrint` for characters beyond ASCII: letters, marks, numbers, punctuation, symbols.
/// The standard library knows the same set and shows it only in how it escapes a string behind its
/// first character.
fn is_printable(character: char) -> bool {
    // Joiners count as marks there, and as invisible in Go.
    !matches!(character, '\u{200c}' | '\u{200d}' | '\u{e0020}'..='\u{e007f}')
        && String::from_iter(['a', character])
            .escape_debug()
            .all(|escaped| escaped != '\\')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{List, Map};

    #[test]
    fn values_print_as_in_go() {
        let list: List = [
            Value::Int(1),
            "a".into(),
            Value::Null,
            List::from(vec![Value::Float(2.0)]).into(),
        ]
        .into_iter()
        .collect();
        let nested: List = [Value::from(Map::new())].into_iter().collect();
        let map: Map = [("b", Value::Int(1)), ("a", nested.into())].into_iter().collect();
        let rows: &[(Value, &str, &str)] = &[
            (Value::Null, "<nil>", "<nil>"),
            (Value::Bool(true), "true", "bool"),
            (Value::Int(-5), "-5", "int64"),
            (Value::Float(1_000_000.0), "1e+06", "float64"),
            ("<a> \"b\"".into(), "<a> \"b\"", "string"),
            (list.into(), "[1 a <nil> [2]]", "[]interface {}"),
            (List::new().into(), "[]", "[]interface {}"),
            (map.into(), "map[a:[map[]] b:1]", "map[string]interface {}"),
            (Map::new().into(), "map[]", "map[string]interface {}"),
        ];
        for (value, text, name) in rows {
            assert_eq!(go_text(value), *text);
            assert_eq!(go_type(value), *name);
        }
    }

    #[test]
    fn texts_are_quoted_as_in_go() {
        let rows: &[(&str, &str)] = &[
            ("", r#""""#),
            ("a'b\"c\\", r#""a'b\"c\\""#),
            ("\0\u{7}\u{8}\u{b}\u{1b}\u{7f}\n", r#""\x00\a\b\v\x1b\x7f\n""#),
            ("é 世 😀 e\u{301}", "\"é 世 😀 e\u{301}\""),
            (
                "\u{85}\u{a0}\u{ad}\u{2028}\u{feff}",
                r#""\u0085\u00a0\u00ad\u2028\ufeff""#,
            ),
            ("\u{200d}\u{e0001}\u{10ffff}", r#""\u200d\U000e0001\U0010ffff""#),
        ];
        for (text, quoted) in rows {
            assert_eq!(quote(text), *quoted);
        }
        assert_eq!(quote_character('\''), r"'\''");
        assert_eq!(quote_character('"'), "'\"'");
    }
}
