//! Tokens to events: the grammar of libyaml, of the first document of a text only.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::error::{Fault, ReadError};
use super::lexer::{Lexer, Scalar, Spanned, Token};
use super::syntax::Syntax;

/// A part of a document in the order of the text.
#[derive(Debug)]
pub(super) struct Event<'t> {
    pub(super) sort: Sort<'t>,
    pub(super) anchor: Option<&'t str>,
    /// The full tag: `!foo`, `tag:yaml.org,2002:int`.
    pub(super) tag: Option<Cow<'t, str>>,
    /// Where the content begins, after anchor and tag.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the node begins, with its anchor and tag.
    pub(super) outer_start: usize,
}

#[derive(Debug)]
pub(super) enum Sort<'t> {
    Scalar(Scalar<'t>),
    Alias(&'t str),
    ListStart,
    ListEnd,
    MapStart,
    MapEnd,
    DocumentEnd,
}

/// What is expected next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Content,
    End,
    BlockList { first: bool },
    IndentlessList,
    BlockKey { first: bool },
    BlockValue,
    FlowList { first: bool },
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowKey { first: bool },
    FlowValue,
    FlowEmptyValue,
}

/// Where a node stands decides which collections it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Flow,
    Block,
    /// The key or value of a block map, whose list may stand at the indentation of the map.
    BlockEntry,
}

#[derive(Debug)]
pub(super) struct Grammar<'t> {
    lexer: Lexer<'t>,
    state: State,
    states: Vec<State>,
    /// Prefixes of tags by their handle.
    handles: HashMap<&'t str, Cow<'t, str>>,
    /// Where the last token with text ended.
    last_end: usize,
}

impl<'t> Grammar<'t> {
    pub(super) fn new(lexer: Lexer<'t>) -> Grammar<'t> {
        Grammar {
            lexer,
            state: State::Start,
            states: Vec::new(),
            handles: HashMap::new(),
            last_end: 0,
        }
    }

    pub(super) fn next(&mut self) -> Result<Event<'t>, ReadError> {
        match self.state {
            State::Start => self.start(),
            State::Content => self.content(),
            State::End => {
                // The token after the root has to be sound; what it is does not matter.
                let at = self.lexer.peek()?.start;
                Ok(event(Sort::DocumentEnd, at, at))
            }
            State::BlockList { first } => self.block_list(first),
            State::IndentlessList => self.indentless_list(),
            State::BlockKey { first } => self.block_key(first),
            State::BlockValue => self.block_value(),
            State::FlowList { first } => self.flow_list(first),
            State::FlowPairKey => self.flow_pair_key(),
            State::FlowPairValue => self.flow_pair_value(),
            State::FlowPairEnd => {
                self.state = State::FlowList { first: false };
                let at = self.lexer.peek()?.start;
                Ok(event(Sort::MapEnd, at, at))
            }
            State::FlowKey { first } => self.flow_key(first),
            State::FlowValue => self.flow_value(),
            State::FlowEmptyValue => {
                self.state = State::FlowKey { first: false };
                self.empty()
            }
        }
    }

