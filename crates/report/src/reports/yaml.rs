//! The small part of YAML that reports need.

use sekisho_document::{Map, Value};

use crate::quoted::quoted;

/// The fields of a map, a line each, so far from the left.
pub(super) fn fields(map: &Map, left: usize) -> String {
    let mut text = String::new();
    for (name, value) in map {
        text.extend(std::iter::repeat_n(' ', left));
        text += &scalar(name);
        match value {
            Value::Map(map) => text += &format!(":\n{}", fields(map, left + 2)),
            Value::List(list) => {
                text += ":\n";
                let items = list.iter().filter_map(Value::as_map);
                text.extend(items.map(|item| indented_item(item, left)));
            }
            Value::String(string) => text += &format!(": {}\n", scalar(string)),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {
                text += &format!(": {}\n", crate::quoted::value_text(value));
            }
        }
    }
    text
}

/// A map as an item of a list.
pub(super) fn item(map: &Map) -> String {
    indented_item(map, 0)
}

fn indented_item(map: &Map, left: usize) -> String {
    let mut text = fields(map, left + 2);
    // The dash takes the place of the first blanks.
    let marker = format!("{}- ", " ".repeat(left));
    text.replace_range(..marker.len().min(text.len()), &marker);
    text
}

/// A string, without quotes where nobody could take it for anything else.
fn scalar(string: &str) -> String {
    let is_plain = string.starts_with(|first: char| first.is_ascii_alphabetic())
        && !string.ends_with(' ')
        && string
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b" ./_'-,".contains(&byte))
        && !WORDS.contains(&string.to_ascii_lowercase().as_str());
    if is_plain {
        string.to_owned()
    } else {
        quoted(string)
    }
}

/// What some version of YAML reads as a truth value or as nothing.
const WORDS: &[&str] = &["true", "false", "yes", "no", "on", "off", "y", "n", "null"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stay_strings() {
        let rows = [
            ("", "\"\""),
            ("kyverno", "kyverno"),
            ("rule 'a' passed.", "rule 'a' passed."),
            ("NO", "\"NO\""),
            ("1.0", "\"1.0\""),
            ("a: b", "\"a: b\""),
            ("a #b", "\"a #b\""),
            ("- a", "\"- a\""),
            ("a ", "\"a \""),
            ("a\nb\u{7f}", "\"a\\nb\\u007f\""),
        ];
        for (string, expected) in rows {
            assert_eq!(scalar(string), expected, "{string:?}");
        }
    }
}
