//! Events to a value: keys as text, merge keys, aliases, and the limits on all of them.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;

use super::error::{Duplicate, DuplicateSort, Fault, ReadError};
use super::grammar::{Event, Grammar, Sort};
use super::keys::{KeyKind, NoKey, key, key_notation, notation};
use super::lexer::{Breaks, Scalar};
use super::limits::Limits;
use super::record::Recorder;
use super::resolve::{Resolved, is_merge_tag, resolve, resolve_tagged, value};
use crate::{List, Map, Numbers, Text, Value};

/// A document and the keys that were set more than once in it.
#[derive(Debug)]
pub(super) struct Composed<P> {
    pub(super) value: Value,
    pub(super) place: P,
    /// Found only where places are recorded.
    pub(super) duplicates: Vec<Duplicate>,
    /// Whether there are any, recorded or not.
    pub(super) repeats: bool,
}

pub(super) fn compose<R: Recorder>(
    mut grammar: Grammar<'_>,
    recorder: &R,
    limits: &Limits,
    numbers: Numbers,
) -> Result<Composed<R::Place>, ReadError> {
    let mut composer = Composer {
        recorder,
        limits,
        numbers,
        frames: Vec::new(),
        root: None,
        anchors: HashMap::new(),
        anchored: Vec::new(),
        spent: Spent {
            // The document itself is a node to Go.
            nodes: 1,
            ..Spent::default()
        },
        duplicates: Vec::new(),
        repeats: false,
    };
    loop {
        let event = grammar.next()?;
        if let Sort::DocumentEnd = event.sort {
            let (value, place) = match composer.root.take() {
                Some(node) => (node.value, node.place),
                None => (Value::Null, recorder.scalar(event.start..event.start, Vec::new())),
            };
            return Ok(Composed {
                value,
                place,
                duplicates: composer.duplicates,
                repeats: composer.repeats,
            });
        }
        if let Err(error) = composer.add(event) {
            let anchors = composer.anchors.into_keys().collect();
            return Err(first_fault(grammar, anchors, error));
        }
    }
}

/// Go reads the whole document before it makes values, so a fault of syntax or an unknown anchor comes first
/// wherever it is.
fn first_fault<'t>(mut grammar: Grammar<'t>, mut anchors: HashSet<&'t str>, error: ReadError) -> ReadError {
    if let Fault::UnknownAnchor(_) | Fault::Depth(_) = error.fault {
        return error;
    }
    loop {
        let event = match grammar.next() {
            Ok(event) => event,
            Err(syntax) => return syntax,
        };
        anchors.extend(event.anchor);
        match event.sort {
            Sort::DocumentEnd => return error,
            Sort::Alias(name) if !anchors.contains(name) => {
                let fault = Fault::UnknownAnchor(name.to_owned());
                return ReadError::new(fault, event.start..event.end);
            }
            _ => {}
        }
    }
}

struct Composer<'t, 'r, R: Recorder> {
    recorder: &'r R,
    limits: &'r Limits,
    numbers: Numbers,
    frames: Vec<Frame<R::Place>>,
    root: Option<Node<R::Place>>,
    /// The latest node of each name, as a position in `anchored`.
    anchors: HashMap<&'t str, usize>,
    anchored: Vec<Anchored<R::Place>>,
    spent: Spent,
    duplicates: Vec<Duplicate>,
    repeats: bool,
}

/// A complete node.
#[derive(Clone)]
struct Node<P> {
    value: Value,
    place: P,
    /// Of a scalar, what it means as a key; of a collection `Null`.
    resolved: Resolved,
    at: Range<usize>,
    /// Where it begins, with its anchor and tag.
    outer_start: usize,
    is_alias: bool,
}

/// What an anchor stands for.
enum Anchored<P> {
    /// Its node is not complete.
    Open,
    Done {
        node: Node<P>,
        spent: Spent,
    },
}

/// What was read so far: nodes as Go counts them, those that came from aliases, and bytes of text.
#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    nodes: u64,
    alias_nodes: u64,
    bytes: u64,
    alias_bytes: u64,
}

/// A collection that is not complete.
struct Frame<P> {
    collection: Collection<P>,
    anchor: Option<usize>,
    before: Spent,
    start: usize,
    /// Where its last child ends.
    end: usize,
    outer_start: usize,
}

enum Collection<P> {
    List(Vec<Value>, Vec<P>),
    Map(Entries<P>),
}

struct Entries<P> {
    /// Keys and values as they are set, repeated ones included.
    row: Vec<(Text, Value)>,
    places: Vec<P>,
    /// One note for each entry, where places are recorded.
    notes: Vec<Note>,
    pending: Pending<P>,
}