    fn start(&mut self) -> Result<Event<'t>, ReadError> {
        self.states.push(State::End);
        match self.lexer.peek()?.token {
            Token::StreamEnd => {
                self.state = State::End;
                return self.empty();
            }
            Token::Version { .. } | Token::TagDirective { .. } | Token::DocumentStart => {}
            _ => {
                self.handles = default_handles(HashMap::new());
                return self.node(Place::Block);
            }
        }
        let mut has_version = false;
        let mut handles: HashMap<&str, Cow<'_, str>> = HashMap::new();
        loop {
            let spanned = self.take()?;
            match spanned.token {
                Token::Version { .. } if has_version => return Err(wrong(Syntax::VersionTwice, &spanned)),
                Token::Version { major: 1, minor: 1 } => has_version = true,
                Token::Version { .. } => return Err(wrong(Syntax::VersionOther, &spanned)),
                Token::TagDirective { handle, prefix } => {
                    if handles.insert(handle, prefix).is_some() {
                        let at = spanned.start..spanned.end;
                        return Err(ReadError::new(Fault::Syntax(Syntax::HandleTwice), at));
                    }
                }
                Token::DocumentStart => break,
                _ => return Err(wrong(Syntax::DirectiveWithoutDocument, &spanned)),
            }
        }
        self.handles = default_handles(handles);
        self.state = State::Content;
        self.content()
    }

    fn content(&mut self) -> Result<Event<'t>, ReadError> {
        match self.lexer.peek()?.token {
            Token::Version { .. }
            | Token::TagDirective { .. }
            | Token::DocumentStart
            | Token::DocumentEnd
            | Token::StreamEnd => {
                self.state = State::End;
                self.empty()
            }
            _ => self.node(Place::Block),
        }
    }

    /// A node; afterwards the grammar goes on with the state that was pushed last.
    fn node(&mut self, place: Place) -> Result<Event<'t>, ReadError> {
        let mut anchor = None;
        let mut written_tag = None;
        let mut properties: Option<usize> = None;
        loop {
            let has_anchor = anchor.is_some();
            let has_tag = written_tag.is_some();
            match &self.lexer.peek()?.token {
                Token::Anchor(_) if !has_anchor => {}
                Token::Tag { .. } if !has_tag => {}
                _ => break,
            }
            let spanned = self.take()?;
            properties.get_or_insert(spanned.start);
            match spanned.token {
                Token::Tag { handle, suffix } => {
                    written_tag = Some((handle, suffix, spanned.start..spanned.end, spanned.line));
                }
                Token::Anchor(name) => anchor = Some(name),
                _ => {}
            }
        }
        self.lexer.peek()?;
        let tag = written_tag.map(|tag| self.full_tag(tag)).transpose()?;
        let next = self.lexer.peek()?;
        let start = next.start;
        let outer_start = properties.unwrap_or(start);
        let sort = match &next.token {
            Token::Alias(_) if properties.is_none() => {
                self.pop();
                return match self.take()? {
                    Spanned {
                        token: Token::Alias(name),
                        start,
                        end,
                        ..
                    } => Ok(event(Sort::Alias(name), start, end)),
                    other => Err(wrong(Syntax::ValueMissing, &other)),
                };
            }
            Token::BlockEntry if place == Place::BlockEntry => {
                self.state = State::IndentlessList;
                Sort::ListStart
            }
            Token::Scalar(_) => {
                self.pop();
                let spanned = self.take()?;
                let Token::Scalar(scalar) = spanned.token else {
                    return Err(wrong(Syntax::ValueMissing, &spanned));
                };
                return Ok(Event {
                    sort: Sort::Scalar(scalar),
                    anchor,
                    tag,
                    start,
                    end: spanned.end,
                    outer_start,
                });
            }
            Token::FlowListStart => {
                self.state = State::FlowList { first: true };
                Sort::ListStart
            }
            Token::FlowMapStart => {
                self.state = State::FlowKey { first: true };
                Sort::MapStart
            }
            Token::BlockListStart if place != Place::Flow => {
                self.state = State::BlockList { first: true };
                Sort::ListStart
            }
            Token::BlockMapStart if place != Place::Flow => {
                self.state = State::BlockKey { first: true };
                Sort::MapStart
            }
            _ if properties.is_some() => {
                self.pop();
                let mut event = event(nothing(), self.last_end, self.last_end);
                event.anchor = anchor;
                event.tag = tag;
                event.outer_start = outer_start;
                return Ok(event);
            }
            _ => return Err(wrong(Syntax::ValueMissing, next)),
        };
        Ok(Event {
            sort,
            anchor,
            tag,
            start,
            end: start,
            outer_start,
        })
    }

    fn full_tag(
        &self,
        (handle, suffix, at, line): (&str, Cow<'t, str>, Range<usize>, u32),
    ) -> Result<Cow<'t, str>, ReadError> {
        if handle.is_empty() {
            return Ok(suffix);
        }
        match self.handles.get(handle) {
            Some(prefix) => Ok(Cow::Owned(format!("{prefix}{suffix}"))),
            None => Err(ReadError {
                fault: Fault::Syntax(Syntax::HandleUndefined),
                at,
                upstream_line: line,
            }),
        }
    }

    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn node_then(&mut self, state: State, place: Place) -> Result<Event<'t>, ReadError> {
        self.states.push(state);
        self.node(place)
    }

    fn take(&mut self) -> Result<Spanned<'t>, ReadError> {
        let spanned = self.lexer.take()?;
        if spanned.end > spanned.start {
            self.last_end = spanned.end;
        }
        Ok(spanned)
    }

    /// An absent value, right after the last token that was taken. Go takes it for one on the line of the next
    /// token.
    fn empty(&mut self) -> Result<Event<'t>, ReadError> {
        let outer_start = self.lexer.peek()?.start;
        let event = event(nothing(), self.last_end, self.last_end);
        Ok(Event { outer_start, ..event })
    }

    fn empty_after(&self, end: usize) -> Event<'t> {
        event(nothing(), end, end)
    }

    fn close(&mut self, sort: Sort<'t>) -> Result<Event<'t>, ReadError> {
        self.pop();
        let spanned = self.take()?;
        Ok(event(sort, spanned.start, spanned.end))
    }

    fn block_list(&mut self, first: bool) -> Result<Event<'t>, ReadError> {
        if first {
            self.take()?;
        }
        match self.lexer.peek()?.token {
            Token::BlockEntry => {
                let dash = self.take()?;
                match self.lexer.peek()?.token {
                    Token::BlockEntry | Token::BlockEnd => {
                        self.state = State::BlockList { first: false };
                        Ok(self.empty_after(dash.end))
                    }
                    _ => self.node_then(State::BlockList { first: false }, Place::Block),
                }
            }
            Token::BlockEnd => self.close(Sort::ListEnd),
            _ => Err(wrong(Syntax::DashExpected, self.lexer.peek()?)),
        }
    }

    fn indentless_list(&mut self) -> Result<Event<'t>, ReadError> {
        let next = self.lexer.peek()?;
        if next.token != Token::BlockEntry {
            let at = next.start;
            self.pop();
            return Ok(event(Sort::ListEnd, at, at));
        }
        let dash = self.take()?;
        match self.lexer.peek()?.token {
            Token::BlockEntry | Token::Key | Token::Value | Token::BlockEnd => {
                self.state = State::IndentlessList;
                Ok(self.empty_after(dash.end))
            }
            _ => self.node_then(State::IndentlessList, Place::Block),
        }
    }

    fn block_key(&mut self, first: bool) -> Result<Event<'t>, ReadError> {
        if first {
            self.take()?;
        }
        match self.lexer.peek()?.token {
            Token::Key => {
                let key = self.take()?;
                match self.lexer.peek()?.token {
                    Token::Key | Token::Value | Token::BlockEnd => {
                        self.state = State::BlockValue;
                        Ok(self.empty_after(key.end))
                    }
                    _ => self.node_then(State::BlockValue, Place::BlockEntry),
                }
            }
            Token::BlockEnd => self.close(Sort::MapEnd),
            _ => Err(wrong(Syntax::KeyExpected, self.lexer.peek()?)),
        }
    }

    fn block_value(&mut self) -> Result<Event<'t>, ReadError> {
        let next_key = State::BlockKey { first: false };
        if self.lexer.peek()?.token != Token::Value {
            self.state = next_key;
            return self.empty();
        }
        let colon = self.take()?;
        match self.lexer.peek()?.token {
            Token::Key | Token::Value | Token::BlockEnd => {
                self.state = next_key;
                Ok(self.empty_after(colon.end))
            }
            _ => self.node_then(next_key, Place::BlockEntry),
        }
    }

    fn flow_list(&mut self, first: bool) -> Result<Event<'t>, ReadError> {
        if first {
            self.take()?;
        }
        if self.lexer.peek()?.token == Token::FlowListEnd {
            return self.close(Sort::ListEnd);
        }
        if !first {
            if self.lexer.peek()?.token != Token::FlowEntry {
                return Err(wrong(Syntax::BracketUnclosed, self.lexer.peek()?));
            }
            self.take()?;
        }
        match self.lexer.peek()?.token {
            Token::Key => {
                let key = self.take()?;
                self.state = State::FlowPairKey;
                Ok(event(Sort::MapStart, key.start, key.start))
            }
            Token::FlowListEnd => self.close(Sort::ListEnd),
            _ => self.node_then(State::FlowList { first: false }, Place::Flow),
        }
    }

    fn flow_pair_key(&mut self) -> Result<Event<'t>, ReadError> {
        match self.lexer.peek()?.token {
            Token::Value | Token::FlowEntry | Token::FlowListEnd => {
                // libyaml loses the token here, so `[? : x]` and `[?]` are errors (YAML reference §9).
                let lost = self.take()?;
                self.state = State::FlowPairValue;
                Ok(self.empty_after(lost.end))
            }
            _ => self.node_then(State::FlowPairValue, Place::Flow),
        }
    }

    fn flow_pair_value(&mut self) -> Result<Event<'t>, ReadError> {
        if self.lexer.peek()?.token == Token::Value {
            self.take()?;
            return match self.lexer.peek()?.token {
                Token::FlowEntry | Token::FlowListEnd => {
                    self.state = State::FlowPairEnd;
                    self.empty()
                }
                _ => self.node_then(State::FlowPairEnd, Place::Flow),
            };
        }
        self.state = State::FlowPairEnd;
        self.empty()
    }

    fn flow_key(&mut self, first: bool) -> Result<Event<'t>, ReadError> {
        if first {
            self.take()?;
        }
        if self.lexer.peek()?.token == Token::FlowMapEnd {
            return self.close(Sort::MapEnd);
        }
        if !first {
            if self.lexer.peek()?.token != Token::FlowEntry {
                return Err(wrong(Syntax::BraceUnclosed, self.lexer.peek()?));
            }
            self.take()?;
        }
        match self.lexer.peek()?.token {
            Token::Key => {
                let key = self.take()?;
                match self.lexer.peek()?.token {
                    Token::Value | Token::FlowEntry | Token::FlowMapEnd => {
                        self.state = State::FlowValue;
                        Ok(self.empty_after(key.end))
                    }
                    _ => self.node_then(State::FlowValue, Place::Flow),
                }
            }
            Token::FlowMapEnd => self.close(Sort::MapEnd),
            _ => self.node_then(State::FlowEmptyValue, Place::Flow),
        }
    }

    fn flow_value(&mut self) -> Result<Event<'t>, ReadError> {
        let next_key = State::FlowKey { first: false };
        if self.lexer.peek()?.token == Token::Value {
            self.take()?;
            return match self.lexer.peek()?.token {
                Token::FlowEntry | Token::FlowMapEnd => {
                    self.state = next_key;
                    self.empty()
                }
                _ => self.node_then(next_key, Place::Flow),
            };
        }
        self.state = next_key;
        self.empty()
    }
}

fn default_handles<'t>(mut handles: HashMap<&'t str, Cow<'t, str>>) -> HashMap<&'t str, Cow<'t, str>> {
    handles.entry("!").or_insert(Cow::Borrowed("!"));
    handles.entry("!!").or_insert(Cow::Borrowed("tag:yaml.org,2002:"));
    handles
}

fn nothing<'t>() -> Sort<'t> {
    Sort::Scalar(Scalar {
        text: Cow::Borrowed(""),
        is_plain: true,
        breaks: Vec::new(),
    })
}

fn event(sort: Sort<'_>, start: usize, end: usize) -> Event<'_> {
    Event {
        sort,
        anchor: None,
        tag: None,
        start,
        end,
        outer_start: start,
    }
}

fn wrong(syntax: Syntax, spanned: &Spanned<'_>) -> ReadError {
    ReadError {
        fault: Fault::Syntax(syntax),
        at: spanned.start..spanned.end,
        upstream_line: spanned.line,
    }
}
