//! Where the parts of a document stand in the text they were read from.

use std::ops::Range;
use std::sync::Arc;

use sekisho_diagnostics::Span;

use crate::Value;

/// A document and the places of all its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    pub value: Value,
    pub places: Places,
}

impl Tree {
    /// A cursor on the root.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor {
            value: &self.value,
            places: &self.places,
        }
    }
}

/// The place of one node: `children` has one entry per item of a list and per entry of a map, in their
/// order, and none for anything else.
///
/// What an alias or a merge key brings in has the place where it is written, not where it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// The whole node: a scalar with its quotes or block header, a collection from its first to its last
    /// byte. An absent value (`key:`) has an empty span.
    pub node: Span,
    /// The key of this node with its quotes, if it is an entry of a map.
    pub key: Option<Span>,
    /// From the text of a string to the bytes of the source.
    pub text: TextMap,
    /// The same for the key.
    pub key_text: TextMap,
    pub children: Arc<[Places]>,
}

impl Places {
    /// A node that is nothing but a range: no key, no text of its own, no children.
    #[must_use]
    pub fn of(node: Span) -> Places {
        Places {
            node,
            key: None,
            text: TextMap::default(),
            key_text: TextMap::default(),
            children: Arc::default(),
        }
    }

    /// The place of a range of this node's string (offsets in the decoded text).
    #[must_use]
    pub fn within(&self, range: Range<usize>) -> Span {
        self.text.span(self.node, range)
    }

    /// The place of a range of this node's key (offsets in the decoded text).
    #[must_use]
    pub fn within_key(&self, range: Range<usize>) -> Span {
        self.key_text.span(self.key.unwrap_or(self.node), range)
    }
}

/// From offsets in a decoded scalar to bytes of its source.
///
/// Each pair says that from this offset of the decoded text on, the source continues at that byte. Without
/// a pair the text is the span itself, as in a plain scalar on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMap {
    // INVARIANT: both members of the pairs rise from pair to pair.
    breaks: Option<Arc<[(u32, u32)]>>,
}

impl TextMap {
    /// A map from rising pairs of (offset in the decoded text, byte in the source).
    #[must_use]
    pub fn new(breaks: Vec<(u32, u32)>) -> TextMap {
        TextMap {
            breaks: (!breaks.is_empty()).then(|| Arc::from(breaks)),
        }
    }

    /// The place of a range of the decoded text, inside `scalar`, the span of the whole scalar.
    #[must_use]
    pub fn span(&self, scalar: Span, range: Range<usize>) -> Span {
        let start = self
            .start_of(scalar, clamp(range.start))
            .clamp(scalar.start, scalar.end);
        let end = if range.end > range.start {
            self.end_of(scalar, clamp(range.end))
        } else {
            start
        };
        Span::new(scalar.source, start, end.clamp(start, scalar.end))
    }

    fn start_of(&self, scalar: Span, offset: u32) -> u32 {
        let breaks = self.breaks.as_deref().unwrap_or_default();
        let after = breaks.partition_point(|(decoded, _)| *decoded <= offset);
        match after.checked_sub(1).and_then(|idx| breaks.get(idx)) {
            Some((decoded, source)) => source.saturating_add(offset - decoded),
            None => scalar.start.saturating_add(offset),
        }
    }

    /// Where the text before `offset` ends. An escape is longer in the source than in the text, so at the
    /// border of two pieces the start of the later one counts.
    fn end_of(&self, scalar: Span, offset: u32) -> u32 {
        let breaks = self.breaks.as_deref().unwrap_or_default();
        match breaks.binary_search_by_key(&offset, |(decoded, _)| *decoded) {
            Ok(idx) => breaks.get(idx).map_or(scalar.end, |(_, source)| *source),
            Err(_) => self.start_of(scalar, offset),
        }
    }
}

fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// A node and its place: what parsers walk with.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'t> {
    pub value: &'t Value,
    pub places: &'t Places,
}

impl<'t> Cursor<'t> {
    /// The place of the node.
    #[must_use]
    pub fn span(self) -> Span {
        self.places.node
    }

    /// The place of the node's key, or of the node where it has none.
    #[must_use]
    pub fn key_span(self) -> Span {
        self.places.key.unwrap_or(self.places.node)
    }

    /// The entry of a map.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Cursor<'t>> {
        let map = self.value.as_map()?;
        let position = map.position(key)?;
        let (_, value) = map.at(position)?;
        let places = self.places.children.get(position)?;
        Some(Cursor { value, places })
    }

    /// The node below a path of map keys.
    #[must_use]
    pub fn at(self, path: &[&str]) -> Option<Cursor<'t>> {
        path.iter().try_fold(self, |cursor, key| cursor.get(key))
    }

    /// The item of a list.
    #[must_use]
    pub fn item(self, position: usize) -> Option<Cursor<'t>> {
        let value = self.value.as_list()?.get(position)?;
        let places = self.places.children.get(position)?;
        Some(Cursor { value, places })
    }

    /// The items of a list; nothing when this is none.
    pub fn items(self) -> impl Iterator<Item = Cursor<'t>> {
        let list: &[Value] = self.value.as_list().map(|list| &**list).unwrap_or_default();
        list.iter()
            .zip(self.places.children.iter())
            .map(|(value, places)| Cursor { value, places })
    }

    /// The entries of a map; nothing when this is none.
    pub fn entries(self) -> impl Iterator<Item = (&'t str, Cursor<'t>)> {
        self.value
            .as_map()
            .into_iter()
            .flatten()
            .zip(self.places.children.iter())
            .map(|((key, value), places)| (key.as_str(), Cursor { value, places }))
    }
}

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::SourceId;

    use super::*;

    #[test]
    fn texts_map_into_escapes_and_folds() {
        // "a\tb  ⏎  c" with the quote at byte 10: decoded `a<TAB>b c`.
        let scalar = Span::new(SourceId(0), 10, 23);
        let map = TextMap::new(vec![(0, 11), (1, 12), (2, 14), (3, 15), (4, 20)]);
        for (range, start, end) in [
            (0..1, 11, 12),
            (1..2, 12, 14),
            (0..3, 11, 15),
            (2..3, 14, 15),
            (4..5, 20, 21),
            (2..5, 14, 21),
            (9..99, 23, 23),
        ] {
            let span = map.span(scalar, range.clone());
            assert_eq!((span.start, span.end), (start, end), "{range:?}");
        }
        let plain = TextMap::default().span(scalar, 2..4);
        assert_eq!((plain.start, plain.end), (12, 14));
    }
}
