//! Anchors, aliases, tags and directives.

use std::borrow::Cow;

use super::{Lexer, Token};
use crate::yaml::error::ReadError;
use crate::yaml::syntax::Syntax;

impl<'t> Lexer<'t> {
    pub(super) fn fetch_anchor(&mut self) -> Result<(), ReadError> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.at;
        let is_alias = self.byte(0) == b'*';
        self.at += 1;
        let name = self.take_word();
        let ends = self.is_blank_or_end(0)
            || matches!(
                self.byte(0),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !ends {
            let rest = self.slice(self.at..self.text.len());
            let length = rest.chars().next().map_or(0, char::len_utf8);
            return Err(self.error(Syntax::AnchorName, start..self.at + length));
        }
        let token = if is_alias {
            Token::Alias(name)
        } else {
            Token::Anchor(name)
        };
        self.push(token, start, self.line);
        Ok(())
    }

    pub(super) fn fetch_tag(&mut self) -> Result<(), ReadError> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.at;
        let (handle, suffix) = if self.byte(1) == b'<' {
            self.at += 2;
            let suffix = self.take_uri(start, self.at)?;
            if self.byte(0) != b'>' {
                return Err(self.error(Syntax::TagUnclosed, start..self.at));
            }
            self.at += 1;
            ("", suffix)
        } else {
            self.at += 1;
            let word = self.take_word();
            if self.byte(0) == b'!' {
                self.at += 1;
                let handle = self.slice(start..self.at);
                (handle, self.take_uri(start, self.at)?)
            } else if word.is_empty() && !is_uri(self.byte(0)) {
                ("", Cow::Borrowed("!"))
            } else {
                ("!", self.take_uri(start, start + 1)?)
            }
        };
        if !self.is_blank_or_end(0) {
            let rest = self.slice(self.at..self.text.len());
            let length = rest.chars().next().map_or(0, char::len_utf8);
            return Err(self.error(Syntax::TagEnd, start..self.at + length));
        }
        self.push(Token::Tag { handle, suffix }, start, self.line);
        Ok(())
    }

    pub(super) fn fetch_directive(&mut self) -> Result<(), ReadError> {
        self.close_blocks(-1);
        self.forget_key()?;
        self.key_allowed = false;
        let start = self.at;
        let line = self.rest_of_line(start);
        self.at += 1;
        let name = self.take_word();
        if name.is_empty() {
            return Err(self.error(Syntax::DirectiveName, line));
        }
        if !self.is_blank_or_end(0) {
            return Err(self.error(Syntax::DirectiveCharacter, line));
        }
        let token = match name {
            "YAML" => self.take_version(line.clone())?,
            "TAG" => self.take_handle(line.clone())?,
            _ => return Err(self.error(Syntax::DirectiveUnknown, line)),
        };
        self.push(token, start, self.line);
        self.skip_blanks();
        self.skip_comment();
        if !self.is_break_or_end(0) {
            return Err(self.error(Syntax::DirectiveEnd, line));
        }
        if self.at < self.bytes.len() {
            self.skip_break();
        }
        Ok(())
    }

    fn take_version(&mut self, line: std::ops::Range<usize>) -> Result<Token<'t>, ReadError> {
        self.skip_blanks();
        let major = self.take_number(line.clone())?;
        if self.byte(0) != b'.' {
            return Err(self.error(Syntax::VersionDigit, line));
        }
        self.at += 1;
        let minor = self.take_number(line)?;
        Ok(Token::Version { major, minor })
    }

    fn take_number(&mut self, line: std::ops::Range<usize>) -> Result<u32, ReadError> {
        let start = self.at;
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
        match self.at - start {
            0 => Err(self.error(Syntax::VersionNumber, line)),
            1..=9 => Ok(self.slice(start..self.at).parse().unwrap_or_default()),
            _ => Err(self.error(Syntax::VersionLong, line)),
        }
    }

    fn take_handle(&mut self, line: std::ops::Range<usize>) -> Result<Token<'t>, ReadError> {
        self.skip_blanks();
        let start = self.at;
        if self.byte(0) != b'!' {
            return Err(self.error(Syntax::HandleStart, line));
        }
        self.at += 1;
        let word = self.take_word();
        if self.byte(0) == b'!' {
            self.at += 1;
        } else if !word.is_empty() {
            return Err(self.error(Syntax::HandleEnd, line));
        }
        let handle = self.slice(start..self.at);
        if !self.is_blank() {
            return Err(self.error(Syntax::HandleSpace, line));
        }
        self.skip_blanks();
        let prefix = self.take_uri(start, self.at)?;
        if !self.is_blank_or_end(0) {
            return Err(self.error(Syntax::PrefixEnd, line));
        }
        Ok(Token::TagDirective { handle, prefix })
    }

    fn skip_blanks(&mut self) {
        while self.is_blank() {
            self.at += 1;
        }
    }

    /// ASCII letters, digits, `_` and `-`.
    fn take_word(&mut self) -> &'t str {
        let start = self.at;
        while is_word(self.byte(0)) {
            self.at += 1;
        }
        self.slice(start..self.at)
    }

    /// The rest of a URI that began at `from`, with its escapes decoded; `start` is the whole tag.
    fn take_uri(&mut self, start: usize, from: usize) -> Result<Cow<'t, str>, ReadError> {
        let mut uri = String::new();
        let mut piece = from;
        while is_uri(self.byte(0)) {
            if self.byte(0) == b'%' {
                uri.push_str(self.slice(piece..self.at));
                uri.push(self.take_uri_escape(start)?);
                piece = self.at;
            } else {
                self.at += 1;
            }
        }
        if self.at == from {
            return Err(self.error(Syntax::TagEmpty, start..self.at));
        }
        let rest = self.slice(piece..self.at);
        if piece == from {
            return Ok(Cow::Borrowed(rest));
        }
        uri.push_str(rest);
        Ok(Cow::Owned(uri))
    }

    fn take_uri_escape(&mut self, start: usize) -> Result<char, ReadError> {
        let first = self.take_octet(start)?;
        let (further, initial) = match first {
            0..=0x7F => (0, first),
            0xC0..=0xDF => (1, first & 0x1F),
            0xE0..=0xEF => (2, first & 0x0F),
            0xF0..=0xF7 => (3, first & 0x07),
            _ => return Err(self.error(Syntax::TagEscapeLeading, start..self.at)),
        };
        let mut code = u32::from(initial);
        for _ in 0..further {
            let octet = self.take_octet(start)?;
            if octet & 0xC0 != 0x80 {
                return Err(self.error(Syntax::TagEscapeTrailing, start..self.at));
            }
            code = code << 6 | u32::from(octet & 0x3F);
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn take_octet(&mut self, start: usize) -> Result<u8, ReadError> {
        let digit = |byte: u8| {
            char::from(byte)
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        match (self.byte(0), digit(self.byte(1)), digit(self.byte(2))) {
            (b'%', Some(high), Some(low)) => {
                self.at += 3;
                Ok(high << 4 | low)
            }
            _ => Err(self.error(Syntax::TagEscape, start..self.at)),
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The characters of a tag after its handle.
fn is_uri(byte: u8) -> bool {
    is_word(byte) || b";/?:@&=+$,.!~*'()[]%".contains(&byte)
}
