//! Named texts and byte ranges in them.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// One named text the user gave: a file, standard input, a piece of a document.
#[derive(Debug, Clone)]
pub struct Source {
    pub id: SourceId,
    /// How the user named it: a path as given, `-`, or a description.
    pub name: Arc<str>,
    pub text: Arc<str>,
}

impl Source {
    /// The place of a byte, as an editor counts; behind the end it is the place of the end.
    ///
    /// Walks the text: where many places of one source are needed, ask [`Sources::position`].
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        Lines::new(&self.text).position(&self.text, offset)
    }
}

/// A line and a column in characters, both counted from one. A line ends with a line feed; a
/// byte-order mark at the start is no character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: u32,
    pub column: u32,
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
    // INVARIANT: `list[i].id == SourceId(i)`, and `lines` is as long as `list`.
    list: Vec<Source>,
    /// Where the lines of each source start; found when the first place in it is asked for.
    lines: Vec<OnceLock<Lines>>,
}

impl Sources {
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text under a name and returns the source, which is cheap to clone.
    pub fn add(&mut self, name: &str, text: &str) -> Source {
        self.add_shared(Arc::from(name), Arc::from(text))
    }

    /// [`Sources::add`] for a text that somebody else holds too.
    pub fn add_shared(&mut self, name: Arc<str>, text: Arc<str>) -> Source {
        let source = Source {
            id: self.next_id(),
            name,
            text,
        };
        self.list.push(source.clone());
        self.lines.push(OnceLock::new());
        source
    }

    /// The id that the next source will have.
    #[must_use]
    pub fn next_id(&self) -> SourceId {
        SourceId(u32::try_from(self.list.len()).unwrap_or(u32::MAX))
    }

    /// Forgets the sources from an id on: a run that reads more text than it can keep holds the texts it
    /// comes back to, and one more. Spans into what is forgotten must not be shown afterwards.
    pub fn forget_from(&mut self, id: SourceId) {
        self.list.truncate(id.0 as usize);
        self.lines.truncate(id.0 as usize);
    }

    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Source> {
        self.list.iter()
    }

    /// The place of the first byte of a span, if its source is in the list.
    #[must_use]
    pub fn position(&self, span: Span) -> Option<Position> {
        let (source, lines) = self.with_lines(span.source)?;
        Some(lines.position(&source.text, span.start))
    }

    /// The places of the first byte of a span and of the one behind its last.
    #[must_use]
    pub fn range(&self, span: Span) -> Option<(Position, Position)> {
        let (source, lines) = self.with_lines(span.source)?;
        let end = span.end.max(span.start);
        Some((
            lines.position(&source.text, span.start),
            lines.position(&source.text, end),
        ))
    }

    pub(crate) fn with_lines(&self, id: SourceId) -> Option<(&Source, &Lines)> {
        let source = self.get(id)?;
        let lines = self.lines.get(id.0 as usize)?;
        Some((source, lines.get_or_init(|| Lines::new(&source.text))))
    }
}

/// Where the lines of a text start.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    // INVARIANT: ascending, at least one entry.
    starts: Box<[usize]>,
}

impl Lines {
    fn new(text: &str) -> Lines {
        let first = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let feeds = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(first).chain(feeds.map(|(at, _)| at + 1));
        Lines {
            starts: starts.collect(),
        }
    }

    /// Number of the line, from zero, that holds a byte.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// Where a line starts in the text, and its content without its line end.
    pub(crate) fn line<'t>(&self, text: &'t str, number: usize) -> (usize, &'t str) {
        let Some(start) = self.starts.get(number).copied() else {
            return (text.len(), "");
        };
        let end = self.starts.get(number + 1).map_or(text.len(), |next| next - 1);
        let content = text.get(start..end).unwrap_or_default();
        let ends_here = end < text.len();
        match content.strip_suffix('\r') {
            Some(content) if ends_here => (start, content),
            _ => (start, content),
        }
    }

    fn position(&self, text: &str, offset: u32) -> Position {
        let offset = text.floor_char_boundary(offset as usize);
        let line = self.line_of(offset);
        let (start, _) = self.line(text, line);
        let before = text.get(start..offset).unwrap_or_default();
        Position {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_in_an_editor() {
        let rows: &[(&str, u32, (u32, u32))] = &[
            ("", 0, (1, 1)),
            ("", 7, (1, 1)),
            ("ab", 1, (1, 2)),
            ("ab", 2, (1, 3)),
            ("ab\n", 2, (1, 3)),
            ("ab\n", 3, (2, 1)),
            ("a\r\nb", 1, (1, 2)),
            ("a\r\nb", 3, (2, 1)),
            ("é世x", 2, (1, 2)),
            ("é世x", 3, (1, 2)),
            ("é世x", 5, (1, 3)),
            ("\u{feff}a", 0, (1, 1)),
            ("\u{feff}a", 3, (1, 1)),
            ("\u{feff}a\nb", 5, (2, 1)),
        ];
        for (text, offset, (line, column)) in rows {
            let mut sources = Sources::new();
            let source = sources.add("a", text);
            let expected = Position {
                line: *line,
                column: *column,
            };
            assert_eq!(source.position(*offset), expected, "{text:?} {offset}");
            let span = Span::new(source.id, *offset, *offset);
            assert_eq!(sources.position(span), Some(expected));
            assert_eq!(sources.range(span), Some((expected, expected)));
        }
        assert_eq!(Sources::new().position(Span::new(SourceId(0), 0, 0)), None);
    }

    #[test]
    fn the_last_sources_can_be_forgotten() {
        let mut sources = Sources::new();
        sources.add("policy", "a");
        let id = sources.next_id();
        for text in ["b", "c"] {
            assert_eq!(sources.add("object", text).id, id);
            assert_eq!(sources.get(id).map(|source| &*source.text), Some(text));
            sources.forget_from(id);
        }
        assert_eq!(sources.iter().count(), 1);
    }
}