#[derive(Debug, Clone)]
struct Note {
    kind: KeyKind,
    is_merged: bool,
    at: Range<usize>,
    /// Its value: Go names the line where it begins, and complains when it has read it.
    value: Range<usize>,
}

/// What a map waits for.
enum Pending<P> {
    Key,
    Value(Text, Note, P),
    Merge,
    /// A key that cannot be one; the error names its value.
    NoKey(NoKey, Range<usize>),
}

impl<'t, R: Recorder> Composer<'t, '_, R> {
    fn add(&mut self, event: Event<'t>) -> Result<(), ReadError> {
        match event.sort {
            Sort::Scalar(scalar) => {
                let at = event.start..event.end;
                if let Some(Frame {
                    collection: Collection::Map(entries),
                    ..
                }) = self.frames.last_mut()
                    && matches!(entries.pending, Pending::Key)
                    && is_merge(&scalar, event.tag.as_deref())
                {
                    entries.pending = Pending::Merge;
                    return Ok(());
                }
                let before = self.spent;
                self.spend_node(&at)?;
                let node = self.scalar(scalar, event.tag.as_deref(), at, event.outer_start)?;
                let anchor = event.anchor.map(|name| self.name(name));
                self.keep(anchor, &node, before);
                self.deliver(node)
            }
            Sort::Alias(name) => {
                let at = event.start..event.end;
                self.spend_node(&at)?;
                let mut node = self.alias(name, at)?;
                node.outer_start = event.outer_start;
                if let Value::Null = node.value
                    && !self.is_at_key()
                {
                    // An anchored key may be infinite, a value may not.
                    let at = node.at.clone();
                    value(node.resolved, "", self.numbers).map_err(|fault| ReadError::new(fault, at))?;
                }
                self.deliver(node)
            }
            Sort::ListStart => self.open(event, Collection::List(Vec::new(), Vec::new())),
            Sort::MapStart => {
                let entries = Entries {
                    row: Vec::new(),
                    places: Vec::new(),
                    notes: Vec::new(),
                    pending: Pending::Key,
                };
                self.open(event, Collection::Map(entries))
            }
            Sort::ListEnd | Sort::MapEnd => self.close(event.start..event.end),
            Sort::DocumentEnd => Ok(()),
        }
    }

    fn scalar(
        &mut self,
        scalar: Scalar<'_>,
        tag: Option<&str>,
        at: Range<usize>,
        outer_start: usize,
    ) -> Result<Node<R::Place>, ReadError> {
        let fail = |fault| ReadError::new(fault, at.clone());
        let mut text = scalar.text;
        let resolved = match tag {
            None if scalar.is_plain => resolve(&text),
            None => Resolved::Text,
            Some(tag) => {
                let (resolved, other) = resolve_tagged(&text, tag).map_err(fail)?;
                if let Some(other) = other {
                    text = other.into();
                }
                resolved
            }
        };
        self.spent.bytes += text.len() as u64;
        let place = self.recorder.scalar(at.clone(), scalar.breaks);
        let value = match value(resolved, &text, self.numbers) {
            Ok(value) => value,
            Err(_) if self.is_at_key() => Value::Null,
            Err(fault) => return Err(fail(fault)),
        };
        Ok(Node {
            value,
            place,
            resolved,
            at,
            outer_start,
            is_alias: false,
        })
    }

    /// Whether the next node is the key of a map.
    fn is_at_key(&self) -> bool {
        match self.frames.last().map(|frame| &frame.collection) {
            Some(Collection::Map(entries)) => matches!(entries.pending, Pending::Key),
            _ => false,
        }
    }

    fn alias(&mut self, name: &'t str, at: Range<usize>) -> Result<Node<R::Place>, ReadError> {
        let slot = self.anchors.get(name).and_then(|slot| self.anchored.get(*slot));
        let fault = match slot {
            None => Fault::UnknownAnchor(name.to_owned()),
            Some(Anchored::Open) => Fault::AnchorInItself(name.to_owned()),
            Some(Anchored::Done { node, spent }) => {
                let mut node = node.clone();
                self.spent.nodes += spent.nodes;
                self.spent.alias_nodes += spent.nodes;
                self.spent.bytes += spent.bytes;
                self.spent.alias_bytes += spent.bytes;
                self.check_aliases(&at)?;
                node.at = at;
                node.is_alias = true;
                return Ok(node);
            }
        };
        Err(ReadError::new(fault, at))
    }

    fn open(&mut self, event: Event<'t>, collection: Collection<R::Place>) -> Result<(), ReadError> {
        if self.frames.len() >= self.limits.depth {
            let at = event.start..event.end;
            return Err(ReadError::new(Fault::Depth(self.limits.depth), at));
        }
        let before = self.spent;
        self.spend_node(&(event.start..event.end))?;
        let anchor = event.anchor.map(|name| self.name(name));
        self.frames.push(Frame {
            collection,
            anchor,
            before,
            start: event.start,
            end: event.start,
            outer_start: event.outer_start,
        });
        Ok(())
    }

    /// Completes a collection. Only one in brackets ends with text of its own.
    fn close(&mut self, last: Range<usize>) -> Result<(), ReadError> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        let (value, children) = match frame.collection {
            Collection::List(items, places) => (Value::List(List::from(items)), places),
            Collection::Map(entries) => {
                let set = entries.row.len();
                let (map, places) = entries.settle(&mut self.duplicates);
                self.repeats |= map.len() < set;
                (Value::Map(map), places)
            }
        };
        let end = if last.is_empty() { frame.end } else { last.end };
        let at = frame.start..end;
        let node = Node {
            value,
            place: self.recorder.collection(at.clone(), children),
            resolved: Resolved::Null,
            at,
            outer_start: frame.outer_start,
            is_alias: false,
        };
        self.keep(frame.anchor, &node, frame.before);
        self.deliver(node)
    }

    /// Gives a name to the node that begins. An inner node may take the name over.
    fn name(&mut self, name: &'t str) -> usize {
        let slot = self.anchored.len();
        self.anchored.push(Anchored::Open);
        self.anchors.insert(name, slot);
        slot
    }

    /// Remembers a complete node that has a name.
    fn keep(&mut self, anchor: Option<usize>, node: &Node<R::Place>, before: Spent) {
        let Some(slot) = anchor.and_then(|slot| self.anchored.get_mut(slot)) else {
            return;
        };
        let spent = Spent {
            nodes: self.spent.nodes - before.nodes,
            bytes: self.spent.bytes - before.bytes,
            ..Spent::default()
        };
        let node = node.clone();
        *slot = Anchored::Done { node, spent };
    }

    /// Puts a complete node where it belongs.
    fn deliver(&mut self, node: Node<R::Place>) -> Result<(), ReadError> {
        let Some(frame) = self.frames.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        frame.end = node.at.end;
        let entries = match &mut frame.collection {
            Collection::List(items, places) => {
                items.push(node.value);
                places.push(node.place);
                return Ok(());
            }
            Collection::Map(entries) => entries,
        };
        match mem::replace(&mut entries.pending, Pending::Key) {
            Pending::Key => {
                entries.pending = pending(node)?;
                Ok(())
            }
            Pending::Value(key, mut note, key_place) => {
                note.value = node.outer_start..node.at.end;
                let place = R::keyed(node.place, key_place);
                entries.set::<R>(key, node.value, place, note);
                Ok(())
            }
            Pending::Merge => {
                let unvisited = entries.merge(self.recorder, &node)?;
                self.spent.nodes -= unvisited;
                Ok(())
            }
            Pending::NoKey(no_key, at) => {
                let (kind, key) = match no_key {
                    NoKey::Null => ("%!s(<nil>)", "<nil>".to_owned()),
                    NoKey::UInt(int) => ("uint64", format!("{int:#x}")),
                };
                let value = notation(&node.value);
                Err(ReadError::new(Fault::KeyType { kind, key, value }, at))
            }
        }
    }

    fn spend_node(&mut self, at: &Range<usize>) -> Result<(), ReadError> {
        self.spent.nodes += 1;
        if self.spent.alias_nodes > 100 {
            self.check_aliases(at)?;
        }
        Ok(())
    }

    /// Go's measure against alias bombs (YAML reference §5), and ours for text.
    #[expect(clippy::cast_precision_loss, reason = "Go computes the share in floats")]
    fn check_aliases(&self, at: &Range<usize>) -> Result<(), ReadError> {
        const LOW: f64 = 400_000.0;
        const HIGH: f64 = 4_000_000.0;
        let Spent {
            nodes,
            alias_nodes,
            alias_bytes,
            ..
        } = self.spent;
        let count = nodes as f64;
        let allowed = 0.99 - 0.89 * ((count - LOW) / (HIGH - LOW)).clamp(0.0, 1.0);
        if alias_nodes > 100 && nodes > 1000 && alias_nodes as f64 / count > allowed {
            return Err(ReadError::new(Fault::Aliases, at.clone()));
        }
        if alias_bytes > self.limits.alias_bytes as u64 {
            let fault = Fault::AliasBytes(self.limits.alias_bytes);
            return Err(ReadError::new(fault, at.clone()));
        }
        Ok(())
    }
}

