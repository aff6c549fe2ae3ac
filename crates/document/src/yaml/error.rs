//! Why a text could not be read, for users and in the words of the Go tools.

use std::fmt;
use std::mem;
use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, Severity, SourceId, Span};

use super::chars::{Origin, break_length};
use super::syntax::Syntax;
use crate::json::JsonError;

/// A text that could not be read: what is wrong and where.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadError {
    pub fault: Fault,
    /// The smallest piece that is wrong, in bytes of the text that was given.
    pub at: Range<usize>,
    /// The line that Go's message names, counted from one; 0 where it names none.
    pub upstream_line: u32,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    Syntax(Syntax),
    /// The bytes are no UTF-8.
    Utf8,
    /// A file in UTF-16, which the splitter of the Go tools mangles.
    Utf16,
    /// Text on the line of a separator.
    Separator(String),
    UnknownAnchor(String),
    AnchorInItself(String),
    /// Far more nodes come from aliases than are written.
    Aliases,
    /// Aliases add more text than the limit, which is given.
    AliasBytes(usize),
    MergeOfNoMap,
    /// A map or list as key, in Go's notation.
    KeyIsCollection(String),
    /// A null or too large a number as key; the texts are the key's type, the key and the value in Go's
    /// notation.
    KeyType {
        kind: &'static str,
        key: String,
        value: String,
    },
    /// A scalar that does not fit its tag.
    Tag {
        found: &'static str,
        text: String,
        tag: &'static str,
    },
    Base64,
    /// Infinity or not-a-number, as Go prints it.
    NotFinite(&'static str),
    /// Strict reading only.
    Duplicates(Vec<Duplicate>),
    Depth(usize),
    Size(usize),
    /// A document that goes to the JSON reader is no JSON.
    Json(JsonError),
}

/// A key that is set more than once in a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Duplicate {
    pub key: String,
    /// Where it is set again, and where it was set before.
    pub again: Range<usize>,
    pub before: Range<usize>,
    pub sort: DuplicateSort,
    /// The key in Go's notation and the line Go names.
    pub upstream_key: String,
    pub upstream_line: u32,
    pub(super) value: Range<usize>,
}

/// What kind of repetition it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateSort {
    /// The same key: the last one counts.
    Same,
    /// Keys that differ in YAML and are equal as text, `1` and `'1'`: Go picks one at random.
    Collision,
    /// One of the two comes from a merge key.
    Merged,
}

impl ReadError {
    pub(super) fn new(fault: Fault, at: Range<usize>) -> ReadError {
        ReadError {
            fault,
            at,
            upstream_line: 0,
        }
    }

