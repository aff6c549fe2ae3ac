//! What is kept about places while a document is read: nothing, or everything.

use std::ops::Range;
use std::sync::Arc;

use sekisho_diagnostics::{SourceId, Span};

use super::lexer::Breaks;
use crate::{Places, TextMap};

/// Makes places of nodes.
pub(super) trait Recorder {
    type Place: Clone;
    const BREAKS: Breaks;

    fn scalar(&self, at: Range<usize>, breaks: Vec<(u32, u32)>) -> Self::Place;
    fn collection(&self, at: Range<usize>, children: Vec<Self::Place>) -> Self::Place;
    /// The place of a node with the place of its key, which was made as one of a scalar.
    fn keyed(node: Self::Place, key: Self::Place) -> Self::Place;
    fn children(place: &Self::Place) -> &[Self::Place];
    /// Where a node begins in the text that is read.
    fn start(&self, place: &Self::Place) -> usize;
}

/// Values only.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nothing;

impl Recorder for Nothing {
    type Place = ();
    const BREAKS: Breaks = Breaks::Left;

    fn scalar(&self, _at: Range<usize>, _breaks: Vec<(u32, u32)>) {}
    fn collection(&self, _at: Range<usize>, _children: Vec<()>) {}
    fn keyed(_node: (), _key: ()) {}
    fn children(_place: &()) -> &[()] {
        &[]
    }
    fn start(&self, _place: &()) -> usize {
        0
    }
}

/// Places in a source of which the text that is read begins at `start`.
#[derive(Debug, Clone, Copy)]
pub(super) struct InSource {
    pub(super) source: SourceId,
    pub(super) start: u32,
}

impl InSource {
    fn span(self, at: Range<usize>) -> Span {
        let absolute = |offset| {
            u32::try_from(offset)
                .unwrap_or(u32::MAX)
                .saturating_add(self.start)
        };
        Span::new(self.source, absolute(at.start), absolute(at.end))
    }
}

impl Recorder for InSource {
    type Place = Places;
    const BREAKS: Breaks = Breaks::Recorded;

    fn scalar(&self, at: Range<usize>, mut breaks: Vec<(u32, u32)>) -> Places {
        for (_, source) in &mut breaks {
            *source = source.saturating_add(self.start);
        }
        Places {
            text: TextMap::new(breaks),
            ..Places::of(self.span(at))
        }
    }

    fn collection(&self, at: Range<usize>, children: Vec<Places>) -> Places {
        Places {
            children: Arc::from(children),
            ..Places::of(self.span(at))
        }
    }

    fn keyed(node: Places, key: Places) -> Places {
        Places {
            key: Some(key.node),
            key_text: key.text,
            ..node
        }
    }

    fn children(place: &Places) -> &[Places] {
        &place.children
    }

    fn start(&self, place: &Places) -> usize {
        place.node.start.saturating_sub(self.start) as usize
    }
}
