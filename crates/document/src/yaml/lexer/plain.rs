//! Plain scalars: text without quotes, on one line or folded over many.

use super::{Lexer, Scalar, Token};
use crate::yaml::decoded::Decoded;
use crate::yaml::error::ReadError;
use crate::yaml::syntax::Syntax;

impl<'t> Lexer<'t> {
    pub(super) fn fetch_plain(&mut self) -> Result<(), ReadError> {
        self.save_key()?;
        self.key_allowed = false;
        let (start, line) = (self.at, self.line);
        let in_flow = self.in_flow();
        let indent = self.indent + 1;
        let mut text = Decoded::new(self.breaks);
        // The text so far is `text` and then the bytes from `piece` to `end`.
        let mut piece = start;
        let mut end = start;
        let mut is_after_break = false;
        loop {
            if self.is_marker("---") || self.is_marker("...") || self.byte(0) == b'#' {
                break;
            }
            let word = self.at;
            self.skip_word(in_flow);
            if self.at > word {
                is_after_break = false;
                end = self.at;
            }
            if self.at >= self.bytes.len() || !self.is_blank_or_end(0) {
                break;
            }
            let mut fold = Fold::default();
            while self.is_blank_or_end(0) && self.at < self.bytes.len() {
                if self.is_blank() {
                    if fold.is_broken && self.byte(0) == b'\t' && self.column() < indent {
                        return Err(self.error(Syntax::TabInPlain, self.at..self.at + 1));
                    }
                    self.at += 1;
                } else {
                    let found = self.take_break();
                    fold.add(found);
                }
            }
            if fold.is_broken {
                is_after_break = true;
            }
            if !in_flow && self.column() < indent {
                break;
            }
            // Only text that follows on makes the fold a part of the scalar.
            if fold.is_broken && self.continues(in_flow) {
                text.push(self.slice(piece..end), piece);
                text.push(&fold.text(), end);
                piece = self.at;
                end = self.at;
            }
        }
        if is_after_break {
            self.key_allowed = true;
        }
        let scalar = if text.is_empty() {
            Scalar {
                text: self.slice(start..end).into(),
                is_plain: true,
                breaks: Vec::new(),
            }
        } else {
            text.push(self.slice(piece..end), piece);
            let (text, breaks) = text.finish();
            Scalar {
                text: text.into(),
                is_plain: true,
                breaks,
            }
        };
        let at = std::mem::replace(&mut self.at, end);
        self.push(Token::Scalar(scalar), start, line);
        self.at = at;
        Ok(())
    }

    /// Steps over what is neither blank nor the end of the scalar.
    fn skip_word(&mut self, in_flow: bool) {
        while self.word_goes_on(in_flow) {
            self.skip_character();
        }
    }

    fn word_goes_on(&self, in_flow: bool) -> bool {
        match self.byte(0) {
            b':' => !self.is_blank_or_end(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => !in_flow,
            byte if byte > b' ' && byte < 0x7F => true,
            _ => !self.is_blank_or_end(0),
        }
    }

    fn continues(&self, in_flow: bool) -> bool {
        !self.is_marker("---") && !self.is_marker("...") && self.byte(0) != b'#' && self.word_goes_on(in_flow)
    }
}

/// Line breaks between two pieces of text: one is a blank, further ones stay.
#[derive(Debug, Default)]
pub(super) struct Fold {
    pub(super) is_broken: bool,
    first: &'static str,
    further: String,
}

impl Fold {
    pub(super) fn add(&mut self, found: &'static str) {
        if self.is_broken {
            self.further.push_str(found);
        } else {
            self.is_broken = true;
            self.first = found;
        }
    }

    /// An escaped line break: it leaves nothing, further ones stay.
    pub(super) fn escaped() -> Fold {
        Fold {
            is_broken: true,
            ..Fold::default()
        }
    }

    pub(super) fn text(&self) -> std::borrow::Cow<'_, str> {
        match (self.first, self.further.as_str()) {
            ("\n", "") => " ".into(),
            ("\n" | "", further) => further.into(),
            (first, further) => format!("{first}{further}").into(),
        }
    }
}