/// What a map waits for after this key.
fn pending<P>(node: Node<P>) -> Result<Pending<P>, ReadError> {
    if let Value::List(_) | Value::Map(_) = &node.value {
        let fault = Fault::KeyIsCollection(notation(&node.value));
        return Err(ReadError::new(fault, node.at));
    }
    let found = match node.value {
        Value::String(text) => Ok((text, KeyKind::Text)),
        _ => key(node.resolved),
    };
    match found {
        Ok((text, kind)) => {
            let note = Note {
                kind,
                is_merged: false,
                at: node.at,
                value: 0..0,
            };
            Ok(Pending::Value(text, note, node.place))
        }
        Err(no_key) => Ok(Pending::NoKey(no_key, node.at)),
    }
}

fn is_merge(scalar: &Scalar<'_>, tag: Option<&str>) -> bool {
    scalar.text == "<<"
        && match tag {
            None => scalar.is_plain,
            Some(tag) => is_merge_tag(tag) || tag == "!",
        }
}

impl<P: Clone> Entries<P> {
    fn set<R: Recorder<Place = P>>(&mut self, key: Text, value: Value, place: P, note: Note) {
        self.row.push((key, value));
        self.places.push(place);
        if R::BREAKS == Breaks::Recorded {
            self.notes.push(note);
        }
    }

