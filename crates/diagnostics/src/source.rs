//! Named texts and byte ranges in them.

use std::fmt;
use std::sync::Arc;

/// One named text the user gave: a file, standard input, a piece of a document.
#[derive(Debug, Clone)]
pub struct Source {
    pub id: SourceId,
    /// How the user named it: a path as given, `-`, or a description.
    pub name: Arc<str>,
    pub text: Arc<str>,
}

/// Which source of a [`Sources`] list a span belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A half-open byte range of one source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub source: SourceId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[must_use]
    pub fn new(source: SourceId, start: u32, end: u32) -> Span {
        Span { source, start, end }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// All sources of a run, in the order they were read. An id is the position in this list.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    // INVARIANT: `list[i].id == SourceId(i)`.
    list: Vec<Source>,
}

impl Sources {
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text under a name and returns the source, which is cheap to clone.
    pub fn add(&mut self, name: &str, text: &str) -> Source {
        let id = SourceId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        let source = Source {
            id,
            name: Arc::from(name),
            text: Arc::from(text),
        };
        self.list.push(source.clone());
        source
    }

    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Source> {
        self.list.iter()
    }
}
