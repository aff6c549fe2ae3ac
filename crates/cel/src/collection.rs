//! Lists and maps of an evaluation.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};
use sekisho_document as document;

use crate::fault::Fault;
use crate::show;
use crate::value::{Str, Value};

/// Values in order.
#[derive(Debug, Clone)]
pub enum List<'a> {
    /// Of a document; its items become values when they are looked at.
    Document(&'a document::List),
    /// Of an object that the server holds as a Go structure: only whole numbers of kind int are indexes.
    Typed(&'a document::List),
    /// Of a document that nobody else keeps, such as an answer of the world.
    Held(document::List),
    Borrowed(&'a [Value<'a>]),
    Shared(Arc<Vec<Value<'a>>>),
}

impl<'a> List<'a> {
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            List::Document(list) | List::Typed(list) => list.len(),
            List::Held(list) => list.len(),
            List::Borrowed(items) => items.len(),
            List::Shared(items) => items.len(),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn get(&self, position: usize) -> Option<Value<'a>> {
        match self {
            List::Document(list) => list.get(position).map(Value::of),
            List::Typed(list) => list.get(position).map(Value::typed),
            List::Held(list) => list.get(position).map(Value::held),
            List::Borrowed(items) => items.get(position).map(Value::reborrow),
            List::Shared(items) => items.get(position).cloned(),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value<'a>> + '_ {
        (0..self.len()).map(|position| self.get(position).unwrap_or(Value::Null))
    }

    pub(crate) fn document(&self) -> Option<&document::List> {
        match self {
            List::Document(list) | List::Typed(list) => Some(list),
            List::Held(list) => Some(list),
            List::Borrowed(_) | List::Shared(_) => None,
        }
    }

    /// The items, unless they are those of a document.
    pub(crate) fn items(&self) -> Option<&[Value<'a>]> {
        match self {
            List::Document(_) | List::Typed(_) | List::Held(_) => None,
            List::Borrowed(items) => Some(items),
            List::Shared(items) => Some(items),
        }
    }

    /// The same, borrowed from this one.
    #[must_use]
    pub fn reborrow(&'a self) -> List<'a> {
        match self {
            List::Document(list) => List::Document(list),
            List::Typed(list) => List::Typed(list),
            List::Held(list) => List::Document(list),
            List::Borrowed(items) => List::Borrowed(items),
            List::Shared(items) => List::Borrowed(items),
        }
    }
}

/// Keys and values in order.
#[derive(Debug, Clone)]
pub enum Map<'a> {
    /// Of a document; its values become values when they are looked at.
    Document(&'a document::Map),
    /// Of an object that the server holds as a Go structure: only texts are keys.
    Typed(&'a document::Map),
    /// Of a document that nobody else keeps, such as an answer of the world.
    Held(document::Map),
    Borrowed(&'a Entries<'a>),
    Shared(Arc<Entries<'a>>),
}

/// Keys and values in the order of insertion, found by number or text. A key of another kind is kept but
/// never found, as in the reference, where such keys are compared by their address.
#[derive(Debug, Clone, Default)]
pub struct Entries<'a> {
    row: Vec<(Value<'a>, Value<'a>)>,
    // INVARIANT: present exactly when `row.len() > SEARCHED`; holds the positions of all keys.
    index: Option<Box<Index>>,
}

/// Above this number of keys a map has an index.
const SEARCHED: usize = 16;

#[derive(Debug, Clone)]
struct Index {
    hasher: DefaultHashBuilder,
    positions: HashTable<usize>,
}

/// A key as maps tell them apart: kinds of numbers differ here.
#[derive(Clone, Copy, PartialEq, Hash)]
enum Key<'k> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// By its bits, zero without its sign.
    Double(u64),
    Text(&'k str),
    Other,
}

impl<'k> Key<'k> {
    fn of(value: &'k Value<'_>) -> Key<'k> {
        match value {
            Value::Null => Key::Null,
            Value::Bool(value) => Key::Bool(*value),
            Value::Int(value) => Key::Int(*value),
            Value::Uint(value) => Key::Uint(*value),
            Value::Double(value) => Key::double(*value),
            Value::String(text) => Key::Text(text.as_str()),
            _ => Key::Other,
        }
    }

    fn double(value: f64) -> Key<'k> {
        if value.is_nan() {
            return Key::Other;
        }
        Key::Double(if value == 0.0 { 0 } else { value.to_bits() })
    }

    /// What a key is also found by: the same number of another kind.
    fn others(self) -> [Option<Key<'k>>; 2] {
        match self {
            Key::Int(value) => [u64::try_from(value).ok().map(Key::Uint), None],
            Key::Uint(value) => [i64::try_from(value).ok().map(Key::Int), None],
            Key::Double(bits) => {
                let value = f64::from_bits(bits);
                [
                    crate::number::to_int_exactly(value).map(Key::Int),
                    crate::number::to_uint_exactly(value).map(Key::Uint),
                ]
            }
            _ => [None, None],
        }
    }
}

impl<'a> Entries<'a> {
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Entries<'a> {
        Entries {
            row: Vec::with_capacity(capacity),
            index: None,
        }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.row.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row.is_empty()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(Value<'a>, Value<'a>)> {
        self.row.iter()
    }

    /// Puts a value under a key: in the place of the old one, or last. Says whether there was one.
    pub fn insert(&mut self, key: Value<'a>, value: Value<'a>) -> bool {
        if let Some(position) = self.position(Key::of(&key)) {
            if let Some(slot) = self.row.get_mut(position) {
                slot.1 = value;
            }
            return true;
        }
        self.row.push((key, value));
        self.add_to_index();
        false
    }

    fn add_to_index(&mut self) {
        let first_new = match &self.index {
            _ if self.row.len() <= SEARCHED => return,
            Some(_) => self.row.len() - 1,
            None => 0,
        };
        let index = self.index.get_or_insert_with(|| {
            Box::new(Index {
                hasher: DefaultHashBuilder::default(),
                positions: HashTable::new(),
            })
        });
        let hasher = &index.hasher;
        let hash_at = |position: usize| {
            self.row
                .get(position)
                .map_or(0, |(key, _)| hasher.hash_one(Key::of(key)))
        };
        for position in first_new..self.row.len() {
            index
                .positions
                .insert_unique(hash_at(position), position, |other| hash_at(*other));
        }
    }

    fn position(&self, key: Key<'_>) -> Option<usize> {
        if key == Key::Other {
            return None;
        }
        let is = |position: &usize| {
            self.row
                .get(*position)
                .is_some_and(|(other, _)| Key::of(other) == key)
        };
        match &self.index {
            None => self.row.iter().position(|(other, _)| Key::of(other) == key),
            Some(index) => index.positions.find(index.hasher.hash_one(key), is).copied(),
        }
    }

    /// The value under a key, or under the same number of another kind.
    #[must_use]
    pub fn get(&self, key: &Value<'_>) -> Option<&Value<'a>> {
        let key = Key::of(key);
        let [second, third] = key.others();
        let keys = [Some(key), second, third];
        let position = keys.into_iter().flatten().find_map(|key| self.position(key))?;
        self.row.get(position).map(|(_, value)| value)
    }
}

impl<'a> FromIterator<(Value<'a>, Value<'a>)> for Entries<'a> {
    fn from_iter<I: IntoIterator<Item = (Value<'a>, Value<'a>)>>(entries: I) -> Entries<'a> {
        let mut made = Entries::default();
        for (key, value) in entries {
            made.insert(key, value);
        }
        made
    }
}

impl<'a> Map<'a> {
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Map::Document(map) | Map::Typed(map) => map.len(),
            Map::Held(map) => map.len(),
            Map::Borrowed(entries) => entries.len(),
            Map::Shared(entries) => entries.len(),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn document(&self) -> Option<&document::Map> {
        match self {
            Map::Document(map) | Map::Typed(map) => Some(map),
            Map::Held(map) => Some(map),
            Map::Borrowed(_) | Map::Shared(_) => None,
        }
    }

    /// The entries, unless they are those of a document.
    pub(crate) fn entries(&self) -> Option<&Entries<'a>> {
        match self {
            Map::Document(_) | Map::Typed(_) | Map::Held(_) => None,
            Map::Borrowed(entries) => Some(entries),
            Map::Shared(entries) => Some(entries),
        }
    }

    /// The value under a key; numbers are found whatever their kind.
    #[must_use]
    pub fn get(&self, key: &Value<'_>) -> Option<Value<'a>> {
        match self {
            Map::Document(map) => map.get(key.as_str()?).map(Value::of),
            Map::Typed(map) => map.get(key.as_str()?).map(Value::typed),
            Map::Held(map) => map.get(key.as_str()?).map(Value::held),
            Map::Borrowed(entries) => entries.get(key).map(Value::reborrow),
            Map::Shared(entries) => entries.get(key).cloned(),
        }
    }

    /// Whether a value can be a key at all.
    pub(crate) fn takes(&self, key: &Value<'_>) -> Result<(), Fault> {
        match (self, key) {
            (Map::Typed(_), Value::String(_)) => Ok(()),
            (Map::Typed(_), other) => {
                let ty = show::go_type(other);
                Err(Fault::new(format!("unsupported map key type: {ty}")))
            }
            (Map::Document(_) | Map::Held(_) | Map::Borrowed(_) | Map::Shared(_), _) => Ok(()),
        }
    }

    /// The value under a text.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Value<'a>> {
        match self {
            Map::Document(map) => map.get(name).map(Value::of),
            Map::Typed(map) => map.get(name).map(Value::typed),
            Map::Held(map) => map.get(name).map(Value::held),
            Map::Borrowed(_) | Map::Shared(_) => self.get(&Value::String(Str::Borrowed(name))),
        }
    }

    #[must_use]
    pub fn at(&self, position: usize) -> Option<(Value<'a>, Value<'a>)> {
        match self {
            Map::Document(map) => {
                let (key, value) = map.at(position)?;
                Some((Value::String(Str::Borrowed(key)), Value::of(value)))
            }
            Map::Typed(map) => {
                let (key, value) = map.at(position)?;
                Some((Value::String(Str::Borrowed(key)), Value::typed(value)))
            }
            Map::Held(map) => {
                let (key, value) = map.at(position)?;
                Some((Value::text(key.as_str()), Value::held(value)))
            }
            Map::Borrowed(entries) => {
                let (key, value) = entries.row.get(position)?;
                Some((key.reborrow(), value.reborrow()))
            }
            Map::Shared(entries) => entries.row.get(position).cloned(),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Value<'a>, Value<'a>)> + '_ {
        (0..self.len()).map(|position| self.at(position).unwrap_or((Value::Null, Value::Null)))
    }

    /// The same, borrowed from this one.
    #[must_use]
    pub fn reborrow(&'a self) -> Map<'a> {
        match self {
            Map::Document(map) => Map::Document(map),
            Map::Typed(map) => Map::Typed(map),
            Map::Held(map) => Map::Document(map),
            Map::Borrowed(entries) => Map::Borrowed(entries),
            Map::Shared(entries) => Map::Borrowed(entries),
        }
    }
}
