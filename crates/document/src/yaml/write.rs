//! Values as YAML that the Go tools read back unchanged: block style, keys in their order.

use std::fmt::Write;

use super::resolve::{Resolved, resolve};
use super::timestamp::is_timestamp;
use crate::number::{Digits, Notation};
use crate::{List, Map, Value, map, number};

/// A value as a YAML document that ends with a line feed.
///
/// Text that YAML 1.1 would take for something else is quoted, text of several lines is a literal block where
/// that is exact. A float without fraction is written as the whole number JSON shows; one that JSON cannot hold
/// is written as null.
#[must_use]
pub fn write(value: &Value) -> String {
    let mut writer = Writer {
        text: String::new(),
        open: Vec::new(),
    };
    match value {
        Value::Map(map) if !map.is_empty() => writer.open_map(map, 0, Start::Line),
        Value::List(list) if !list.is_empty() => writer.open_list(list, 0, Start::Line),
        other => writer.scalar(other, 0),
    }
    writer.run();
    writer.text
}

struct Writer<'v> {
    text: String,
    open: Vec<Open<'v>>,
}

/// A collection that is not written to its end.
struct Open<'v> {
    entries: Entries<'v>,
    indent: usize,
    start: Start,
}

enum Entries<'v> {
    Map(map::Iter<'v>),
    List(std::slice::Iter<'v, Value>),
}

/// Whether the next entry begins a line or goes on behind a dash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Line,
    Dash,
}

impl<'v> Writer<'v> {
    /// Needs no stack: a value may be as deep as memory allows.
    fn run(&mut self) {
        while let Some(open) = self.open.last_mut() {
            let indent = open.indent;
            let start = std::mem::replace(&mut open.start, Start::Line);
            match &mut open.entries {
                Entries::Map(entries) => match entries.next() {
                    Some((key, value)) => {
                        self.begin(start, indent);
                        self.key(key, indent);
                        self.entry_value(value, indent);
                    }
                    None => drop(self.open.pop()),
                },
                Entries::List(items) => match items.next() {
                    Some(item) => {
                        self.begin(start, indent);
                        self.text.push('-');
                        self.item(item, indent);
                    }
                    None => drop(self.open.pop()),
                },
            }
        }
    }

    fn begin(&mut self, start: Start, indent: usize) {
        if start == Start::Line {
            self.indent(indent);
        }
    }

    fn indent(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    fn open_map(&mut self, map: &'v Map, indent: usize, start: Start) {
        let entries = Entries::Map(map.iter());
        self.open.push(Open {
            entries,
            indent,
            start,
        });
    }

    fn open_list(&mut self, list: &'v List, indent: usize, start: Start) {
        let entries = Entries::List(list.iter());
        self.open.push(Open {
            entries,
            indent,
            start,
        });
    }

    /// What follows the colon of a key. A list stands at the column of its key.
    fn entry_value(&mut self, value: &'v Value, indent: usize) {
        match value {
            Value::Map(map) if !map.is_empty() => {
                self.text.push('\n');
                self.open_map(map, indent + 2, Start::Line);
            }
            Value::List(list) if !list.is_empty() => {
                self.text.push('\n');
                self.open_list(list, indent, Start::Line);
            }
            other => {
                self.text.push(' ');
                self.scalar(other, indent);
            }
        }
    }

    /// What follows a dash.
    fn item(&mut self, item: &'v Value, indent: usize) {
        self.text.push(' ');
        match item {
            Value::Map(map) if !map.is_empty() => self.open_map(map, indent + 2, Start::Dash),
            Value::List(list) if !list.is_empty() => self.open_list(list, indent + 2, Start::Dash),
            other => self.scalar(other, indent),
        }
    }

    /// A key with its colon. One that is too long for the line before a colon is written out.
    fn key(&mut self, key: &str, indent: usize) {
        let start = self.text.len();
        self.line_text(key);
        let written = self.text.get(start..).unwrap_or_default();
        if written.chars().count() > LONGEST_KEY {
            self.text.insert_str(start, "? ");
            self.text.push('\n');
            self.indent(indent);
        }
        self.text.push(':');
    }

    /// A scalar or an empty collection, to the end of its line.
    fn scalar(&mut self, value: &Value, indent: usize) {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(true) => self.text.push_str("true"),
            Value::Bool(false) => self.text.push_str("false"),
            // Writing to a `String` cannot fail.
            Value::Int(int) => drop(write!(self.text, "{int}")),
            Value::UInt(int) => drop(write!(self.text, "{int}")),
            Value::Float(float) if *float == 0.0 && float.is_sign_negative() => self.text.push_str("-0.0"),
            // With an exponent it stays a float where a whole number of 64 bits could stand.
            Value::Float(float) if (9.2e18..1e21).contains(&float.abs()) => {
                number::push_float(&mut self.text, *float, Notation::Exponent, Digits::Shortest);
            }
            Value::Float(float) => number::push_json_float(&mut self.text, *float),
            Value::String(string) if is_block(string) => return self.block(string, indent + 2),
            Value::String(string) => self.line_text(string),
            Value::List(_) => self.text.push_str("[]"),
            Value::Map(_) => self.text.push_str("{}"),
        }
        self.text.push('\n');
    }

