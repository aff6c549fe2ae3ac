//! A quick reader for what most files are made of: indented maps and lists, scalars without anchors and tags.
//!
//! It reads line by line, without tokens, and gives up (`None`) at anything it does not know, also at every
//! fault: the full reader then says what the text means. Both give the same tree where this one gives any.

mod flow;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::lexer::{Lexer, Scalar};
use super::limits::Limits;
use super::record::Recorder;
use super::resolve::{Resolved, resolve, value};
use super::{chars::Origin, keys};
use crate::{List, Map, Numbers, Text, Value};

/// Longer keys may have too many characters.
const KEY_LENGTH: usize = 1024;

/// Reads a text whose only line breaks are line feeds.
pub(super) fn read<R: Recorder>(
    text: &str,
    origin: Origin,
    recorder: &R,
    limits: &Limits,
    numbers: Numbers,
) -> Option<(Value, R::Place)> {
    let mut reader = Reader {
        lexer: Lexer::new(text, origin, R::BREAKS),
        recorder,
        depth: limits.depth,
        numbers,
        open: Vec::with_capacity(16),
        row: Vec::with_capacity(64),
        items: Vec::with_capacity(32),
        places: Vec::new(),
        root: None,
    };
    reader.document()?;
    reader.root
}

struct Reader<'t, 'r, R: Recorder> {
    lexer: Lexer<'t>,
    recorder: &'r R,
    depth: usize,
    numbers: Numbers,
    open: Vec<Open>,
    /// Entries of all open maps, items of all open lists, places of both; each collection has the end of them
    /// from its base on. The last entry or item of a waiting collection is null so far.
    row: Vec<(Text, Value)>,
    items: Vec<Value>,
    places: Vec<R::Place>,
    root: Option<(Value, R::Place)>,
}

/// A collection that is not complete.
#[derive(Debug, Clone, Copy)]
struct Open {
    sort: Sort,
    column: usize,
    base: usize,
    places_base: usize,
    start: usize,
    /// Where its last child ends.
    end: usize,
    /// After a key or dash, where its value would be if it is absent.
    waiting: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Map,
    List,
    /// A list at the column of the key it belongs to.
    IndentlessList,
}

