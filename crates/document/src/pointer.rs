//! JSON pointers (RFC 6901): the way from a document to a part of it.

use std::borrow::Cow;
use std::fmt;

use crate::{Text, Value};

/// A pointer as text, `/spec/containers/0`; empty for the whole document.
///
/// It is kept as it was written, because tools disagree on what they accept and show it in their
/// errors: [`Pointer::parse`] accepts what the standard does, [`Pointer::as_written`] everything.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(Text);

/// Why a text is no pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerError {
    /// It is not empty and does not start with `/`.
    NoSlash,
    /// A `~` is not followed by `0` or `1`.
    Escape,
}

impl fmt::Display for PointerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PointerError::NoSlash => "a pointer must start with `/`",
            PointerError::Escape => "`~` must be followed by `0` or `1`",
        })
    }
}

impl std::error::Error for PointerError {}

impl Pointer {
    /// The whole document.
    #[must_use]
    pub fn root() -> Pointer {
        Pointer::default()
    }

    /// Reads a pointer by the standard.
    ///
    /// # Errors
    /// When a `/` is missing at the start, or an escape is none.
    pub fn parse(text: &str) -> Result<Pointer, PointerError> {
        if !text.is_empty() && !text.starts_with('/') {
            return Err(PointerError::NoSlash);
        }
        let escapes = text.split('~').skip(1);
        for after in escapes {
            if !after.starts_with(['0', '1']) {
                return Err(PointerError::Escape);
            }
        }
        Ok(Pointer::as_written(text))
    }

    /// Takes a text as it is. What stands before the first `/` is ignored, a `~` that escapes nothing
    /// stands for itself.
    #[must_use]
    pub fn as_written(text: &str) -> Pointer {
        Pointer(Text::new(text))
    }

    /// A key as it stands in a pointer: `~` and `/` escaped.
    #[must_use]
    pub fn escape(token: &str) -> Cow<'_, str> {
        if token.contains(['~', '/']) {
            Cow::Owned(token.replace('~', "~0").replace('/', "~1"))
        } else {
            Cow::Borrowed(token)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes on to a key or an index.
    pub fn push(&mut self, token: &str) {
        self.0.push('/');
        self.0.push_str(&Pointer::escape(token));
    }

    /// The pointer to a key or an index below.
    #[must_use]
    pub fn child(&self, token: &str) -> Pointer {
        let mut child = self.clone();
        child.push(token);
        child
    }

    /// The pointer to what holds this; nothing for the whole document.
    #[must_use]
    pub fn parent(&self) -> Option<Pointer> {
        let (parent, _) = self.0.rsplit_once('/')?;
        Some(Pointer::as_written(parent))
    }

    /// The keys and indices on the way, without escapes.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        self.escaped_tokens().map(unescape)
    }

    /// The parts of the text between the slashes.
    pub(crate) fn escaped_tokens(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0
            .split_once('/')
            .into_iter()
            .flat_map(|(_, rest)| rest.split('/'))
    }

    /// The part of a document that the pointer leads to, by the standard.
    #[must_use]
    pub fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.tokens().try_fold(value, |value, token| match value {
            Value::Map(map) => map.get(&token),
            Value::List(list) => list.get(index(&token)?),
            _ => None,
        })
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.as_str())
    }
}

impl<T: AsRef<str>> FromIterator<T> for Pointer {
    fn from_iter<I: IntoIterator<Item = T>>(tokens: I) -> Pointer {
        let mut pointer = Pointer::root();
        for token in tokens {
            pointer.push(token.as_ref());
        }
        pointer
    }
}

/// A key without its escapes.
pub(crate) fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// An index by the standard: digits without leading zeros.
pub(crate) fn index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit()) && (token == "0" || !token.starts_with('0'));
    if plain { token.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Rules, read};

    #[test]
    fn pointers_of_the_standard_lead_to_their_values() {
        let text = br#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, "~1": 9}"#;
        let document = read(text, Rules::KUBERNETES).expect("a document");
        let rows: &[(&str, Option<Value>)] = &[
            ("", Some(document.clone())),
            ("/foo/0", Some("bar".into())),
            ("/foo/1", Some("baz".into())),
            ("/", Some(Value::Int(0))),
            ("/a~1b", Some(Value::Int(1))),
            ("/c%d", Some(Value::Int(2))),
            ("/m~0n", Some(Value::Int(8))),
            ("/ ", Some(Value::Int(7))),
            ("/~01", Some(Value::Int(9))),
            ("/foo/2", None),
            ("/foo/-", None),
            ("/foo/00", None),
            ("/foo/+1", None),
            ("/foo/", None),
            ("/foo/0/x", None),
            ("/bar", None),
        ];
        for (text, expected) in rows {
            let pointer = Pointer::parse(text).expect(text);
            assert_eq!(pointer.find(&document), expected.as_ref(), "{text}");
            let again: Pointer = pointer.tokens().collect();
            assert_eq!(again, pointer);
        }
    }

    #[test]
    fn texts_that_are_no_pointers() {
        let rows: &[(&str, PointerError)] = &[
            ("a", PointerError::NoSlash),
            ("a/b", PointerError::NoSlash),
            ("/~", PointerError::Escape),
            ("/~2", PointerError::Escape),
            ("/a~0~", PointerError::Escape),
        ];
        for (text, error) in rows {
            assert_eq!(Pointer::parse(text), Err(*error), "{text}");
        }
        let tokens: Vec<_> = Pointer::as_written("a/~2~1~01")
            .tokens()
            .map(Cow::into_owned)
            .collect();
        assert_eq!(tokens, ["~2/~1"]);
    }

    #[test]
    fn up_and_down() {
        let pointer = Pointer::root().child("a/b").child("");
        assert_eq!(pointer.as_str(), "/a~1b/");
        assert_eq!(pointer.parent().as_ref().map(Pointer::as_str), Some("/a~1b"));
        assert_eq!(Pointer::root().parent(), None);
        assert!(Pointer::root().is_root());
    }
}