    fn block(&mut self, string: &str, indent: usize) {
        let lines = string.strip_suffix('\n');
        self.text.push_str(match lines {
            None => "|-\n",
            Some(lines) if lines.ends_with('\n') => "|+\n",
            Some(_) => "|\n",
        });
        for line in lines.unwrap_or(string).split('\n') {
            if !line.is_empty() {
                self.indent(indent);
            }
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// Text on one line: plain, in single quotes, or in double quotes with escapes.
    fn line_text(&mut self, string: &str) {
        let is_clean = string.chars().all(|character| !needs_escape(character));
        if is_clean && is_plain(string) {
            if means_text(string) {
                return self.text.push_str(string);
            }
        } else if is_clean && !string.is_empty() {
            self.text.push('\'');
            self.text.push_str(&string.replace('\'', "''"));
            return self.text.push('\'');
        }
        self.text.push('"');
        for character in string.chars() {
            match character {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                other if needs_escape(other) => match u32::from(other) {
                    code @ 0..=0xFF => drop(write!(self.text, "\\x{code:02X}")),
                    code => drop(write!(self.text, "\\u{code:04X}")),
                },
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }
}

/// Keys of more characters, with their quotes, cannot stand before a colon (YAML reference §5).
const LONGEST_KEY: usize = 1024;

/// Whether a literal block gives exactly this text: several lines, of which the first shows the indentation.
fn is_block(string: &str) -> bool {
    string.contains('\n')
        && !string.starts_with(['\n', ' ', '\t'])
        && string
            .chars()
            .all(|character| matches!(character, '\n' | '\t') || !needs_escape(character))
}

/// What cannot stand in a line: control characters, line breaks, the byte-order mark.
fn needs_escape(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
    )
}

/// Whether a text keeps its extent without quotes, as key and as value.
fn is_plain(string: &str) -> bool {
    let starts_well = match string.as_bytes() {
        [] | [b'-'] => false,
        [b'-', b' ', ..] => false,
        [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..] => false,
        [b'-', ..] => true,
        [first, ..] => !b"?:,[]{}#&*!|>'\"%@` =".contains(first),
    };
    starts_well && !string.ends_with([' ', ':']) && !string.contains(": ") && !string.contains(" #")
}

/// Whether a plain scalar is this text, to the Go tools and to readers that know dates, numbers to the base of
/// sixty or infinity without a dot.
fn means_text(string: &str) -> bool {
    let is_sixties = || {
        string.starts_with(['+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            && string.contains(':')
            && string
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b"+-_:.".contains(&byte))
    };
    resolve(string) == Resolved::Text
        && string.parse::<f64>().is_err()
        && !is_timestamp(string)
        && !is_sixties()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::yaml::{Limits, documents, read_strict};
    use crate::{Numbers, Text};

    #[test]
    fn values_are_written_in_block_style() {
        let source = concat!(
            "apiVersion: v1\n",
            "metadata:\n",
            "  labels: {}\n",
            "  name: web\n",
            "spec:\n",
            "  args:\n",
            "  - --flag\n",
            "  - \"true\"\n",
            "  - '*'\n",
            "  - - 1\n",
            "    - -0.5\n",
            "  containers:\n",
            "  - image: a:1\n",
            "    ports: []\n",
            "  - \"y\": null\n",
            "  script: |\n",
            "    one\n",
            "      two\n",
            "\n",
            "    three\n",
            "  strip: |-\n",
            "    a\n",
            "    b\n",
            "  keep: |+\n",
            "    a\n",
            "\n",
            "  message: 'a: {{ b }}'\n",
            "  odd: \"\\tx\\x07\\u2028\"\n",
        );
        let value = read_strict(source, &Limits::DEFAULT, Numbers::AsWritten).unwrap();
        assert_eq!(write(&value), source);
    }

    #[test]
    fn texts_that_mean_something_else_are_quoted() {
        for (string, expected) in [
            ("", "\"\""),
            ("yes", "\"yes\""),
            ("~", "\"~\""),
            ("0x1F", "\"0x1F\""),
            ("1_000", "\"1_000\""),
            ("1e400", "\"1e400\""),
            ("12:30:45", "\"12:30:45\""),
            ("2001-01-01", "\"2001-01-01\""),
            ("<<", "\"<<\""),
            ("---", "'---'"),
            ("- a", "'- a'"),
            ("-a", "-a"),
            ("a: b", "'a: b'"),
            ("a:b", "a:b"),
            ("a #b", "'a #b'"),
            ("a#b", "a#b"),
            ("a:", "'a:'"),
            (" a", "' a'"),
            ("it's", "it's"),
            ("'a'", "'''a'''"),
            ("{{ x }}", "'{{ x }}'"),
            ("x {{ y }}", "x {{ y }}"),
            ("a\tb", "\"a\\tb\""),
            ("\u{feff}a", "\"\\uFEFFa\""),
            ("é", "é"),
        ] {
            assert_eq!(write(&Value::from(string)), format!("{expected}\n"), "{string:?}");
        }
    }

    #[test]
    fn long_keys_are_written_out() {
        let key = "k".repeat(2000);
        let inner: Map = [(Text::from(&*key), Value::Int(1))].into_iter().collect();
        let map: Map = [(Text::from(key), Value::Map(inner))].into_iter().collect();
        round_trip(&Value::Map(map)).unwrap();
    }

    fn round_trip(value: &Value) -> Result<(), TestCaseError> {
        let text = write(value);
        let read = read_strict(&text, &Limits::DEFAULT, Numbers::AsWritten);
        prop_assert_eq!(read.as_ref(), Ok(value), "{}", text);
        let chunks: Vec<_> = documents(&format!("{text}---\nnext: 1\n"))
            .map(|document| {
                document.and_then(|document| document.read_strict(&Limits::DEFAULT, Numbers::AsWritten))
            })
            .collect();
        prop_assert_eq!(chunks.len(), 2, "{}", text);
        prop_assert_eq!(chunks.first(), Some(&Ok(value.clone())), "{}", text);
        Ok(())
    }

    fn values() -> impl Strategy<Value = Value> {
        let strings = || {
            prop_oneof![
                "([a-c1:#\\-?&*!|>'\"%@{}\\[\\],~.<=\\\\ \n\t\u{7}\u{85}\u{2028}é_+]|- |: | #|yes|0x|1e){0,8}",
                "[a-z]{1,8}",
                "([a-z ]{0,4}\n){0,4}[a-z ]{0,3}",
            ]
        };
        let scalars = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::Int),
            (1_u64 << 63..).prop_map(Value::UInt),
            any::<f64>()
                .prop_filter("no whole numbers", |float| float.is_finite()
                    && (float.fract() != 0.0 || float.abs() > 9.3e18))
                .prop_map(Value::Float),
            strings().prop_map(Value::from),
        ];
        scalars.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(|items| Value::List(List::from(items))),
                prop::collection::vec((strings(), inner), 0..5)
                    .prop_map(|entries| Value::Map(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn what_is_written_reads_back(value in values()) {
            round_trip(&value)?;
        }
    }
}
