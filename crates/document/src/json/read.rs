//! JSON text as a value, strictly.

use std::borrow::Cow;
use std::fmt;

use crate::{List, Map, MapBuilder, Numbers, Text, Value, number, print};

/// What a reader of JSON accepts and makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub numbers: Numbers,
    pub duplicates: Duplicates,
    /// How many lists and maps may lie in one another.
    pub depth: usize,
}

impl Rules {
    /// As Kubernetes decodes a request: whole numbers stay whole, the last of equal keys wins.
    pub const KUBERNETES: Rules = Rules {
        numbers: Numbers::AsWritten,
        duplicates: Duplicates::LastWins,
        depth: Value::DEPTH,
    };
    /// As Go decodes into a value of no type: every number is a float.
    pub const GO: Rules = Rules {
        numbers: Numbers::AllFloat,
        ..Rules::KUBERNETES
    };
}

/// What becomes of a key that a map has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    LastWins,
    Refused,
}

/// Reads one JSON document, as strictly as Go's `encoding/json` does.
///
/// Bytes that are no UTF-8 and lone surrogates become U+FFFD. A whole number beyond `i64` becomes a
/// float, as in Kubernetes (YAML reference §3 and §7).
///
/// # Errors
/// The first fault, with its place.
pub fn read(bytes: &[u8], rules: Rules) -> Result<Value, JsonError> {
    Reader {
        bytes,
        text: std::str::from_utf8(bytes).ok(),
        at: 0,
        rules,
    }
    .document()
}

/// Why a text is no JSON document, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Offset in bytes of what is wrong.
    pub at: usize,
    pub fault: JsonFault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonFault {
    /// The text ends inside a value.
    End,
    /// A byte that cannot stand where it stands, and Go's words for where that is.
    Character { found: u8, place: Cow<'static, str> },
    /// A number that no float is near.
    Number { text: Text },
    /// A key that its map has already, where that is refused.
    Duplicate { key: Text },
    /// Lists and maps lie deeper in one another than allowed.
    Depth,
}

/// Go's texts, because Kyverno shows them.
impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            JsonFault::End => f.write_str("unexpected end of JSON input"),
            JsonFault::Character { found, place } => {
                let found = print::quote_character(char::from(*found));
                write!(f, "invalid character {found} {place}")
            }
            JsonFault::Number { text } => {
                write!(
                    f,
                    "json: cannot unmarshal number {text} into Go value of type float64"
                )
            }
            JsonFault::Duplicate { key } => write!(f, "duplicate field {}", print::quote(key)),
            JsonFault::Depth => f.write_str("exceeded max depth"),
        }
    }
}

impl std::error::Error for JsonError {}

/// The bytes as text, with U+FFFD for every byte that belongs to no character.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    Cow::Owned(text)
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The bytes, if all of them are text.
    text: Option<&'a str>,
    at: usize,
    rules: Rules,
}