    /// The same error in a text of which the one that was read is the part from `start` on.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> ReadError {
        self.at = shift(&self.at, start);
        if let Fault::Duplicates(duplicates) = &mut self.fault {
            *duplicates = mem::take(duplicates)
                .into_iter()
                .map(|duplicate| duplicate.shifted(start))
                .collect();
        }
        self
    }

    /// The error as a diagnostic on the source that was read.
    #[must_use]
    pub fn diagnostic(&self, source: SourceId) -> Diagnostic {
        if let Fault::Duplicates(duplicates) = &self.fault
            && let Some(first) = duplicates.first()
        {
            let mut diagnostic = first.diagnostic(source);
            diagnostic.severity = Severity::Error;
            diagnostic.message = first.message();
            let further = duplicates.len() - 1;
            if further > 0 {
                diagnostic = diagnostic.cause(format!("further keys that are set twice: {further}"));
            }
            return diagnostic;
        }
        let (label, help) = self.fault.advice();
        let place = span(source, &self.at);
        let mut diagnostic = Diagnostic::error(self.code(), self.to_string()).at(place);
        if !label.is_empty() {
            diagnostic = diagnostic.label(place, label);
        }
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        diagnostic
    }

    /// The code of the diagnostic.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.fault {
            Fault::Syntax(syntax) => syntax.row().code,
            Fault::Utf8 => "not-utf8",
            Fault::Utf16 => "utf16-file",
            Fault::Separator(_) => "bad-separator",
            Fault::UnknownAnchor(_) => "unknown-anchor",
            Fault::AnchorInItself(_) => "anchor-in-itself",
            Fault::Aliases | Fault::AliasBytes(_) => "too-many-aliases",
            Fault::MergeOfNoMap => "merge-of-no-map",
            Fault::KeyIsCollection(_) => "key-is-collection",
            Fault::KeyType { .. } => "bad-key",
            Fault::Tag { .. } => "tag-does-not-fit",
            Fault::Base64 => "bad-base64",
            Fault::NotFinite(_) => "not-finite",
            Fault::Duplicates(duplicates) => duplicates
                .first()
                .map_or("duplicate-key", |duplicate| duplicate.sort.code()),
            Fault::Depth(_) => "too-deep",
            Fault::Size(_) => "too-large",
            Fault::Json(_) => "bad-json",
        }
    }

    /// What Go's `sigs.k8s.io/yaml` (or the splitter of Kubernetes) says about it. Faults that Go does not
    /// have are said in our words.
    #[must_use]
    pub fn upstream(&self) -> String {
        match &self.fault {
            Fault::Syntax(syntax) => match self.upstream_line {
                0 => format!("yaml: {}", syntax.row().upstream),
                line => format!("yaml: line {line}: {}", syntax.row().upstream),
            },
            Fault::Utf8 => "yaml: invalid leading UTF-8 octet".to_owned(),
            Fault::Separator(text) => format!("invalid Yaml document separator: {text}"),
            Fault::UnknownAnchor(name) => format!("yaml: unknown anchor '{name}' referenced"),
            Fault::AnchorInItself(name) => format!("yaml: anchor '{name}' value contains itself"),
            Fault::Aliases => "yaml: document contains excessive aliasing".to_owned(),
            Fault::MergeOfNoMap => "yaml: map merge requires map or sequence of maps as the value".to_owned(),
            Fault::KeyIsCollection(key) => format!("yaml: invalid map key: {key}"),
            Fault::KeyType { kind, key, value } => {
                format!("unsupported map key of type: {kind}, key: {key}, value: {value}")
            }
            Fault::Tag { found, text, tag } => format!("yaml: cannot decode {found} `{text}` as a {tag}"),
            Fault::Base64 => "yaml: !!binary value contains invalid base64 data".to_owned(),
            Fault::NotFinite(number) => format!("json: unsupported value: {number}"),
            Fault::Json(error) => error.to_string(),
            Fault::Duplicates(duplicates) => {
                let mut text = "yaml: unmarshal errors:".to_owned();
                for duplicate in duplicates {
                    let (line, key) = (duplicate.upstream_line, &duplicate.upstream_key);
                    text.push_str(&format!("\n  line {line}: key {key} already set in map"));
                }
                text
            }
            Fault::Utf16 | Fault::AliasBytes(_) | Fault::Depth(_) | Fault::Size(_) => self.to_string(),
        }
    }
}

