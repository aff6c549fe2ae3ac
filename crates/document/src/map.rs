//! A map that keeps the order of its keys and is shared until it is edited.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{Text, Value, walk};

/// Keys and values in the order of insertion.
///
/// Entries lie in a row; small maps are searched from front to back, maps above sixteen keys carry an
/// index beside the row (measured in `docs/architecture.md`). A clone shares the entries.
#[derive(Clone, Default)]
pub struct Map(Option<Arc<Entries>>);

/// Above this number of keys a map has an index.
const SEARCHED: usize = 16;

#[derive(Clone, Default)]
struct Entries {
    row: Vec<(Text, Value)>,
    // INVARIANT: present exactly when `row.len() > SEARCHED`; holds the positions of all keys.
    index: Option<Box<Index>>,
}

#[derive(Clone)]
struct Index {
    hasher: DefaultHashBuilder,
    positions: HashTable<usize>,
}

impl Map {
    #[must_use]
    pub fn new() -> Map {
        Map::default()
    }

    #[must_use]
    pub fn with_capacity(capacity: usize) -> Map {
        Map(Some(Arc::new(Entries {
            row: Vec::with_capacity(capacity),
            index: None,
        })))
    }

    fn row(&self) -> &[(Text, Value)] {
        self.0.as_ref().map_or(&[], |entries| &entries.row)
    }

    fn find(&self, key: &str) -> Option<usize> {
        self.0.as_ref()?.find(key)
    }

    /// The entries, to be changed in place; copied first if they are shared.
    fn entries(&mut self) -> &mut Entries {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// A map of entries that were collected first. The last value of a repeated key wins, in the place of the
    /// first; of each such entry its number in the row is given with the position it takes.
    pub(crate) fn from_row(mut row: Vec<(Text, Value)>) -> (Map, Vec<(usize, usize)>) {
        if row.is_empty() {
            return (Map::new(), Vec::new());
        }
        row.shrink_to_fit();
        let mut entries = Entries { row, index: None };
        if entries.rebuild_distinct() {
            return (Map(Some(Arc::new(entries))), Vec::new());
        }
        let mut map = Map::new();
        let mut replaced = Vec::new();
        for (number, (key, value)) in entries.row.into_iter().enumerate() {
            if let Some(position) = map.position(&key) {
                replaced.push((number, position));
            }
            map.insert(key, value);
        }
        (map, replaced)
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.row().len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row().is_empty()
    }

    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let position = self.find(key)?;
        self.row().get(position).map(|(_, value)| value)
    }

    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// The value under a key, to be changed in place. Copies the entries if they are shared, so look
    /// first when the key may be absent.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let position = self.find(key)?;
        self.entries().row.get_mut(position).map(|(_, value)| value)
    }

    /// Puts a value under a key: in the place of the old one, or last. Returns the old one.
    pub fn insert(&mut self, key: impl Into<Text>, value: Value) -> Option<Value> {
        self.entries().insert(key.into(), value)
    }

    /// The value under a key; null is put there first if the key is absent.
    pub fn entry(&mut self, key: &str) -> &mut Value {
        let position = self.find(key).unwrap_or_else(|| {
            self.entries().push(Text::new(key), Value::Null);
            self.len() - 1
        });
        #[expect(
            clippy::indexing_slicing,
            reason = "the position was found or pushed just above"
        )]
        &mut self.entries().row[position].1
    }

    /// Takes a key out; the keys behind it keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let position = self.find(key)?;
        let entries = self.entries();
        let (_, value) = entries.row.remove(position);
        entries.forget(key, position);
        Some(value)
    }

    /// Keeps the entries for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &Value) -> bool) {
        let entries = self.entries();
        entries.row.retain(|(key, value)| keep(key, value));
        entries.rebuild();
    }

    /// Sorts the entries by key.
    pub fn sort_keys(&mut self) {
        let entries = self.entries();
        entries.row.sort_by(|(left, _), (right, _)| left.cmp(right));
        entries.rebuild();
    }

    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.row().iter())
    }

    #[must_use]
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Text> + ExactSizeIterator {
        self.row().iter().map(|(key, _)| key)
    }

    #[must_use]
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.row().iter().map(|(_, value)| value)
    }

    /// The values in order, to be changed in place.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries().row.iter_mut().map(|(_, value)| value)
    }

    /// The value at a position, to be changed in place.
    pub(crate) fn value_at_mut(&mut self, position: usize) -> Option<&mut Value> {
        self.entries().row.get_mut(position).map(|(_, value)| value)
    }

    /// Whether both are clones of one another, which makes them equal.
    #[must_use]
    pub fn is_shared_with(&self, other: &Map) -> bool {
        match (&self.0, &other.0) {
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            (None, None) => true,
            _ => false,
        }
    }

    /// Leaves the map empty, and gives its values if no other map shares them.
    pub(crate) fn take(&mut self) -> Option<impl Iterator<Item = Value>> {
        let entries = Arc::into_inner(self.0.take()?)?;
        Some(entries.row.into_iter().map(|(_, value)| value))
    }

    /// Where a key stands.
    #[must_use]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.find(key)
    }

    /// The entry at a position.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<(&Text, &Value)> {
        self.row().get(position).map(|(key, value)| (key, value))
    }
}

