//! Text to tokens, by the rules of libyaml, which the Go tools follow: simple keys, indentation, and
//! block starts that are put in before a key once its colon is seen.

mod block;
mod names;
mod plain;
mod quoted;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::chars::{Origin, break_length};
use super::error::{Fault, ReadError};
use super::syntax::Syntax;

/// The longest implicit key in characters (YAML reference §5).
const KEY_LENGTH: usize = 1024;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'t> {
    StreamEnd,
    Version { major: u32, minor: u32 },
    TagDirective { handle: &'t str, prefix: Cow<'t, str> },
    DocumentStart,
    DocumentEnd,
    BlockListStart,
    BlockMapStart,
    BlockEnd,
    FlowListStart,
    FlowListEnd,
    FlowMapStart,
    FlowMapEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'t str),
    Anchor(&'t str),
    Tag { handle: &'t str, suffix: Cow<'t, str> },
    Scalar(Scalar<'t>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scalar<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) is_plain: bool,
    /// Pairs for a text map; empty unless they are recorded.
    pub(super) breaks: Vec<(u32, u32)>,
}

/// A token, its bytes, and the line it begins on, counted from zero.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spanned<'t> {
    pub(super) token: Token<'t>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
}

/// Whether scalars carry their text map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaks {
    Recorded,
    Left,
}

#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    pub(super) bytes: &'t [u8],
    origin: Origin,
    breaks: Breaks,
    pub(super) at: usize,
    line: u32,
    pub(super) line_start: usize,
    /// Tokens that are made and not taken, and the number of those that were taken.
    queue: VecDeque<Spanned<'t>>,
    taken: usize,
    pub(super) indent: isize,
    indents: Vec<isize>,
    key_allowed: bool,
    /// INVARIANT: one per open flow collection and one for the block level; never empty.
    keys: Vec<SimpleKey>,
    /// Token number and level of the keys that may be possible, by rising token number.
    possible: VecDeque<(usize, usize)>,
}

