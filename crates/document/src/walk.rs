//! Walks over values of any depth: nothing in this crate recurses, so that no document, however it
//! came to be, overflows a stack when it is dropped, compared, measured or written.
//!
//! Readers refuse depth ([`Value::DEPTH`]), yet edits and patches can nest what they were given; who
//! recurses over a value elsewhere asks [`Value::weigh`] first or carries a limit of their own.

use crate::{List, Map, Text, Value, map};

/// A step of a [`Walk`].
pub(crate) enum Step<'a> {
    /// A value is met: a leaf, or a list or map whose entries follow if it has any.
    Enter {
        value: &'a Value,
        key: Option<&'a Text>,
        /// Whether it is the first in its list or map.
        first: bool,
    },
    /// All entries of a list or map that has some were met.
    Leave { value: &'a Value },
}

/// In which order the keys of a map are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    AsTheyCome,
    /// By their bytes, at every level.
    Sorted,
}

/// All values below a value, and itself, from the outside in and in order.
pub(crate) struct Walk<'a> {
    start: Option<&'a Value>,
    open: Vec<Open<'a>>,
    keys: Keys,
}

struct Open<'a> {
    value: &'a Value,
    rest: Rest<'a>,
    first: bool,
}

enum Rest<'a> {
    Items(std::slice::Iter<'a, Value>),
    Entries(map::Iter<'a>),
    Sorted(std::vec::IntoIter<(&'a Text, &'a Value)>),
}

impl<'a> Walk<'a> {
    pub(crate) fn new(value: &'a Value, keys: Keys) -> Walk<'a> {
        Walk {
            start: Some(value),
            open: Vec::new(),
            keys,
        }
    }

    /// How many lists and maps are entered and not left.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    fn enter(&mut self, value: &'a Value, key: Option<&'a Text>, first: bool) -> Step<'a> {
        if let Some(rest) = self.entries(value) {
            self.open.push(Open {
                value,
                rest,
                first: true,
            });
        }
        Step::Enter { value, key, first }
    }

    fn entries(&self, value: &'a Value) -> Option<Rest<'a>> {
        match value {
            Value::List(list) if !list.is_empty() => Some(Rest::Items(list.iter())),
            Value::Map(map) if map.is_empty() => None,
            Value::Map(map) if self.keys == Keys::AsTheyCome || map.keys().is_sorted() => {
                Some(Rest::Entries(map.iter()))
            }
            Value::Map(map) => {
                let mut entries: Vec<_> = map.iter().collect();
                entries.sort_unstable_by_key(|(key, _)| *key);
                Some(Rest::Sorted(entries.into_iter()))
            }
            _ => None,
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let Some(open) = self.open.last_mut() else {
            let start = self.start.take()?;
            return Some(self.enter(start, None, true));
        };
        let first = std::mem::replace(&mut open.first, false);
        let entry = match &mut open.rest {
            Rest::Items(items) => items.next().map(|value| (None, value)),
            Rest::Entries(entries) => entries.next().map(|(key, value)| (Some(key), value)),
            Rest::Sorted(entries) => entries.next().map(|(key, value)| (Some(key), value)),
        };
        match entry {
            Some((key, value)) => Some(self.enter(value, key, first)),
            None => self.open.pop().map(|open| Step::Leave { value: open.value }),
        }
    }
}

/// Drops values and all that lies below them; what others share stays. The outer levels are dropped by
/// recursion, because keeping a list of what is still to drop costs twice the time.
pub(crate) fn release(values: impl Iterator<Item = Value>) {
    release_levels(values, 32);
}

fn release_levels(values: impl Iterator<Item = Value>, levels: usize) {
    if levels == 0 {
        return release_rest(values.filter(is_open).collect());
    }
    for value in values {
        match value {
            Value::List(mut list) if holds_open(list.iter()) => {
                if let Some(items) = list.take() {
                    release_levels(items, levels - 1);
                }
            }
            Value::Map(mut map) if holds_open(map.values()) => {
                if let Some(values) = map.take() {
                    release_levels(values, levels - 1);
                }
            }
            _ => {}
        }
    }
}

/// Whether there are lists or maps among values, so that they must be dropped with care.
pub(crate) fn holds_open<'a>(mut values: impl Iterator<Item = &'a Value>) -> bool {
    values.any(is_open)
}

fn release_rest(mut waiting: Vec<Value>) {
    while let Some(value) = waiting.pop() {
        match value {
            Value::List(mut list) => waiting.extend(list.take().into_iter().flatten().filter(is_open)),
            Value::Map(mut map) => waiting.extend(map.take().into_iter().flatten().filter(is_open)),
            _ => {}
        }
    }
}

fn is_open(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

/// Whether two values are equal: strict on the kind of numbers, careless of the order of keys.
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    equal_by(left, right, same_leaf)
}

pub(crate) fn equal_lists(left: &List, right: &List) -> bool {
    let mut waiting = Vec::new();
    equal_items(left, right, &mut waiting, same_leaf) && equal_below(waiting, same_leaf)
}

pub(crate) fn equal_maps(left: &Map, right: &Map) -> bool {
    let mut waiting = Vec::new();
    equal_entries(left, right, &mut waiting, same_leaf) && equal_below(waiting, same_leaf)
}

/// Whether two values have the same shape and leaves that are the same in the eyes of `leaf`.
pub(crate) fn equal_by(left: &Value, right: &Value, leaf: impl Leaf) -> bool {
    let mut waiting = Vec::new();
    equal_here(left, right, &mut waiting, leaf) && equal_below(waiting, leaf)
}

/// A comparison of two values of which at most one is a list or map.
pub(crate) trait Leaf: Fn(&Value, &Value) -> bool + Copy {}

impl<F: Fn(&Value, &Value) -> bool + Copy> Leaf for F {}

type Pairs<'a> = Vec<(&'a Value, &'a Value)>;

fn same_leaf(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Int(left), Value::Int(right)) => left == right,
        (Value::UInt(left), Value::UInt(right)) => left == right,
        (Value::Float(left), Value::Float(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        _ => false,
    }
}

fn equal_below(mut waiting: Pairs<'_>, leaf: impl Leaf) -> bool {
    while let Some((left, right)) = waiting.pop() {
        let equal = match (left, right) {
            (Value::List(left), Value::List(right)) => equal_items(left, right, &mut waiting, leaf),
            (Value::Map(left), Value::Map(right)) => equal_entries(left, right, &mut waiting, leaf),
            _ => false,
        };
        if !equal {
            return false;
        }
    }
    true
}

/// Compares leaves now, and leaves lists and maps for later.
fn equal_here<'a>(left: &'a Value, right: &'a Value, waiting: &mut Pairs<'a>, leaf: impl Leaf) -> bool {
    match (left, right) {
        (Value::List(_), Value::List(_)) | (Value::Map(_), Value::Map(_)) => {
            waiting.push((left, right));
            true
        }
        _ => leaf(left, right),
    }
}

fn equal_items<'a>(left: &'a List, right: &'a List, waiting: &mut Pairs<'a>, leaf: impl Leaf) -> bool {
    left.is_shared_with(right)
        || (left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(left, right)| equal_here(left, right, waiting, leaf)))
}

fn equal_entries<'a>(left: &'a Map, right: &'a Map, waiting: &mut Pairs<'a>, leaf: impl Leaf) -> bool {
    left.is_shared_with(right)
        || (left.len() == right.len()
            && left.iter().all(|(key, left)| {
                right
                    .get(key)
                    .is_some_and(|right| equal_here(left, right, waiting, leaf))
            }))
}
