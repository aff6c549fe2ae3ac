//! YAML as Kubernetes' Go tools read it, with places where they are wanted, and written so that they read
//! it back unchanged.
//!
//! A file goes through [`documents`] first; each document, or a string that holds YAML, goes through
//! [`read`], [`read_strict`] or [`read_tree`]. All of them give the same value for the same text.

mod chars;
mod codes;
mod compose;
#[cfg(test)]
mod corpus;
mod decoded;
mod documents;
mod error;
mod fast;
mod grammar;
mod keys;
mod lexer;
mod limits;
mod record;
mod resolve;
#[cfg(test)]
mod second_opinion;
mod syntax;
mod timestamp;
mod write;

use std::ops::Range;

use sekisho_diagnostics::{Diagnosed, Source};

pub use chars::{decode, decode_file};
pub use codes::CODES;
pub use documents::{Document, Documents, documents};
pub use error::{Duplicate, DuplicateSort, Fault, ReadError};
pub use limits::Limits;
pub use syntax::Syntax;
pub use write::write;

use chars::{Lines, Origin};
use compose::{Composed, compose};
use grammar::Grammar;
use lexer::Lexer;
use record::{InSource, Nothing, Recorder};

use crate::{Numbers, Tree, Value, json};

/// Reads the first document of a text. What follows it is not looked at.
///
/// Of a key that is set twice the last value counts.
///
/// # Errors
/// When Kubernetes' tools could not read it, or a limit is passed.
pub fn read(text: &str, limits: &Limits, numbers: Numbers) -> Result<Value, ReadError> {
    read_as(text, Origin::Text, &Nothing, limits, numbers).map(|composed| composed.value)
}

/// Reads the first document of a text; a key that is set twice, also by a merge key, is an error.
///
/// # Errors
/// When Kubernetes' tools in strict mode could not read it, or a limit is passed.
pub fn read_strict(text: &str, limits: &Limits, numbers: Numbers) -> Result<Value, ReadError> {
    strict(read_as(text, Origin::Text, &nowhere(), limits, numbers)?)
}

/// Reads a chunk of a source — what [`Document::range`] says, or all of it — with the places of its parts.
/// Keys that are set twice are reported as warnings.
///
/// # Errors
/// When Kubernetes' tools could not read it, or a limit is passed. The error's range is one of the source.
pub fn read_tree(
    source: &Source,
    range: Range<usize>,
    limits: &Limits,
    numbers: Numbers,
) -> Result<Diagnosed<Tree>, ReadError> {
    let text = source.text.get(range.clone()).unwrap_or_default();
    let recorder = InSource {
        source: source.id,
        start: u32::try_from(range.start).unwrap_or(u32::MAX),
    };
    let composed = read_as(text, Origin::File, &recorder, limits, numbers)
        .map_err(|error| error.shifted(range.start))?;
    let diagnostics = composed
        .duplicates
        .into_iter()
        .map(|duplicate| duplicate.shifted(range.start).diagnostic(source.id))
        .collect();
    let output = Tree {
        value: composed.value,
        places: composed.place,
    };
    Ok(Diagnosed { output, diagnostics })
}

impl Document<'_> {
    /// Reads the document as [`read`] does.
    ///
    /// # Errors
    /// As [`read`]; the error's range is one of the file.
    pub fn read(&self, limits: &Limits, numbers: Numbers) -> Result<Value, ReadError> {
        read_as(self.text, Origin::File, &Nothing, limits, numbers)
            .map(|composed| composed.value)
            .map_err(|error| error.shifted(self.start))
    }

    /// [`Document::read`], which says as well whether a key was set more than once somewhere: then
    /// [`read_tree`] says where.
    ///
    /// # Errors
    /// As [`read`]; the error's range is one of the file.
    pub fn read_watching(&self, limits: &Limits, numbers: Numbers) -> Result<(Value, bool), ReadError> {
        read_as(self.text, Origin::File, &Nothing, limits, numbers)
            .map(|composed| (composed.value, composed.repeats))
            .map_err(|error| error.shifted(self.start))
    }

    /// Reads the document as Kubernetes' own loaders do: one that begins with `{` as JSON, others as YAML
    /// (YAML reference §7).
    ///
    /// # Errors
    /// As [`read`], or when it begins as JSON and is none; the error's range is one of the file.
    pub fn read_object(&self, limits: &Limits, numbers: Numbers) -> Result<Value, ReadError> {
        if !self.is_json() {
            return self.read(limits, numbers);
        }
        check_size(self.text, limits)?;
        let rules = json::Rules {
            numbers,
            duplicates: json::Duplicates::LastWins,
            depth: limits.depth,
        };
        json::read(self.text.as_bytes(), rules).map_err(|error| {
            let at = error.at..error.at;
            ReadError::new(Fault::Json(error), at).shifted(self.start)
        })
    }

    /// Reads the document as [`read_strict`] does.
    ///
    /// # Errors
    /// As [`read_strict`]; the error's range is one of the file.
    pub fn read_strict(&self, limits: &Limits, numbers: Numbers) -> Result<Value, ReadError> {
        read_as(self.text, Origin::File, &nowhere(), limits, numbers)
            .and_then(strict)
            .map_err(|error| error.shifted(self.start))
    }
}