impl<'t, R: Recorder> Reader<'t, '_, R> {
    fn document(&mut self) -> Option<()> {
        let mut may_start = true;
        loop {
            self.skip_empty_lines()?;
            if self.lexer.at >= self.lexer.bytes.len() {
                break;
            }
            let column = self.lexer.at - self.lexer.line_start;
            if column == 0
                && matches!(self.lexer.byte(0), b'-' | b'.')
                && (self.lexer.is_marker("---") || self.lexer.is_marker("..."))
            {
                if !may_start || self.lexer.byte(0) == b'.' {
                    return None;
                }
                self.lexer.at += 3;
                self.end_line()?;
            } else {
                self.line(column)?;
            }
            may_start = false;
        }
        while !self.open.is_empty() {
            self.close()?;
        }
        Some(())
    }

    // ── lines ──────────────────────────────────────────────────────────────────────────────────

    /// From the beginning of a line to the next text, over comments.
    fn skip_empty_lines(&mut self) -> Option<()> {
        loop {
            self.lexer.at = self.lexer.line_start;
            self.skip_spaces();
            match self.lexer.byte(0) {
                b'#' => self.skip_to_line_end(),
                b'\n' => {}
                b'\t' => return None,
                _ => return Some(()),
            }
            self.next_line();
            if self.lexer.at >= self.lexer.bytes.len() {
                return Some(());
            }
        }
    }

    fn skip_spaces(&mut self) {
        while self.lexer.byte(0) == b' ' {
            self.lexer.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        while matches!(self.lexer.byte(0), b' ' | b'\t') {
            self.lexer.at += 1;
        }
    }

    fn skip_to_line_end(&mut self) {
        let rest = self.rest();
        self.lexer.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    fn rest(&self) -> &[u8] {
        self.lexer.bytes.get(self.lexer.at..).unwrap_or_default()
    }

    /// Steps over the line feed that stands here, or stays at the end of the text.
    fn next_line(&mut self) {
        self.lexer.at = (self.lexer.at + 1).min(self.lexer.bytes.len());
        self.lexer.line_start = self.lexer.at;
    }

    /// Steps over the rest of a line, which holds no more than a comment.
    fn end_line(&mut self) -> Option<()> {
        let before = self.lexer.at;
        self.skip_blanks();
        match self.lexer.byte(0) {
            b'\n' => {}
            0 if self.lexer.at >= self.lexer.bytes.len() => {}
            b'#' if self.lexer.at > before => self.skip_to_line_end(),
            _ => return None,
        }
        self.next_line();
        Some(())
    }

    /// Whether the line ends here, or goes on with a comment after a blank.
    fn is_at_end(&self) -> bool {
        matches!(self.lexer.byte(0), b'\n' | b'#') || self.lexer.at >= self.lexer.bytes.len()
    }

    /// One line with text that begins at a column, and the lines its last scalar takes.
    fn line(&mut self, mut column: usize) -> Option<()> {
        while self.open.last().is_some_and(|open| open.column > column) {
            self.close()?;
        }
        while self.lexer.byte(0) == b'-' && self.lexer.is_blank_or_end(1) {
            self.dash(column)?;
            self.lexer.at += 1;
            self.skip_spaces();
            if self.is_at_end() {
                return self.end_line_after_blank();
            }
            column = self.lexer.at - self.lexer.line_start;
        }
        self.key_or_value(column)
    }

    /// As [`Reader::end_line`], where a comment may begin at once.
    fn end_line_after_blank(&mut self) -> Option<()> {
        self.skip_to_line_end();
        self.next_line();
        Some(())
    }

    /// A dash at a column begins an item.
    fn dash(&mut self, column: usize) -> Option<()> {
        match self.open.last() {
            Some(open) if open.column == column && open.sort != Sort::Map => self.fill_absent(),
            Some(open) if open.column == column && open.waiting.is_some() => {
                self.open(Sort::IndentlessList, column)?;
            }
            Some(open) if open.column < column && open.waiting.is_some() => self.open(Sort::List, column)?,
            None if self.root.is_none() => self.open(Sort::List, column)?,
            _ => return None,
        }
        self.items.push(Value::Null);
        self.wait(self.lexer.at + 1);
        Some(())
    }

    fn key_or_value(&mut self, column: usize) -> Option<()> {
        let start = self.lexer.at;
        match self.lexer.byte(0) {
            b'"' | b'\'' => {
                let line_start = self.lexer.line_start;
                let scalar = self.lexer.take_quoted().ok()?;
                let end = self.lexer.at;
                if self.lexer.byte(0) != b':' || !self.lexer.is_blank_or_end(1) {
                    self.expect_value(column)?;
                    return self.quoted(scalar, start);
                }
                if line_start != self.lexer.line_start {
                    return None;
                }
                let text = Text::from(&*scalar.text);
                self.key(column, text, scalar.breaks, start..end)
            }
            b'|' | b'>' | b'[' | b'{' => {
                self.expect_value(column)?;
                self.value_on_line()
            }
            first if self.is_plain_start(first) => {
                let (end, is_key) = self.scan_plain();
                let text = self.lexer.slice(start..end);
                if !is_key {
                    self.expect_value(column)?;
                    return self.plain(text, start);
                }
                let text = match resolve(text) {
                    Resolved::Text => Text::new(text),
                    Resolved::Merge => return None,
                    other => keys::key(other).ok()?.0,
                };
                self.key(column, text, Vec::new(), start..end)
            }
            _ => None,
        }
    }

    /// Whether a value may stand here, at the beginning of its line or after a dash.
    fn expect_value(&self, column: usize) -> Option<()> {
        let open = self.open.last()?;
        (open.column < column && open.waiting.is_some()).then_some(())
    }

    /// A key at a column, whose colon stands here, and its value if that is on the same line.
    fn key(&mut self, column: usize, key: Text, breaks: Vec<(u32, u32)>, at: Range<usize>) -> Option<()> {
        if at.len() > KEY_LENGTH {
            return None;
        }
        if self
            .open
            .last()
            .is_some_and(|open| open.sort == Sort::IndentlessList && open.column == column)
        {
            self.close()?;
        }
        match self.open.last() {
            Some(open) if open.column == column && open.sort == Sort::Map => self.fill_absent(),
            Some(open) if open.column < column && open.waiting.is_some() => {
                self.open_at(Sort::Map, column, at.start)?
            }
            None if self.root.is_none() => self.open_at(Sort::Map, column, at.start)?,
            _ => return None,
        }
        self.row.push((key, Value::Null));
        self.places.push(self.recorder.scalar(at, breaks));
        self.lexer.at += 1;
        self.wait(self.lexer.at);
        self.skip_blanks();
        if self.is_at_end() {
            return self.end_line_after_blank();
        }
        self.value_on_line()
    }

    // ── values ─────────────────────────────────────────────────────────────────────────────────

    /// The value that begins here.
    fn value_on_line(&mut self) -> Option<()> {
        let start = self.lexer.at;
        match self.lexer.byte(0) {
            b'"' | b'\'' => {
                let scalar = self.lexer.take_quoted().ok()?;
                self.quoted(scalar, start)
            }
            b'|' | b'>' => {
                self.lexer.indent = isize::try_from(self.open.last()?.column).ok()?;
                let (scalar, end) = self.lexer.take_block_scalar().ok()?;
                let place = self.recorder.scalar(start..end, scalar.breaks);
                self.fill(Value::String(Text::from(scalar.text)), place, end);
                // What follows is read from its first column on, unless the scalar takes the last line.
                if self.lexer.at >= self.lexer.bytes.len() {
                    self.lexer.line_start = self.lexer.at;
                }
                Some(())
            }
            b'[' | b'{' => {
                let (value, place) = self.flow(self.open.len())?;
                self.fill(value, place, self.lexer.at);
                self.end_line()
            }
            first if self.is_plain_start(first) => {
                let (end, is_key) = self.scan_plain();
                if is_key {
                    return None;
                }
                self.plain(self.lexer.slice(start..end), start)
            }
            _ => None,
        }
    }

    fn quoted(&mut self, scalar: Scalar<'_>, start: usize) -> Option<()> {
        let end = self.lexer.at;
        let place = self.recorder.scalar(start..end, scalar.breaks);
        self.fill(Value::String(Text::from(scalar.text)), place, end);
        self.end_line()
    }

    fn plain(&mut self, text: &str, start: usize) -> Option<()> {
        let end = start + text.len();
        let place = self.recorder.scalar(start..end, Vec::new());
        let value = value(resolve(text), text, self.numbers).ok()?;
        self.fill(value, place, end);
        self.skip_to_line_end();
        self.next_line();
        Some(())
    }

    /// Whether a plain scalar begins here, with this byte.
    fn is_plain_start(&self, first: u8) -> bool {
        match first {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'_'
            | b'<'
            | b'='
            | b'+'
            | b'~'
            | b'$'
            | b'^' => true,
            b'(' | b')' | b';' | b'\\' => true,
            b'-' => !self.lexer.is_blank_or_end(1),
            _ => first >= 0x80,
        }
    }

    /// Where the plain scalar ends that begins here, and whether a colon makes it a key. Steps to that colon,
    /// or to the blanks behind the text.
    fn scan_plain(&mut self) -> (usize, bool) {
        let start = self.lexer.at;
        let rest = self.rest();
        let mut length = 0;
        let mut is_key = false;
        loop {
            let skipped = rest.get(length..).unwrap_or_default();
            length += skipped
                .iter()
                .position(|byte| matches!(byte, b'\n' | b':' | b'#'))
                .unwrap_or(skipped.len());
            let byte = |idx: usize| rest.get(idx).copied().unwrap_or(b'\n');
            match byte(length) {
                b':' if matches!(byte(length + 1), b' ' | b'\n' | b'\t') => {
                    is_key = true;
                    break;
                }
                b'#' if matches!(byte(length - 1), b' ' | b'\t') => break,
                b'\n' => break,
                _ => length += 1,
            }
        }
        let text = rest.get(..length).unwrap_or_default();
        let blanks = text
            .iter()
            .rev()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        self.lexer.at = if is_key {
            start + length
        } else {
            start + length - blanks
        };
        (start + length - blanks, is_key)
    }

    // ── collections ────────────────────────────────────────────────────────────────────────────

    fn open(&mut self, sort: Sort, column: usize) -> Option<()> {
        self.open_at(sort, column, self.lexer.at)
    }

    fn open_at(&mut self, sort: Sort, column: usize, start: usize) -> Option<()> {
        if self.open.len() >= self.depth {
            return None;
        }
        self.open.push(Open {
            sort,
            column,
            base: if sort == Sort::Map {
                self.row.len()
            } else {
                self.items.len()
            },
            places_base: self.places.len(),
            start,
            end: start,
            waiting: None,
        });
        Some(())
    }

    /// The innermost collection waits for a value, which would be here if it is absent.
    fn wait(&mut self, absent: usize) {
        if let Some(open) = self.open.last_mut() {
            open.waiting = Some(absent);
        }
    }

    /// Gives the innermost collection the value it waits for.
    fn fill(&mut self, value: Value, place: R::Place, end: usize) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some((value, place));
            return;
        };
        open.waiting = None;
        open.end = end;
        if open.sort == Sort::Map {
            if let Some((_, slot)) = self.row.last_mut() {
                *slot = value;
            }
            let key = self.places.pop();
            self.places.extend(key.map(|key| R::keyed(place, key)));
        } else {
            if let Some(slot) = self.items.last_mut() {
                *slot = value;
            }
            self.places.push(place);
        }
    }

    fn fill_absent(&mut self) {
        if let Some(absent) = self.open.last().and_then(|open| open.waiting) {
            let place = self.recorder.scalar(absent..absent, Vec::new());
            self.fill(Value::Null, place, absent);
        }
    }

    /// Completes the innermost collection and gives it to the one around it.
    fn close(&mut self) -> Option<()> {
        self.fill_absent();
        let open = self.open.pop()?;
        let value = match open.sort {
            Sort::Map => Value::Map(self.map(open.base)?),
            Sort::List | Sort::IndentlessList => {
                Value::List(List::from(self.items.drain(open.base..).collect::<Vec<_>>()))
            }
        };
        let children = self.places.drain(open.places_base..).collect();
        let place = self.recorder.collection(open.start..open.end, children);
        self.fill(value, place, open.end);
        Some(())
    }

    /// The map of the entries from a base on. Repeated keys are left to the full reader, which reports them.
    fn map(&mut self, base: usize) -> Option<Map> {
        let (map, replaced) = Map::from_row(self.row.drain(base..).collect());
        replaced.is_empty().then_some(map)
    }
}
