//! A pattern, read once: children in the order in which they are evaluated, leaves parsed.

use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::print::go_type;
use sekisho_document::{Map, Text, Value};

use super::anchor::Anchor;
use super::metadata;
use crate::leaf::LeafPattern;

/// One part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Map(MapNode),
    List(ListNode),
    Leaf(LeafPattern),
}

/// A list pattern (engine reference §5.4.5).
#[derive(Debug, Clone)]
pub(super) enum ListNode {
    Empty,
    /// The first item is a map: every item of the resource is compared with it, further items do not count.
    Each(MapNode),
    /// The first item is a scalar: the whole list is compared with it.
    Scalar {
        leaf: LeafPattern,
        /// Whether an item that does not count has an anchor.
        has_anchors: bool,
    },
    /// The first item is a list: item by item.
    Positional(Box<[Node]>),
}

/// A map pattern (engine reference §5.4.4).
#[derive(Debug, Clone)]
pub(super) struct MapNode {
    /// Keys with a conditional, existence, equality or negation anchor, in byte order; then the other keys:
    /// those with anchors inside backwards, then the plain ones forwards.
    entries: Box<[Entry]>,
    /// How many of the entries have an anchor of the first sort.
    anchored: usize,
    /// Whether a key of `anchored` has to be looked for in every resource map (§5.4.9).
    pub(super) recorded: bool,
    /// Whether the labels or annotations below may have to be rewritten for a resource (§5.6).
    pub(super) rewritable: bool,
    /// Whether there is an anchor at any depth.
    pub(super) has_anchors: bool,
}

/// One key of a map pattern. A clone shares what is below.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The key as written.
    pub(super) key: Text,
    /// The key in the resource.
    pub(super) name: Text,
    pub(super) handler: Arc<Handler>,
    /// Whether there is an anchor at any depth below.
    pub(super) has_anchors: bool,
}

/// What a key asks of the resource.
#[derive(Debug)]
pub(super) enum Handler {
    Plain(Node),
    /// A plain key with the pattern `*`: the value must not be null.
    Present,
    Conditional(Node),
    Equality(Node),
    Global(Node),
    Negation {
        /// Whether the pattern value, which is not looked at, is a string.
        text: bool,
    },
    Existence(Existence),
}

/// What stands below `^(name)` (engine reference §5.4.6).
#[derive(Debug)]
pub(super) enum Existence {
    Items(Box<[ExistenceItem]>),
    /// Not a list; the type it has.
    Misplaced(&'static str),
}

#[derive(Debug)]
pub(super) enum ExistenceItem {
    Map(MapNode),
    /// Not a map; the type it has.
    Misplaced(&'static str),
}

impl Handler {
    /// Whether the absence of the key everywhere turns a failure into an error (§5.4.9). Negations are
    /// recorded by the reference too, but never counted.
    pub(super) fn is_recorded(&self) -> bool {
        matches!(self, Handler::Conditional(_) | Handler::Existence(_))
    }

    /// Whether the node below has an anchor; asked of plain and global keys only, since the others come first
    /// anyway.
    fn has_anchors_below(&self) -> bool {
        match self {
            Handler::Plain(node) | Handler::Global(node) => node.has_anchors(),
            Handler::Present
            | Handler::Conditional(_)
            | Handler::Equality(_)
            | Handler::Negation { .. }
            | Handler::Existence(_) => false,
        }
    }

    /// The map below, if this handler compares one.
    pub(super) fn map(&self) -> Option<&MapNode> {
        match self {
            Handler::Plain(Node::Map(map))
            | Handler::Conditional(Node::Map(map))
            | Handler::Equality(Node::Map(map))
            | Handler::Global(Node::Map(map)) => Some(map),
            Handler::Plain(_)
            | Handler::Present
            | Handler::Conditional(_)
            | Handler::Equality(_)
            | Handler::Global(_)
            | Handler::Negation { .. }
            | Handler::Existence(_) => None,
        }
    }

    /// The same request with another map below.
    pub(super) fn with_map(&self, map: MapNode) -> Handler {
        match self {
            Handler::Conditional(_) => Handler::Conditional(Node::Map(map)),
            Handler::Equality(_) => Handler::Equality(Node::Map(map)),
            Handler::Global(_) => Handler::Global(Node::Map(map)),
            Handler::Plain(_) | Handler::Present | Handler::Negation { .. } | Handler::Existence(_) => {
                Handler::Plain(Node::Map(map))
            }
        }
    }
}

impl Node {
    pub(super) fn compile(pattern: &Value, depth: usize) -> Result<Node, Complaint> {
        match pattern {
            Value::Map(map) => MapNode::compile(map, deeper(depth)?).map(Node::Map),
            Value::List(list) => {
                let depth = deeper(depth)?;
                let list = match list.first() {
                    None => ListNode::Empty,
                    Some(Value::Map(map)) => {
                        let mut item = MapNode::compile(map, deeper(depth)?)?;
                        // Further items decide nothing but the place in the order of evaluation.
                        item.has_anchors = item.has_anchors || mentions_anchors(list.get(1..).unwrap_or(&[]));
                        ListNode::Each(item)
                    }
                    Some(Value::List(_)) => {
                        let items = list.iter().map(|item| Node::compile(item, depth));
                        ListNode::Positional(items.collect::<Result<_, _>>()?)
                    }
                    Some(scalar) => ListNode::Scalar {
                        leaf: LeafPattern::compile(scalar),
                        has_anchors: mentions_anchors(list),
                    },
                };
                Ok(Node::List(list))
            }
            scalar => Ok(Node::Leaf(LeafPattern::compile(scalar))),
        }
    }