/// Where a key without `? ` may have begun.
#[derive(Debug, Clone, Copy, Default)]
struct SimpleKey {
    possible: bool,
    /// It stands in the first column of its map, so it has to be a key.
    required: bool,
    token: usize,
    at: usize,
    line: u32,
    column: isize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, origin: Origin, breaks: Breaks) -> Lexer<'t> {
        // Of two byte-order marks Go takes the first for the encoding and the second for a blank.
        let (start, line_start) = match text {
            _ if text.starts_with("\u{feff}\u{feff}") => (6, 5),
            _ if text.starts_with('\u{feff}') => (3, 3),
            _ => (0, 0),
        };
        Lexer {
            text,
            bytes: text.as_bytes(),
            origin,
            breaks,
            at: start,
            line: 0,
            line_start,
            queue: VecDeque::new(),
            taken: 0,
            indent: -1,
            indents: Vec::new(),
            key_allowed: true,
            keys: vec![SimpleKey::default()],
            possible: VecDeque::new(),
        }
    }

    /// The next token, which stays. After the end of the stream there is always another end.
    pub(super) fn peek(&mut self) -> Result<&Spanned<'t>, ReadError> {
        self.fetch_until_sure()?;
        match self.queue.front() {
            Some(spanned) => Ok(spanned),
            None => Err(ReadError::new(
                Fault::Syntax(Syntax::ValueMissing),
                self.at..self.at,
            )),
        }
    }

    /// The next token, which is taken.
    pub(super) fn take(&mut self) -> Result<Spanned<'t>, ReadError> {
        self.fetch_until_sure()?;
        self.taken += 1;
        let end = Spanned {
            token: Token::StreamEnd,
            start: self.at,
            end: self.at,
            line: self.line,
        };
        Ok(self.queue.pop_front().unwrap_or(end))
    }

    /// The first token of the queue is sure once no key can be put before it.
    fn fetch_until_sure(&mut self) -> Result<(), ReadError> {
        loop {
            if !self.queue.is_empty() {
                while self
                    .possible
                    .front()
                    .is_some_and(|(token, _)| *token < self.taken)
                {
                    self.possible.pop_front();
                }
                match self.possible.front() {
                    Some((token, level)) if *token == self.taken => {
                        let level = *level;
                        if !self.key_is_possible(level)? {
                            return Ok(());
                        }
                    }
                    _ => return Ok(()),
                }
            }
            self.fetch()?;
        }
    }

    fn fetch(&mut self) -> Result<(), ReadError> {
        self.skip_to_token();
        self.close_blocks(self.column());
        let Some(byte) = self.bytes.get(self.at).copied() else {
            return self.fetch_end();
        };
        let next = self.byte(1);
        let separated = self.is_blank_or_end(1);
        let in_flow = self.in_flow();
        if self.at == self.line_start {
            match byte {
                b'%' => return self.fetch_directive(),
                b'-' if self.is_marker("---") => return self.fetch_marker(Token::DocumentStart),
                b'.' if self.is_marker("...") => return self.fetch_marker(Token::DocumentEnd),
                _ => {}
            }
        }
        match byte {
            b'[' => self.open_flow(Token::FlowListStart),
            b'{' => self.open_flow(Token::FlowMapStart),
            b']' => self.close_flow(Token::FlowListEnd),
            b'}' => self.close_flow(Token::FlowMapEnd),
            b',' => self.fetch_comma(),
            b'-' if separated => self.fetch_dash(),
            b'?' if in_flow || separated => self.fetch_question_mark(),
            b':' if in_flow || separated => self.fetch_colon(),
            b'*' | b'&' => self.fetch_anchor(),
            b'!' => self.fetch_tag(),
            b'|' | b'>' if !in_flow => self.fetch_block_scalar(),
            b'\'' | b'"' => self.fetch_quoted(),
            b'-' if !matches!(next, b' ' | b'\t') => self.fetch_plain(),
            b'?' | b':' if !in_flow => self.fetch_plain(),
            b'\t' => Err(self.error(Syntax::TabAtStart, self.at..self.at + 1)),
            b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => {
                Err(self.error(Syntax::CharacterOutOfPlace, self.at..self.at + 1))
            }
            _ => self.fetch_plain(),
        }
    }

    // ── what is ahead ──────────────────────────────────────────────────────────────────────────

    /// The byte that many places ahead; 0, which no text holds, beyond the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn break_length(&self, ahead: usize) -> usize {
        break_length(self.bytes, self.at + ahead, self.origin)
    }

    fn is_blank(&self) -> bool {
        matches!(self.byte(0), b' ' | b'\t')
    }

    fn is_break_or_end(&self, ahead: usize) -> bool {
        self.at + ahead >= self.bytes.len() || self.break_length(ahead) > 0
    }

    pub(super) fn is_blank_or_end(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t') || self.is_break_or_end(ahead)
    }

    /// Whether a document marker stands here, in the first column.
    pub(super) fn is_marker(&self, marker: &str) -> bool {
        self.at == self.line_start
            && self.bytes.get(self.at..self.at + 3) == Some(marker.as_bytes())
            && self.is_blank_or_end(3)
    }

    /// Counted in bytes: only ASCII can stand before what is compared by column.
    fn column(&self) -> isize {
        isize::try_from(self.at - self.line_start).unwrap_or(isize::MAX)
    }

    fn in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// From a position to the end of its line, without the blanks there.
    fn rest_of_line(&self, at: usize) -> Range<usize> {
        let rest = self.slice(at..self.text.len());
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        at..at + line.trim_end().len()
    }

    fn error(&self, syntax: Syntax, at: Range<usize>) -> ReadError {
        ReadError {
            fault: Fault::Syntax(syntax),
            at,
            upstream_line: if self.line == 0 { 0 } else { self.line + 1 },
        }
    }

    // ── moving on ──────────────────────────────────────────────────────────────────────────────

    /// Steps over the line break that stands here.
    fn skip_break(&mut self) {
        self.at += self.break_length(0);
        self.line += 1;
        self.line_start = self.at;
    }

    /// Steps over the line break that stands here and says what it is in a decoded text.
    fn take_break(&mut self) -> &'static str {
        let text = match self.bytes.get(self.at..).unwrap_or_default() {
            [0xE2, 0x80, 0xA8, ..] => "\u{2028}",
            [0xE2, 0x80, 0xA9, ..] => "\u{2029}",
            [] => "",
            _ => "\n",
        };
        self.skip_break();
        text
    }

    fn skip_character(&mut self) {
        self.at += 1;
        while self.byte(0) & 0xC0 == 0x80 {
            self.at += 1;
        }
    }

    /// Steps over blanks, comments and line breaks. Tabs count as blanks where no key may begin.
    fn skip_to_token(&mut self) {
        loop {
            while self.byte(0) == b' ' || (self.byte(0) == b'\t' && (self.in_flow() || !self.key_allowed)) {
                self.at += 1;
            }
            self.skip_comment();
            if self.break_length(0) == 0 {
                return;
            }
            self.skip_break();
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn skip_comment(&mut self) {
        if self.byte(0) == b'#' {
            while !self.is_break_or_end(0) {
                self.at += 1;
            }
        }
    }

    fn push(&mut self, token: Token<'t>, start: usize, line: u32) {
        let end = self.at;
        self.queue.push_back(Spanned {
            token,
            start,
            end,
            line,
        });
    }

    /// Makes a token of so many bytes.
    fn push_bytes(&mut self, token: Token<'t>, length: usize) {
        let start = self.at;
        self.at += length;
        self.push(token, start, self.line);
    }

    // ── simple keys and indentation ────────────────────────────────────────────────────────────

    /// Notes that a key may begin here.
    fn save_key(&mut self) -> Result<(), ReadError> {
        if !self.key_allowed {
            return Ok(());
        }
        self.forget_key()?;
        let key = SimpleKey {
            possible: true,
            required: !self.in_flow() && self.indent == self.column(),
            token: self.taken + self.queue.len(),
            at: self.at,
            line: self.line,
            column: self.column(),
        };
        let level = self.keys.len() - 1;
        if let Some(slot) = self.keys.last_mut() {
            *slot = key;
        }
        self.possible.push_back((key.token, level));
        Ok(())
    }

    /// The possible key of this level can no longer be one.
    fn forget_key(&mut self) -> Result<(), ReadError> {
        let key = self.key();
        if !key.possible {
            return Ok(());
        }
        if key.required {
            return Err(self.error(Syntax::ColonMissing, self.rest_of_line(key.at)));
        }
        self.drop_key(self.keys.len() - 1);
        Ok(())
    }

    /// Whether the key of a level is still possible: on one line, and not too long.
    fn key_is_possible(&mut self, level: usize) -> Result<bool, ReadError> {
        let key = self.keys.get(level).copied().unwrap_or_default();
        if !key.possible {
            return Ok(false);
        }
        if key.line == self.line && !self.is_too_long(key.at) {
            return Ok(true);
        }
        if key.required {
            return Err(self.error(Syntax::ColonMissing, self.rest_of_line(key.at)));
        }
        if let Some(key) = self.keys.get_mut(level) {
            key.possible = false;
        }
        Ok(false)
    }

    fn is_too_long(&self, start: usize) -> bool {
        let length = self.at - start;
        length > KEY_LENGTH
            && (length > 4 * KEY_LENGTH || self.slice(start..self.at).chars().count() > KEY_LENGTH)
    }

    fn key(&self) -> SimpleKey {
        self.keys.last().copied().unwrap_or_default()
    }

    fn drop_key(&mut self, level: usize) {
        if let Some(key) = self.keys.get_mut(level) {
            key.possible = false;
            let token = key.token;
            self.unlist_key(token);
        }
    }

    fn unlist_key(&mut self, token: usize) {
        if let Some(position) = self.possible.iter().rposition(|(other, _)| *other == token) {
            self.possible.remove(position);
        }
    }

    /// Puts a token before the one with a number. If that is taken already, the new one comes last.
    fn insert(&mut self, number: usize, token: Spanned<'t>) {
        let position = match number.checked_sub(self.taken) {
            Some(position) => position.min(self.queue.len()),
            None => self.queue.len(),
        };
        self.queue.insert(position, token);
    }

    /// Opens a block collection if this column is deeper than the last one. `number` is the token before
    /// which it begins.
    fn open_block(&mut self, column: isize, number: usize, token: Token<'t>, at: usize) {
        if self.in_flow() || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        let spanned = Spanned {
            token,
            start: at,
            end: at,
            line: self.line,
        };
        self.insert(number, spanned);
    }

    fn open_block_here(&mut self, token: Token<'t>) {
        self.open_block(self.column(), self.taken + self.queue.len(), token, self.at);
    }

    fn close_blocks(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Token::BlockEnd, self.at, self.line);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    // ── tokens without text ────────────────────────────────────────────────────────────────────

    fn fetch_end(&mut self) -> Result<(), ReadError> {
        if self.at != self.line_start {
            self.line += 1;
            self.line_start = self.at;
        }
        self.close_blocks(-1);
        self.forget_key()?;
        self.key_allowed = false;
        self.push_bytes(Token::StreamEnd, 0);
        Ok(())
    }

    fn fetch_marker(&mut self, token: Token<'t>) -> Result<(), ReadError> {
        self.close_blocks(-1);
        self.forget_key()?;
        self.key_allowed = false;
        self.push_bytes(token, 3);
        Ok(())
    }

    fn open_flow(&mut self, token: Token<'t>) -> Result<(), ReadError> {
        self.save_key()?;
        // The level begins with the number of the bracket itself. If no key is saved in it, its end makes
        // Go forget that the whole collection may be a key, so `{}: b` is `{}` and `[]: b` is `[]`.
        self.keys.push(SimpleKey {
            token: self.taken + self.queue.len(),
            ..SimpleKey::default()
        });
        self.key_allowed = true;
        self.push_bytes(token, 1);
        Ok(())
    }

    fn close_flow(&mut self, token: Token<'t>) -> Result<(), ReadError> {
        self.forget_key()?;
        if self.in_flow()
            && let Some(key) = self.keys.pop()
        {
            self.unlist_key(key.token);
        }
        self.key_allowed = false;
        self.push_bytes(token, 1);
        Ok(())
    }

    fn fetch_comma(&mut self) -> Result<(), ReadError> {
        self.forget_key()?;
        self.key_allowed = true;
        self.push_bytes(Token::FlowEntry, 1);
        Ok(())
    }

    fn fetch_dash(&mut self) -> Result<(), ReadError> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(self.error(Syntax::DashOutOfPlace, self.at..self.at + 1));
            }
            self.open_block_here(Token::BlockListStart);
        }
        self.forget_key()?;
        self.key_allowed = true;
        self.push_bytes(Token::BlockEntry, 1);
        Ok(())
    }

    fn fetch_question_mark(&mut self) -> Result<(), ReadError> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(self.error(Syntax::QuestionMarkOutOfPlace, self.at..self.at + 1));
            }
            self.open_block_here(Token::BlockMapStart);
        }
        self.forget_key()?;
        self.key_allowed = !self.in_flow();
        self.push_bytes(Token::Key, 1);
        Ok(())
    }

    fn fetch_colon(&mut self) -> Result<(), ReadError> {
        let level = self.keys.len() - 1;
        if self.key_is_possible(level)? {
            let key = self.key();
            let spanned = Spanned {
                token: Token::Key,
                start: key.at,
                end: key.at,
                line: key.line,
            };
            self.insert(key.token, spanned);
            self.open_block(key.column, key.token, Token::BlockMapStart, key.at);
            self.drop_key(level);
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                if !self.key_allowed {
                    return Err(self.error(Syntax::ColonOutOfPlace, self.at..self.at + 1));
                }
                self.open_block_here(Token::BlockMapStart);
            }
            self.key_allowed = !self.in_flow();
        }
        self.push_bytes(Token::Value, 1);
        Ok(())
    }
}
