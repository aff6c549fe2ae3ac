//! Quoted scalars: escapes, folded lines.

use super::plain::Fold;
use super::{Lexer, Scalar, Token};
use crate::yaml::decoded::Decoded;
use crate::yaml::error::ReadError;
use crate::yaml::syntax::Syntax;

impl<'t> Lexer<'t> {
    pub(super) fn fetch_quoted(&mut self) -> Result<(), ReadError> {
        self.save_key()?;
        self.key_allowed = false;
        let (start, line) = (self.at, self.line);
        let scalar = self.take_quoted()?;
        self.push(Token::Scalar(scalar), start, line);
        Ok(())
    }

    /// The quoted scalar that begins here, with its quotes.
    pub(in crate::yaml) fn take_quoted(&mut self) -> Result<Scalar<'t>, ReadError> {
        let quote = self.byte(0);
        let start = self.at;
        self.at += 1;
        let mut text = Decoded::new(self.breaks);
        text.mark(self.at);
        // The text so far is `text` and then the bytes from `piece` on.
        let mut piece = self.at;
        loop {
            if self.is_marker("---") || self.is_marker("...") {
                return Err(self.error(Syntax::QuoteCut, self.at..self.at + 3));
            }
            self.skip_plain_characters(quote);
            let byte = self.byte(0);
            if byte == quote && !(quote == b'\'' && self.byte(1) == quote) {
                break;
            }
            if self.at >= self.bytes.len() {
                return Err(self.error(Syntax::QuoteUnclosed, start..start + 1));
            }
            let fold = match byte {
                b'\'' => {
                    text.push(self.slice(piece..self.at + 1), piece);
                    self.at += 2;
                    piece = self.at;
                    continue;
                }
                b'\\' if self.break_length(1) > 0 => {
                    text.push(self.slice(piece..self.at), piece);
                    self.at += 1;
                    self.skip_break();
                    piece = self.at;
                    Fold::escaped()
                }
                b'\\' => {
                    text.push(self.slice(piece..self.at), piece);
                    self.take_escape(&mut text)?;
                    piece = self.at;
                    continue;
                }
                _ => Fold::default(),
            };
            self.fold_lines(fold, &mut text, &mut piece);
        }
        // Text without escapes and folds is taken from the source.
        let (text, breaks) = if text.is_empty() {
            text.mark(piece);
            let (_, breaks) = text.finish();
            (self.slice(piece..self.at).into(), breaks)
        } else {
            text.push(self.slice(piece..self.at), piece);
            text.mark(self.at);
            let (text, breaks) = text.finish();
            (text.into(), breaks)
        };
        self.at += 1;
        Ok(Scalar {
            text,
            is_plain: false,
            breaks,
        })
    }

    fn skip_plain_characters(&mut self, quote: u8) {
        loop {
            match self.byte(0) {
                b'\\' if quote == b'"' => return,
                byte if byte == quote => return,
                byte if byte > b' ' && byte < 0x7F => self.at += 1,
                _ if self.is_blank_or_end(0) => return,
                _ => self.skip_character(),
            }
        }
    }

    /// Takes blanks and line breaks. Blanks on one line stay; around a break they go.
    fn fold_lines(&mut self, mut fold: Fold, text: &mut Decoded, piece: &mut usize) {
        let start = self.at;
        while self.at < self.bytes.len() && self.is_blank_or_end(0) {
            if self.is_blank() {
                self.at += 1;
            } else {
                let found = self.take_break();
                fold.add(found);
            }
        }
        if !fold.is_broken {
            return;
        }
        text.push(self.slice(*piece..start), *piece);
        text.push(&fold.text(), start);
        *piece = self.at;
    }

    fn take_escape(&mut self, text: &mut Decoded) -> Result<(), ReadError> {
        let start = self.at;
        let fixed = match self.byte(1) {
            b'0' => "\0",
            b'a' => "\u{7}",
            b'b' => "\u{8}",
            b't' | b'\t' => "\t",
            b'n' => "\n",
            b'v' => "\u{b}",
            b'f' => "\u{c}",
            b'r' => "\r",
            b'e' => "\u{1b}",
            b' ' => " ",
            b'"' => "\"",
            b'\'' => "'",
            b'\\' => "\\",
            b'N' => "\u{85}",
            b'_' => "\u{a0}",
            b'L' => "\u{2028}",
            b'P' => "\u{2029}",
            b'x' => return self.take_code(2, text),
            b'u' => return self.take_code(4, text),
            b'U' => return self.take_code(8, text),
            _ => {
                let mut end = start + 1;
                end += self
                    .slice(end..self.text.len())
                    .chars()
                    .next()
                    .map_or(0, char::len_utf8);
                return Err(self.error(Syntax::EscapeUnknown, start..end));
            }
        };
        text.push(fixed, start);
        self.at += 2;
        Ok(())
    }

    fn take_code(&mut self, length: usize, text: &mut Decoded) -> Result<(), ReadError> {
        let start = self.at;
        let end = start + 2 + length;
        let digits = self.bytes.get(start + 2..end).unwrap_or_default();
        let mut code = 0_u32;
        for digit in digits.iter().map(|byte| char::from(*byte).to_digit(16)) {
            match digit {
                Some(digit) => code = code.wrapping_mul(16).wrapping_add(digit),
                None => return Err(self.error(Syntax::EscapeHex, start..start + 2)),
            }
        }
        if digits.len() < length {
            return Err(self.error(Syntax::EscapeHex, start..start + 2));
        }
        match char::from_u32(code) {
            Some(character) => text.push(character.encode_utf8(&mut [0; 4]), start),
            None => return Err(self.error(Syntax::EscapeCharacter, start..end)),
        }
        self.at = end;
        Ok(())
    }
}