    fn has_anchors(&self) -> bool {
        match self {
            Node::Map(map) | Node::List(ListNode::Each(map)) => map.has_anchors,
            Node::List(ListNode::Scalar { has_anchors, .. }) => *has_anchors,
            Node::List(ListNode::Positional(items)) => items.iter().any(Node::has_anchors),
            Node::List(ListNode::Empty) | Node::Leaf(_) => false,
        }
    }
}

impl MapNode {
    fn compile(map: &Map, depth: usize) -> Result<MapNode, Complaint> {
        let mut entries = Vec::with_capacity(map.len());
        for (key, value) in map {
            entries.push(Entry::compile(key, value, depth)?);
        }
        Ok(MapNode::assemble(entries))
    }

    /// Puts entries into the order of evaluation.
    pub(super) fn assemble(mut entries: Vec<Entry>) -> MapNode {
        entries.sort_by(|left, right| {
            let turn = left.turn();
            turn.cmp(&right.turn()).then_with(|| match turn {
                Turn::Anchored | Turn::Last => left.key.cmp(&right.key),
                Turn::AnchorsBelow => right.key.cmp(&left.key),
            })
        });
        let anchored = entries.partition_point(|entry| entry.turn() == Turn::Anchored);
        let recorded = entries.iter().any(|entry| entry.handler.is_recorded());
        let has_anchors = entries.first().is_some_and(|entry| entry.turn() != Turn::Last);
        let mut node = MapNode {
            entries: entries.into(),
            anchored,
            recorded,
            rewritable: false,
            has_anchors,
        };
        node.rewritable = metadata::may_be_rewritten(&node);
        node
    }

    /// All keys in the order of evaluation.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The keys whose anchors are looked at before the rest, and the rest.
    pub(super) fn phases(&self) -> (&[Entry], &[Entry]) {
        self.entries.split_at_checked(self.anchored).unwrap_or_default()
    }
}

/// When a key has its turn among the keys of its map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Anchored,
    /// Global anchors and keys with an anchor at any depth below.
    AnchorsBelow,
    Last,
}

impl Entry {
    fn compile(key: &Text, value: &Value, depth: usize) -> Result<Entry, Complaint> {
        let anchored = Anchor::split(key).filter(|(anchor, _)| anchor.is_for_patterns());
        let (name, handler) = match anchored {
            None => match value.as_str() {
                Some("*") => (key.as_str(), Handler::Present),
                _ => (key.as_str(), Handler::Plain(Node::compile(value, depth)?)),
            },
            Some((anchor, name)) => {
                let handler = match anchor {
                    Anchor::Conditional => Handler::Conditional(Node::compile(value, depth)?),
                    Anchor::Equality => Handler::Equality(Node::compile(value, depth)?),
                    Anchor::Global => Handler::Global(Node::compile(value, depth)?),
                    Anchor::Negation => Handler::Negation {
                        text: value.as_str().is_some(),
                    },
                    Anchor::Existence => Handler::Existence(Existence::compile(value, depth)?),
                    Anchor::AddIfAbsent => Handler::Plain(Node::compile(value, depth)?),
                };
                (name, handler)
            }
        };
        Ok(Entry::new(key.clone(), Text::new(name), handler))
    }

    fn turn(&self) -> Turn {
        match *self.handler {
            Handler::Conditional(_)
            | Handler::Equality(_)
            | Handler::Negation { .. }
            | Handler::Existence(_) => Turn::Anchored,
            Handler::Global(_) => Turn::AnchorsBelow,
            Handler::Plain(_) | Handler::Present => {
                if self.has_anchors {
                    Turn::AnchorsBelow
                } else {
                    Turn::Last
                }
            }
        }
    }

    pub(super) fn new(key: Text, name: Text, handler: Handler) -> Entry {
        Entry {
            key,
            name,
            has_anchors: handler.has_anchors_below(),
            handler: Arc::new(handler),
        }
    }
}

impl Existence {
    fn compile(pattern: &Value, depth: usize) -> Result<Existence, Complaint> {
        let Value::List(list) = pattern else {
            return Ok(Existence::Misplaced(go_type(pattern)));
        };
        let depth = deeper(depth)?;
        let items = list.iter().map(|item| match item {
            Value::Map(map) => MapNode::compile(map, deeper(depth)?).map(ExistenceItem::Map),
            other => Ok(ExistenceItem::Misplaced(go_type(other))),
        });
        Ok(Existence::Items(items.collect::<Result<_, _>>()?))
    }
}

/// Whether a key at any depth of these items carries an anchor that patterns know.
fn mentions_anchors(items: &[Value]) -> bool {
    let mut waiting: Vec<&Value> = items.iter().collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::Map(map) => {
                let anchored =
                    |key: &Text| Anchor::split(key).is_some_and(|(anchor, _)| anchor.is_for_patterns());
                if map.keys().any(anchored) {
                    return true;
                }
                waiting.extend(map.values());
            }
            Value::List(list) => waiting.extend(list.iter()),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::UInt(_)
            | Value::Float(_)
            | Value::String(_) => {}
        }
    }
    false
}

/// How many maps and lists a pattern may have inside each other.
pub const DEPTH_LIMIT: usize = 200;

fn deeper(depth: usize) -> Result<usize, Complaint> {
    if depth >= DEPTH_LIMIT {
        let message = format!("the pattern is nested deeper than {DEPTH_LIMIT} levels");
        return Err(Complaint::new("pattern-too-deep", message));
    }
    Ok(depth + 1)
}
