//! Lists and maps in brackets, for the quick reader.

use super::{KEY_LENGTH, Reader};
use crate::yaml::keys;
use crate::yaml::record::Recorder;
use crate::yaml::resolve::{Resolved, resolve, value};
use crate::{List, Text, Value};

/// Deeper ones are left to the full reader, which needs no stack for them.
const DEPTH: usize = 32;

impl<'t, R: Recorder> Reader<'t, '_, R> {
    /// The value that begins here, inside so many collections; steps behind it.
    pub(super) fn flow(&mut self, depth: usize) -> Option<(Value, R::Place)> {
        match self.lexer.byte(0) {
            b'[' | b'{' if depth >= self.depth || depth - self.open.len() >= DEPTH => None,
            b'[' => self.flow_list(depth),
            b'{' => self.flow_map(depth),
            b'"' | b'\'' => {
                let start = self.lexer.at;
                let scalar = self.lexer.take_quoted().ok()?;
                let place = self.recorder.scalar(start..self.lexer.at, scalar.breaks);
                Some((Value::String(Text::from(scalar.text)), place))
            }
            _ => {
                let start = self.lexer.at;
                let text = self.flow_plain()?;
                let end = start + text.len();
                let value = value(resolve(text), text, self.numbers).ok()?;
                Some((value, self.recorder.scalar(start..end, Vec::new())))
            }
        }
    }

    fn flow_list(&mut self, depth: usize) -> Option<(Value, R::Place)> {
        let start = self.lexer.at;
        let mut items = Vec::new();
        let mut places = Vec::new();
        self.lexer.at += 1;
        self.skip_flow_blanks()?;
        while self.lexer.byte(0) != b']' {
            let (item, place) = self.flow(depth + 1)?;
            items.push(item);
            places.push(place);
            self.flow_comma(b']')?;
        }
        self.lexer.at += 1;
        let place = self.recorder.collection(start..self.lexer.at, places);
        Some((Value::List(List::from(items)), place))
    }

    fn flow_map(&mut self, depth: usize) -> Option<(Value, R::Place)> {
        let start = self.lexer.at;
        let base = self.row.len();
        let mut places = Vec::new();
        self.lexer.at += 1;
        self.skip_flow_blanks()?;
        while self.lexer.byte(0) != b'}' {
            let (key, key_place) = self.flow_key()?;
            let (value, place) = self.flow(depth + 1)?;
            self.row.push((key, value));
            places.push(R::keyed(place, key_place));
            self.flow_comma(b'}')?;
        }
        self.lexer.at += 1;
        let place = self.recorder.collection(start..self.lexer.at, places);
        Some((Value::Map(self.map(base)?), place))
    }

    /// A key with its colon on one line; steps to the value.
    fn flow_key(&mut self) -> Option<(Text, R::Place)> {
        let start = self.lexer.at;
        let line_start = self.lexer.line_start;
        let found = if let b'"' | b'\'' = self.lexer.byte(0) {
            let scalar = self.lexer.take_quoted().ok()?;
            let place = self.recorder.scalar(start..self.lexer.at, scalar.breaks);
            self.skip_blanks();
            (Text::from(scalar.text), place)
        } else {
            let text = self.flow_plain()?;
            let place = self.recorder.scalar(start..start + text.len(), Vec::new());
            let key = match resolve(text) {
                Resolved::Text => Text::new(text),
                Resolved::Merge => return None,
                other => keys::key(other).ok()?.0,
            };
            (key, place)
        };
        let is_on_line = line_start == self.lexer.line_start && self.lexer.at - start <= KEY_LENGTH;
        if self.lexer.byte(0) != b':' || !is_on_line {
            return None;
        }
        self.lexer.at += 1;
        self.skip_flow_blanks()?;
        Some(found)
    }

    /// A plain scalar on one line; steps over the blanks behind it.
    fn flow_plain(&mut self) -> Option<&'t str> {
        let start = self.lexer.at;
        if !self.is_plain_start(self.lexer.byte(0)) {
            return None;
        }
        loop {
            match self.lexer.byte(0) {
                b',' | b']' | b'}' | b'\n' => break,
                b':' if self.lexer.is_blank_or_end(1) => break,
                b'?' | b'[' | b'{' | b'#' | 0 => return None,
                _ => self.lexer.at += 1,
            }
        }
        let text = self.lexer.slice(start..self.lexer.at);
        Some(text.trim_end_matches([' ', '\t']))
    }

    /// Steps over a comma, or stays at the closing bracket.
    fn flow_comma(&mut self, closing: u8) -> Option<()> {
        self.skip_flow_blanks()?;
        match self.lexer.byte(0) {
            b',' => {
                self.lexer.at += 1;
                self.skip_flow_blanks()
            }
            byte => (byte == closing).then_some(()),
        }
    }

    /// Steps over blanks and line feeds. A tab in an indentation is left to the full reader, which knows after
    /// what it is an error.
    fn skip_flow_blanks(&mut self) -> Option<()> {
        self.skip_blanks();
        while self.lexer.byte(0) == b'\n' {
            self.next_line();
            self.skip_spaces();
            if self.lexer.byte(0) == b'\t' {
                return None;
            }
        }
        let is_marker = self.lexer.is_marker("---") || self.lexer.is_marker("...");
        (self.lexer.byte(0) != b'#' && !is_marker).then_some(())
    }
}
