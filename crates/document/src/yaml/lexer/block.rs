//! Block scalars: literal `|` and folded `>`.

use super::{Lexer, Scalar, Token};
use crate::yaml::decoded::Decoded;
use crate::yaml::error::ReadError;
use crate::yaml::syntax::Syntax;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Strip,
    Clip,
    Keep,
}

/// A line break of the source: what it is in the decoded text, and where it stands.
type Break = (&'static str, usize);

impl<'t> Lexer<'t> {
    pub(super) fn fetch_block_scalar(&mut self) -> Result<(), ReadError> {
        self.forget_key()?;
        self.key_allowed = true;
        let (start, line) = (self.at, self.line);
        let (scalar, end) = self.take_block_scalar()?;
        let at = std::mem::replace(&mut self.at, end);
        self.push(Token::Scalar(scalar), start, line);
        self.at = at;
        Ok(())
    }

    /// The block scalar that begins here, and where its last line ends. What follows it is the next token, or
    /// blanks before that.
    pub(in crate::yaml) fn take_block_scalar(&mut self) -> Result<(Scalar<'t>, usize), ReadError> {
        let is_literal = self.byte(0) == b'|';
        let (chomp, increment) = self.take_header()?;
        let mut end = self.at;
        if !self.is_break_or_end(0) {
            return Err(self.error(Syntax::BlockHeader, self.rest_of_line(self.at)));
        }
        if self.at < self.bytes.len() {
            self.skip_break();
        }
        let mut indent = increment.map_or(0, |increment| self.indent.max(0) + increment);
        let mut text = Decoded::new(self.breaks);
        let mut blank_lines = self.take_blank_lines(&mut indent)?;
        let mut last_break: Option<Break> = None;
        let mut was_indented = false;
        while self.column() == indent && self.at < self.bytes.len() {
            let is_indented = self.is_blank();
            if let Some((kind, source)) = last_break {
                if !is_literal && kind == "\n" && !was_indented && !is_indented {
                    if blank_lines.is_empty() {
                        text.push(" ", source);
                    }
                } else {
                    text.push(kind, source);
                }
            }
            for (kind, source) in blank_lines {
                text.push(kind, source);
            }
            was_indented = is_indented;
            let from = self.at;
            self.skip_line();
            text.push(self.slice(from..self.at), from);
            end = self.at;
            last_break = self.take_last_break();
            blank_lines = self.take_blank_lines(&mut indent)?;
        }
        if let (Chomp::Clip | Chomp::Keep, Some((kind, source))) = (chomp, last_break) {
            text.push(kind, source);
        }
        if chomp == Chomp::Keep {
            for (kind, source) in blank_lines {
                text.push(kind, source);
            }
        }
        let (text, breaks) = text.finish();
        let scalar = Scalar {
            text: text.into(),
            is_plain: false,
            breaks,
        };
        Ok((scalar, end))
    }

    /// Takes the indicator, what follows it in any order, and a comment.
    fn take_header(&mut self) -> Result<(Chomp, Option<isize>), ReadError> {
        self.at += 1;
        let mut chomp = None;
        let mut increment = None;
        for _ in 0..2 {
            match self.byte(0) {
                b'+' if chomp.is_none() => chomp = Some(Chomp::Keep),
                b'-' if chomp.is_none() => chomp = Some(Chomp::Strip),
                b'0' if increment.is_none() => {
                    return Err(self.error(Syntax::BlockIndentZero, self.at..self.at + 1));
                }
                digit @ b'1'..=b'9' if increment.is_none() => increment = Some((digit - b'0').into()),
                _ => break,
            }
            self.at += 1;
        }
        while self.is_blank() {
            self.at += 1;
        }
        self.skip_comment();
        Ok((chomp.unwrap_or(Chomp::Clip), increment))
    }

    fn skip_line(&mut self) {
        let may_end = |byte: &u8| matches!(byte, b'\n' | b'\r' | 0xC2 | 0xE2);
        while !self.is_break_or_end(0) {
            self.at += 1;
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.at += rest.iter().position(may_end).unwrap_or(rest.len());
        }
    }

    /// The break that ends a line of text. A file's last line always has one.
    fn take_last_break(&mut self) -> Option<Break> {
        let source = self.at;
        if self.at < self.bytes.len() {
            return Some((self.take_break(), source));
        }
        self.origin.ends_lines().then_some(("\n", source))
    }

    /// Takes indentation and empty lines. An `indent` of 0 is found out here.
    fn take_blank_lines(&mut self, indent: &mut isize) -> Result<Vec<Break>, ReadError> {
        let mut breaks = Vec::new();
        let mut deepest = 0;
        loop {
            while self.byte(0) == b' ' && (*indent == 0 || self.column() < *indent) {
                self.at += 1;
            }
            deepest = deepest.max(self.column());
            if self.byte(0) == b'\t' && (*indent == 0 || self.column() < *indent) {
                return Err(self.error(Syntax::TabInBlock, self.at..self.at + 1));
            }
            if self.break_length(0) == 0 {
                break;
            }
            let source = self.at;
            breaks.push((self.take_break(), source));
        }
        if *indent == 0 {
            *indent = deepest.max(self.indent + 1).max(1);
        }
        Ok(breaks)
    }
}
