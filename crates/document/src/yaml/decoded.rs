//! A decoded scalar while it grows, with the way back to its source.

use super::lexer::Breaks;

/// Text and the pairs of its text map.
#[derive(Debug)]
pub(super) struct Decoded {
    text: String,
    breaks: Vec<(u32, u32)>,
    recorded: Breaks,
}

impl Decoded {
    pub(super) fn new(recorded: Breaks) -> Decoded {
        Decoded {
            text: String::new(),
            breaks: Vec::new(),
            recorded,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds text that stands at a byte of the source, or is made from what stands there.
    pub(super) fn push(&mut self, text: &str, source: usize) {
        if text.is_empty() {
            return;
        }
        self.mark(source);
        self.text.push_str(text);
    }

    /// Notes that the text goes on at a byte of the source.
    pub(super) fn mark(&mut self, source: usize) {
        if self.recorded == Breaks::Left {
            return;
        }
        let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        let (offset, source) = (clamp(self.text.len()), clamp(source));
        if let Some((last_offset, last_source)) = self.breaks.last_mut() {
            if *last_offset == offset {
                *last_source = source;
                return;
            }
            if last_source.saturating_add(offset - *last_offset) == source {
                return;
            }
        }
        self.breaks.push((offset, source));
    }

    pub(super) fn finish(self) -> (String, Vec<(u32, u32)>) {
        (self.text, self.breaks)
    }
}