fn read_as<R: Recorder>(
    text: &str,
    origin: Origin,
    recorder: &R,
    limits: &Limits,
    numbers: Numbers,
) -> Result<Composed<R::Place>, ReadError> {
    check_size(text, limits)?;
    if chars::check(text)? == Lines::Plain
        && let Some((value, place)) = fast::read(text, origin, recorder, limits, numbers)
    {
        return Ok(Composed {
            value,
            place,
            duplicates: Vec::new(),
            repeats: false,
        });
    }
    read_full(text, origin, recorder, limits, numbers)
}

/// Reads a text that has no control characters by the whole grammar.
fn read_full<R: Recorder>(
    text: &str,
    origin: Origin,
    recorder: &R,
    limits: &Limits,
    numbers: Numbers,
) -> Result<Composed<R::Place>, ReadError> {
    let grammar = Grammar::new(Lexer::new(text, origin, R::BREAKS));
    let mut composed = compose(grammar, recorder, limits, numbers)?;
    error::add_lines(&mut composed.duplicates, text, origin);
    Ok(composed)
}

fn check_size(text: &str, limits: &Limits) -> Result<(), ReadError> {
    if text.len() <= limits.bytes {
        return Ok(());
    }
    let at = limits.bytes..limits.bytes;
    Err(ReadError::new(Fault::Size(limits.bytes), at))
}

/// Places that nobody looks at: with them repeated keys are found.
fn nowhere() -> InSource {
    InSource {
        source: sekisho_diagnostics::SourceId(0),
        start: 0,
    }
}

fn strict<P>(composed: Composed<P>) -> Result<Value, ReadError> {
    match composed.duplicates.first() {
        None => Ok(composed.value),
        Some(first) => {
            let at = first.again.clone();
            Err(ReadError::new(Fault::Duplicates(composed.duplicates), at))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_begin_with_a_brace_are_json() {
        for (text, expected) in [
            ("{\"a\": \"\\/ \\ud83d\\ude00\"}", Ok("/ 😀")),
            ("a: x", Ok("x")),
            ("{a: x}", Err("bad-json")),
            ("{\"a\": \"x\"}\n{}", Err("bad-json")),
            ("a: [", Err("value-missing")),
        ] {
            let document = documents(text).next().unwrap().unwrap();
            let read = document.read_object(&Limits::DEFAULT, Numbers::AsWritten);
            let found = read
                .as_ref()
                .map(|value| value.str_at(&["a"]))
                .map_err(ReadError::code);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn keys_that_are_set_twice_are_noticed() {
        for (text, expected) in [
            ("a: 1\nb: {c: 1, d: 2}\n", false),
            ("a: 1\na: 2\n", true),
            ("a: {c: 1, c: 2}\n", true),
            ("- [{\"c\": 1, \"c\": 2}]\n", true),
            ("a: &a {c: 1}\nb: {<<: *a, c: 2}\n", true),
            ("a: &a {c: 1}\nb: {<<: *a, d: 2}\n", false),
        ] {
            let document = documents(text).next().unwrap().unwrap();
            let read = document.read_watching(&Limits::DEFAULT, Numbers::AsWritten);
            assert_eq!(read.map(|(_, repeats)| repeats), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_of_documents_have_places_in_the_file() {
        let text = "a: 1\n---\nb: [1\nc: 2\n";
        let document = documents(text).nth(1).unwrap().unwrap();
        let error = document.read(&Limits::DEFAULT, Numbers::AsWritten).unwrap_err();
        assert_eq!(text.get(error.at.clone()), Some(":"), "{error}");
        let mut sources = sekisho_diagnostics::Sources::new();
        let source = sources.add("test", text);
        let tree = read_tree(&source, document.range(), &Limits::DEFAULT, Numbers::AsWritten);
        assert_eq!(tree.unwrap_err(), error);
    }
}