    /// Merges a map, or maps of which the first wins. Says how many nodes Go does not visit.
    fn merge<R: Recorder<Place = P>>(&mut self, recorder: &R, node: &Node<P>) -> Result<u64, ReadError> {
        match &node.value {
            Value::Map(map) => {
                self.merge_map(recorder, map, &node.place, node);
                Ok(0)
            }
            Value::List(list) if !node.is_alias && list.iter().all(|item| item.as_map().is_some()) => {
                for (idx, item) in list.iter().enumerate().rev() {
                    let place = R::children(&node.place).get(idx).unwrap_or(&node.place);
                    if let Some(map) = item.as_map() {
                        self.merge_map(recorder, map, place, node);
                    }
                }
                Ok(1)
            }
            _ => Err(ReadError::new(Fault::MergeOfNoMap, node.at.clone())),
        }
    }

    fn merge_map<R: Recorder<Place = P>>(&mut self, recorder: &R, map: &Map, place: &P, node: &Node<P>) {
        let places = R::children(place);
        for (idx, (key, value)) in map.iter().enumerate() {
            let place = places.get(idx).unwrap_or(place).clone();
            let note = Note {
                kind: KeyKind::Text,
                is_merged: true,
                at: node.at.clone(),
                value: recorder.start(&place)..node.at.end,
            };
            self.set::<R>(key.clone(), value.clone(), place, note);
        }
    }

    /// The finished map. The last value of a key wins, in the place of the first.
    fn settle(self, duplicates: &mut Vec<Duplicate>) -> (Map, Vec<P>) {
        let (map, replaced) = Map::from_row(self.row);
        if replaced.is_empty() {
            return (map, self.places);
        }
        let mut places: Vec<P> = Vec::with_capacity(map.len());
        let mut notes: Vec<Note> = Vec::new();
        let mut given = self.notes.into_iter();
        let mut replaced = replaced.into_iter().peekable();
        for (number, place) in self.places.into_iter().enumerate() {
            let note = given.next();
            let Some((_, position)) = replaced.next_if(|(row, _)| *row == number) else {
                places.push(place);
                notes.extend(note);
                continue;
            };
            if let Some(slot) = places.get_mut(position) {
                *slot = place;
            }
            if let (Some(note), Some(before), Some((key, _))) =
                (note, notes.get_mut(position), map.at(position))
            {
                if duplicates.len() < MOST_DUPLICATES {
                    duplicates.push(duplicate(key, before, &note));
                }
                *before = note;
            }
        }
        (map, places)
    }
}

/// So many are reported; more would help nobody and cost memory.
const MOST_DUPLICATES: usize = 100;

fn duplicate(key: &str, before: &Note, again: &Note) -> Duplicate {
    let sort = if again.is_merged || before.is_merged {
        DuplicateSort::Merged
    } else if again.kind == before.kind && key != ".nan" {
        DuplicateSort::Same
    } else {
        DuplicateSort::Collision
    };
    Duplicate {
        key: key.to_owned(),
        again: again.at.clone(),
        before: before.at.clone(),
        sort,
        upstream_key: key_notation(again.kind, key),
        value: again.value.clone(),
        upstream_line: 0,
    }
}