impl Fault {
    /// The text under the place, and what to do.
    fn advice(&self) -> (&'static str, &'static str) {
        match self {
            Fault::Syntax(syntax) => (syntax.row().label, syntax.row().help),
            Fault::Utf8 => ("", "save the file as UTF-8"),
            Fault::Utf16 => ("", "save the file as UTF-8"),
            Fault::Separator(_) => (
                "text after the separator",
                "put a document on the lines below `---`, and indent a line of text that begins with dashes",
            ),
            Fault::UnknownAnchor(_) => (
                "no such anchor above",
                "define the anchor with `&name` earlier in the same document, or quote the text if it is none",
            ),
            Fault::AnchorInItself(_) => ("inside its own anchor", "write the value out"),
            Fault::Aliases | Fault::AliasBytes(_) => ("", "write the repeated parts out"),
            Fault::MergeOfNoMap => ("neither a map nor a list of maps", "give `<<` an alias of a map"),
            Fault::KeyIsCollection(_) => (
                "a map or list",
                "quote the text if it is a template or variable: `'{{ name }}'`",
            ),
            Fault::KeyType { .. } => ("", "quote the key"),
            Fault::Tag { .. } => ("", "change the value or remove the tag"),
            Fault::Base64 => ("", "write standard base64 with its padding"),
            Fault::NotFinite(_) => ("", "quote it if it is text"),
            Fault::Duplicates(_) => ("", ""),
            Fault::Depth(_) | Fault::Size(_) | Fault::Json(_) => ("", ""),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Syntax(syntax) => f.write_str(syntax.row().message),
            Fault::Utf8 => f.write_str("the text is not UTF-8"),
            Fault::Utf16 => f.write_str("the file is UTF-16, expected UTF-8"),
            Fault::Separator(text) => write!(
                f,
                "a document separator `---` must stand alone on its line, found `{}`",
                shortened(text)
            ),
            Fault::UnknownAnchor(name) => write!(f, "no anchor named `{}`", shortened(name)),
            Fault::AnchorInItself(name) => {
                write!(f, "the value of the anchor `{}` contains itself", shortened(name))
            }
            Fault::Aliases => f.write_str("the document repeats too much through aliases"),
            Fault::AliasBytes(limit) => write!(f, "aliases add more than {limit} bytes of text"),
            Fault::MergeOfNoMap => f.write_str("a merge key `<<` needs a map or a list of maps"),
            Fault::KeyIsCollection(_) => f.write_str("a key of a map cannot be a map or a list"),
            Fault::KeyType { kind: "uint64", .. } => {
                f.write_str("a number used as key must fit into 64 bits with sign")
            }
            Fault::KeyType { .. } => f.write_str("a key of a map cannot be null"),
            Fault::Tag { text, tag, .. } => write!(f, "`{}` does not fit its tag `{tag}`", shortened(text)),
            Fault::Base64 => f.write_str("the value tagged `!!binary` is not base64"),
            Fault::NotFinite(_) => f.write_str("infinity and not-a-number cannot be values"),
            Fault::Duplicates(duplicates) => match duplicates.first() {
                Some(first) => f.write_str(&first.message()),
                None => f.write_str("a key is set twice"),
            },
            Fault::Depth(limit) => write!(f, "lists and maps are nested deeper than {limit} levels"),
            Fault::Size(limit) => write!(f, "the document is larger than {limit} bytes"),
            Fault::Json(error) => write!(f, "the document begins with `{{` and is no JSON: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl Duplicate {
    pub(super) fn shifted(mut self, start: usize) -> Duplicate {
        self.again = shift(&self.again, start);
        self.before = shift(&self.before, start);
        self
    }

    /// The repetition as a warning on the source that was read.
    #[must_use]
    pub fn diagnostic(&self, source: SourceId) -> Diagnostic {
        let again = span(source, &self.again);
        let (text, help) = match self.sort {
            DuplicateSort::Same => ("set again", "remove one of the two"),
            DuplicateSort::Collision => ("the same text", "remove one of the two"),
            DuplicateSort::Merged => (
                "set again",
                "keep the key out of the merged map or out of this one",
            ),
        };
        Diagnostic::warning(
            self.sort.code(),
            format!("{}, {}", self.message(), self.consequence()),
        )
        .at(again)
        .label(again, text)
        .label(span(source, &self.before), "first set here")
        .help(help)
    }

    fn message(&self) -> String {
        let key = shortened(&self.key);
        match self.sort {
            DuplicateSort::Same => format!("the key `{key}` is set twice"),
            DuplicateSort::Collision => format!("two keys read as `{key}`"),
            DuplicateSort::Merged => format!("the key `{key}` is set here and by a merge key"),
        }
    }

    /// What becomes of it where it is no error.
    fn consequence(&self) -> &'static str {
        match self.sort {
            DuplicateSort::Same | DuplicateSort::Merged => "the last value counts",
            DuplicateSort::Collision => "it is not defined which value counts",
        }
    }
}

impl DuplicateSort {
    fn code(self) -> &'static str {
        match self {
            DuplicateSort::Same => "duplicate-key",
            DuplicateSort::Collision => "ambiguous-key",
            DuplicateSort::Merged => "merged-key-overlap",
        }
    }
}

fn span(source: SourceId, at: &Range<usize>) -> Span {
    let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(source, clamp(at.start), clamp(at.end))
}

/// Puts duplicates into Go's order and fills in the lines that it names.
pub(super) fn add_lines(duplicates: &mut [Duplicate], text: &str, origin: Origin) {
    duplicates.sort_by_key(|duplicate| duplicate.value.end);
    let mut starts: Vec<(usize, usize)> = duplicates
        .iter()
        .enumerate()
        .map(|(idx, duplicate)| (duplicate.value.start, idx))
        .collect();
    starts.sort_unstable();
    let (mut line, mut at) = (1, 0);
    for (start, idx) in starts {
        while at < start {
            let length = break_length(text.as_bytes(), at, origin);
            line += u32::from(length > 0);
            at += length.max(1);
        }
        if let Some(duplicate) = duplicates.get_mut(idx) {
            duplicate.upstream_line = line;
        }
    }
}

fn shift(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}

/// At most sixty characters of a text of the user.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