/// A map in the making, which is not shared yet: faster to fill than a [`Map`].
#[derive(Default)]
pub struct MapBuilder(Entries);

impl MapBuilder {
    #[must_use]
    pub fn new() -> MapBuilder {
        MapBuilder::default()
    }

    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.find(key).is_some()
    }

    /// Puts a value under a key: in the place of the old one, or last. Returns the old one.
    pub fn insert(&mut self, key: Text, value: Value) -> Option<Value> {
        self.0.insert(key, value)
    }

    #[must_use]
    pub fn finish(self) -> Map {
        if self.0.row.is_empty() {
            return Map::new();
        }
        Map(Some(Arc::new(self.0)))
    }
}

impl fmt::Debug for MapBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.0.row.iter().map(|(key, value)| (key, value)))
            .finish()
    }
}

impl Entries {
    fn insert(&mut self, key: Text, value: Value) -> Option<Value> {
        let position = self.find(&key);
        if let Some((_, slot)) = position.and_then(|position| self.row.get_mut(position)) {
            return Some(std::mem::replace(slot, value));
        }
        self.push(key, value);
        None
    }

    fn find(&self, key: &str) -> Option<usize> {
        match &self.index {
            None => self.row.iter().position(|(other, _)| other == key),
            Some(index) => index.find(key, &self.row),
        }
    }

    /// Adds a key that is not there yet.
    fn push(&mut self, key: Text, value: Value) {
        self.row.push((key, value));
        if self.row.len() <= SEARCHED {
            return;
        }
        match (&mut self.index, self.row.last()) {
            (Some(index), Some((key, _))) => index.add(key, self.row.len() - 1, &self.row),
            _ => self.rebuild(),
        }
    }

    /// Mends the index after the entry at a position was taken out of the row.
    fn forget(&mut self, key: &str, position: usize) {
        if self.row.len() <= SEARCHED {
            self.index = None;
        }
        let Some(index) = &mut self.index else {
            return;
        };
        let hash = index.hasher.hash_one(key);
        if let Ok(entry) = index.positions.find_entry(hash, |other| *other == position) {
            entry.remove();
        }
        for other in index.positions.iter_mut().filter(|other| **other > position) {
            *other -= 1;
        }
    }

    fn rebuild(&mut self) {
        self.index = None;
        if self.row.len() <= SEARCHED {
            return;
        }
        let mut index = Box::new(Index::new(self.row.len()));
        for (position, (key, _)) in self.row.iter().enumerate() {
            index.add(key, position, &self.row);
        }
        self.index = Some(index);
    }

    /// Makes the index, if all keys are different. Says whether they are.
    fn rebuild_distinct(&mut self) -> bool {
        if self.row.len() > SEARCHED {
            let mut index = Box::new(Index::new(self.row.len()));
            for (position, (key, _)) in self.row.iter().enumerate() {
                if index.find(key, &self.row).is_some() {
                    return false;
                }
                index.add(key, position, &self.row);
            }
            self.index = Some(index);
            return true;
        }
        let mut row = self.row.as_slice();
        while let [(key, _), rest @ ..] = row {
            if rest.iter().any(|(other, _)| other == key) {
                return false;
            }
            row = rest;
        }
        true
    }
}