/// A list or map that is not closed yet; a map with the key whose value comes next.
enum Open {
    List(Vec<Value>),
    Map(MapBuilder, Text),
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value, JsonError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let Some(value) = self.value(&mut open)? else {
                continue;
            };
            let Some(value) = self.place(value, &mut open)? else {
                continue;
            };
            self.skip_blanks();
            return match self.peek() {
                None => Ok(value),
                Some(_) => Err(self.unexpected("after top-level value")),
            };
        }
    }

    /// Reads a leaf or an empty container, or opens a container and gives nothing.
    fn value(&mut self, open: &mut Vec<Open>) -> Result<Option<Value>, JsonError> {
        self.skip_blanks();
        let value = match self.peek() {
            Some(b'{') => {
                self.enter(open)?;
                if self.closes(b'}') {
                    return Ok(Some(Value::Map(Map::new())));
                }
                let key = self.key()?;
                open.push(Open::Map(MapBuilder::new(), key));
                return Ok(None);
            }
            Some(b'[') => {
                self.enter(open)?;
                if self.closes(b']') {
                    return Ok(Some(Value::List(List::new())));
                }
                open.push(Open::List(Vec::new()));
                return Ok(None);
            }
            Some(b'"') => Value::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.literal("true", Value::Bool(true))?,
            Some(b'f') => self.literal("false", Value::Bool(false))?,
            Some(b'n') => self.literal("null", Value::Null)?,
            _ => return Err(self.unexpected("looking for beginning of value")),
        };
        Ok(Some(value))
    }

    /// Puts a finished value into the innermost open container, and closes what ends here. Gives the
    /// document when nothing is open any more.
    fn place(&mut self, mut value: Value, open: &mut Vec<Open>) -> Result<Option<Value>, JsonError> {
        loop {
            let Some(container) = open.last_mut() else {
                return Ok(Some(value));
            };
            self.skip_blanks();
            let next = self.peek();
            match container {
                Open::List(items) => {
                    items.push(value);
                    match next {
                        Some(b',') => {
                            self.at += 1;
                            return Ok(None);
                        }
                        Some(b']') => value = Value::List(List::from(std::mem::take(items))),
                        _ => return Err(self.unexpected("after array element")),
                    }
                }
                Open::Map(map, key) => {
                    map.insert(std::mem::take(key), value);
                    match next {
                        Some(b',') => {
                            self.at += 1;
                            *key = self.next_key(map)?;
                            return Ok(None);
                        }
                        Some(b'}') => value = Value::Map(std::mem::take(map).finish()),
                        _ => return Err(self.unexpected("after object key:value pair")),
                    }
                }
            }
            self.at += 1;
            open.pop();
        }
    }

    fn enter(&mut self, open: &[Open]) -> Result<(), JsonError> {
        if open.len() >= self.rules.depth {
            return Err(self.fault(JsonFault::Depth));
        }
        self.at += 1;
        Ok(())
    }

    fn closes(&mut self, bracket: u8) -> bool {
        self.skip_blanks();
        let closes = self.peek() == Some(bracket);
        self.at += usize::from(closes);
        closes
    }

    fn next_key(&mut self, map: &MapBuilder) -> Result<Text, JsonError> {
        self.skip_blanks();
        let start = self.at;
        let key = self.key()?;
        if self.rules.duplicates == Duplicates::Refused && map.contains_key(&key) {
            return Err(JsonError {
                at: start,
                fault: JsonFault::Duplicate { key },
            });
        }
        Ok(key)
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<Text, JsonError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        let key = self.string()?;
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        Ok(key)
    }

    fn literal(&mut self, word: &'static str, value: Value) -> Result<Value, JsonError> {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                let place = format!("in literal {word} (expecting '{}')", char::from(expected));
                return Err(self.broken(place));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits("in numeric literal")?;
        }
        let mut whole = true;
        if self.peek() == Some(b'.') {
            whole = false;
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            whole = false;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits("in exponent of numeric literal")?;
        }
        let text = self.since(start);
        if whole
            && self.rules.numbers == Numbers::AsWritten
            && let Ok(number) = text.parse::<i64>()
        {
            return Ok(Value::Int(number));
        }
        match number::parse_float(&text) {
            Ok(number) => Ok(Value::Float(number)),
            Err(_) => Err(JsonError {
                at: start,
                fault: JsonFault::Number {
                    text: Text::from(text),
                },
            }),
        }
    }

    fn digits(&mut self, place: &'static str) -> Result<(), JsonError> {
        let rest = self.rest();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.broken(place));
        }
        self.at += count;
        Ok(())
    }

    /// A string; the reader stands at its first quote.
    fn string(&mut self) -> Result<Text, JsonError> {
        self.at += 1;
        let start = self.at;
        self.at += self.clean_run();
        if self.peek() == Some(b'"') {
            let text = match self.text {
                Some(text) => Text::new(text.get(start..self.at).unwrap_or_default()),
                None => Text::from(self.since(start)),
            };
            self.at += 1;
            return Ok(text);
        }
        let mut text = self.since(start).into_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Text::from(text));
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => return Err(self.unexpected("in string literal")),
            }
            let start = self.at;
            self.at += self.clean_run();
            text.push_str(&self.since(start));
        }
    }

    /// How many bytes from here stand for themselves in a string.
    fn clean_run(&self) -> usize {
        let rest = self.rest();
        rest.iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
            .unwrap_or(rest.len())
    }

    /// An escape; the reader stands at its backslash.
    fn escape(&mut self) -> Result<char, JsonError> {
        self.at += 1;
        let character = match self.peek() {
            Some(character @ (b'"' | b'\\' | b'/')) => char::from(character),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_point();
            }
            _ => return Err(self.broken("in string escape code")),
        };
        self.at += 1;
        Ok(character)
    }

    /// Four hexadecimal digits, and four more when the first are half of a pair.
    fn code_point(&mut self) -> Result<char, JsonError> {
        let first = self.four_digits()?;
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        let rest = self.rest();
        if first < 0xdc00 && rest.starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            let second = self.four_digits()?;
            if let 0xdc00..0xe000 = second {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn four_digits(&mut self) -> Result<u32, JsonError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.broken("in \\u hexadecimal character escape"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
            .count();
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> Cow<'a, str> {
        match self.text {
            Some(text) => Cow::Borrowed(text.get(start..self.at).unwrap_or_default()),
            None => decoded(self.bytes.get(start..self.at).unwrap_or_default()),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// What cannot stand within a word, a number or an escape. Go takes the end of the text for a blank
    /// there.
    fn broken(&self, place: impl Into<Cow<'static, str>>) -> JsonError {
        self.fault(JsonFault::Character {
            found: self.peek().unwrap_or(b' '),
            place: place.into(),
        })
    }

    fn unexpected(&self, place: impl Into<Cow<'static, str>>) -> JsonError {
        match self.peek() {
            None => self.fault(JsonFault::End),
            Some(found) => self.fault(JsonFault::Character {
                found,
                place: place.into(),
            }),
        }
    }

    fn fault(&self, fault: JsonFault) -> JsonError {
        JsonError { at: self.at, fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Form, write};

    #[test]
    fn documents_read_and_write_back() {
        let rows: &[(&str, &str)] = &[
            (" null ", "null"),
            ("[]", "[]"),
            ("{ }", "{}"),
            (
                "\t[1, -2,\r\n3.50, 1e3, [true], {\"a\": false}]",
                "[1,-2,3.5,1000,[true],{\"a\":false}]",
            ),
            (r#"{"b": {"c": [{}]}, "a": 0, "b": 2}"#, r#"{"b":2,"a":0}"#),
            (
                r#""\u00e9\ud83d\ude00\/\b\ud800\ud800x\udc00""#,
                "\"é😀/\\b\u{fffd}\u{fffd}x\u{fffd}\"",
            ),
            ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775808", "9223372036854776000"),
            ("18446744073709551615", "18446744073709552000"),
            ("-0", "0"),
            ("1e-400", "0"),
        ];
        for (text, written) in rows {
            let value = read(text.as_bytes(), Rules::KUBERNETES);
            assert_eq!(
                value.map(|value| write(&value, Form::COMPACT)),
                Ok((*written).to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn whole_numbers_are_whole_or_float_as_the_rules_say() {
        assert_eq!(read(b"80", Rules::KUBERNETES), Ok(Value::Int(80)));
        assert_eq!(read(b"80.0", Rules::KUBERNETES), Ok(Value::Float(80.0)));
        assert_eq!(read(b"80", Rules::GO), Ok(Value::Float(80.0)));
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_one_by_one() {
        let error = read(b"[\xff]", Rules::KUBERNETES).expect_err("no text");
        assert_eq!(
            error.to_string(),
            "invalid character 'ÿ' looking for beginning of value"
        );
        let value = read(b"\"a\xff\xe2\x82z\"", Rules::KUBERNETES);
        assert_eq!(value, Ok("a\u{fffd}\u{fffd}\u{fffd}z".into()));
    }

    #[test]
    fn faults_have_the_words_of_go() {
        let rows: &[(&str, usize, &str)] = &[
            ("", 0, "unexpected end of JSON input"),
            ("[1,", 3, "unexpected end of JSON input"),
            ("\"a", 2, "unexpected end of JSON input"),
            ("nu", 2, "invalid character ' ' in literal null (expecting 'l')"),
            ("-", 1, "invalid character ' ' in numeric literal"),
            (
                "\"\\u0",
                4,
                r"invalid character ' ' in \u hexadecimal character escape",
            ),
            ("bad", 0, "invalid character 'b' looking for beginning of value"),
            ("[1,]", 3, "invalid character ']' looking for beginning of value"),
            (
                "{a: 1}",
                1,
                "invalid character 'a' looking for beginning of object key string",
            ),
            (
                "{\"a\":1,}",
                7,
                "invalid character '}' looking for beginning of object key string",
            ),
            ("{\"a\" 1}", 5, "invalid character '1' after object key"),
            (
                "{\"a\":1 \"b\"}",
                7,
                "invalid character '\"' after object key:value pair",
            ),
            ("[1 '2']", 3, r"invalid character '\'' after array element"),
            ("1 2", 2, "invalid character '2' after top-level value"),
            ("01", 1, "invalid character '1' after top-level value"),
            ("-x", 1, "invalid character 'x' in numeric literal"),
            (
                "1.x",
                2,
                "invalid character 'x' after decimal point in numeric literal",
            ),
            ("1e+x", 3, "invalid character 'x' in exponent of numeric literal"),
            ("nul1", 3, "invalid character '1' in literal null (expecting 'l')"),
            ("\"\n\"", 1, r"invalid character '\n' in string literal"),
            ("\"\\x\"", 2, "invalid character 'x' in string escape code"),
            (
                "\"\\u00g0\"",
                5,
                r"invalid character 'g' in \u hexadecimal character escape",
            ),
            (
                "1e999",
                0,
                "json: cannot unmarshal number 1e999 into Go value of type float64",
            ),
        ];
        for (text, at, message) in rows {
            let error = read(text.as_bytes(), Rules::KUBERNETES).expect_err(text);
            assert_eq!((error.at, error.to_string().as_str()), (*at, *message), "{text}");
        }
    }

    #[test]
    fn depth_and_equal_keys_are_refused_where_the_rules_say() {
        let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read(deep(Value::DEPTH).as_bytes(), Rules::KUBERNETES).is_ok());
        let error = read(deep(Value::DEPTH + 1).as_bytes(), Rules::KUBERNETES).expect_err("too deep");
        assert_eq!((error.at, error.fault), (Value::DEPTH, JsonFault::Depth));
        let strict = Rules {
            duplicates: Duplicates::Refused,
            ..Rules::KUBERNETES
        };
        let error = read(br#"{"a": 1, "b": 2, "a": 3}"#, strict).expect_err("twice");
        assert_eq!(
            (error.at, error.to_string().as_str()),
            (17, "duplicate field \"a\"")
        );
    }
}