impl Index {
    fn new(capacity: usize) -> Index {
        Index {
            hasher: DefaultHashBuilder::default(),
            positions: HashTable::with_capacity(capacity),
        }
    }

    fn find(&self, key: &str, row: &[(Text, Value)]) -> Option<usize> {
        let hash = self.hasher.hash_one(key);
        let same = |position: &usize| row.get(*position).is_some_and(|(other, _)| other == key);
        self.positions.find(hash, same).copied()
    }

    fn add(&mut self, key: &str, position: usize, row: &[(Text, Value)]) {
        let hasher = &self.hasher;
        let rehash = |position: &usize| {
            row.get(*position)
                .map_or(0, |(key, _)| hasher.hash_one(key.as_str()))
        };
        self.positions
            .insert_unique(hasher.hash_one(key), position, rehash);
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        if walk::holds_open(self.values())
            && let Some(values) = self.take()
        {
            walk::release(values);
        }
    }
}

impl PartialEq for Map {
    /// Equal keys with equal values, in any order.
    fn eq(&self, other: &Map) -> bool {
        walk::equal_maps(self, other)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Value::Map(self.clone()), f)
    }
}

impl<K: Into<Text>> FromIterator<(K, Value)> for Map {
    /// The last value of a repeated key wins, in the place of the first.
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(entries: I) -> Map {
        let mut builder = MapBuilder::new();
        for (key, value) in entries {
            builder.insert(key.into(), value);
        }
        builder.finish()
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a Text, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Entries of a map in order.
#[derive(Debug, Clone)]
pub struct Iter<'a>(std::slice::Iter<'a, (Text, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Text, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, value)| (key, value))
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_stays_and_lookups_hold_on_both_sides_of_the_index() {
        for count in [3_i64, 16, 17, 1000] {
            let mut map: Map = (0..count).map(|n| (format!("key-{n}"), Value::Int(n))).collect();
            assert_eq!(map.get("key-2"), Some(&Value::Int(2)), "{count}");
            assert_eq!(map.insert("key-1", Value::Null), Some(Value::Int(1)));
            assert_eq!(map.remove("key-0"), Some(Value::Int(0)));
            assert_eq!(map.get("key-0"), None);
            assert_eq!(map.keys().next().map(Text::as_str), Some("key-1"));
            assert_eq!(map.len() as i64, count - 1);
            let last = format!("key-{}", count - 1);
            assert_eq!(map.get(&last), Some(&Value::Int(count - 1)), "{count}");
        }
    }

    #[test]
    fn editing_a_clone_leaves_the_original() {
        let original: Map = [("a", Value::Int(1))].into_iter().collect();
        let mut copy = original.clone();
        *copy.entry("a") = Value::Int(2);
        *copy.entry("b") = Value::Null;
        assert_eq!(original.get("a"), Some(&Value::Int(1)));
        assert_eq!(original.len(), 1);
        assert_eq!(copy.len(), 2);
    }

    #[test]
    fn rows_become_maps_where_the_last_value_wins() {
        for count in [3_usize, 40] {
            let row = |keys: Vec<usize>| {
                let entry = |(value, key)| (Text::from(format!("k{key}")), Value::Int(value));
                (0_i64..).zip(keys).map(entry).collect::<Vec<_>>()
            };
            let (map, replaced) = Map::from_row(row((0..count).collect()));
            assert_eq!((map.len(), replaced), (count, Vec::new()));
            let (map, replaced) = Map::from_row(row((0..count).chain([1, 0, 1]).collect()));
            assert_eq!(replaced, [(count, 1), (count + 1, 0), (count + 2, 1)]);
            assert_eq!(map.keys().next().map(Text::as_str), Some("k0"));
            assert_eq!(map.get("k1"), Some(&Value::Int(count as i64 + 2)));
            assert_eq!(map.get("k2"), Some(&Value::Int(2)));
        }
    }

    #[test]
    fn equality_ignores_order() {
        let left: Map = [("a", Value::Int(1)), ("b", Value::Int(2))].into_iter().collect();
        let right: Map = [("b", Value::Int(2)), ("a", Value::Int(1))].into_iter().collect();
        assert_eq!(left, right);
        assert_ne!(left, [("a", Value::Int(1))].into_iter().collect());
    }
}
