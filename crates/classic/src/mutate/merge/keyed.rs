//! The merge of lists whose items are found by keys (engine reference §6.4), with what is odd about it: items of
//! the patch come first, and an item without its key throws others away.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use sekisho_document::{List, Value};

use super::combine::{Directive, Merged, Merger, directive};
use super::schema::{Shape, Type};
use super::text;

/// The texts that an item has under the keys; the second one is empty where there is one key only.
type Parts<'v> = [Cow<'v, str>; 2];

impl Merger<'_> {
    /// Merges two lists of maps; nothing when the list stays as it is.
    pub(super) fn keyed(
        &mut self,
        dest: &List,
        patch: &List,
        keys: &'static [&'static str],
        item: &'static [(&'static str, Shape)],
    ) -> Result<Option<List>, String> {
        self.budget.spend((dest.len() + patch.len()) as u64)?;
        for value in dest.iter().chain(patch.iter()) {
            if value.as_map().is_none() && !value.is_null() {
                return Err(text::wrong_kind("MappingNode", value));
            }
        }
        if patch.is_empty() && is_in_order(dest, keys) {
            return self.items(dest, item);
        }
        match keys {
            [first, second] => self.by_two(dest, patch, [first, second], item).map(Some),
            [key, ..] => self.by_one(dest, patch, key, item).map(Some),
            [] => Ok(None),
        }
    }

    /// Merges what lies in the items of a list that is in order already.
    fn items(&mut self, dest: &List, ty: Type) -> Result<Option<List>, String> {
        if ty.is_empty() {
            return Ok(None);
        }
        let mut changed: Option<List> = None;
        for (position, value) in dest.iter().enumerate() {
            if let Merged::New(value) = self.merge(Some(value), None, Some(&Shape::Map(ty)))?
                && let Some(slot) = changed
                    .get_or_insert_with(|| dest.clone())
                    .edit()
                    .get_mut(position)
            {
                *slot = value;
            }
        }
        Ok(changed)
    }

    /// Merges two items, either of which may be absent. The second value is what stays in the place of the
    /// item of the resource.
    fn pair(
        &mut self,
        dest: Option<&Value>,
        patch: Option<&Value>,
        ty: Type,
    ) -> Result<Option<(Value, Option<Value>)>, String> {
        let merged = match self.merge(dest, patch, Some(&Shape::Map(ty)))? {
            Merged::Same => dest.cloned(),
            Merged::Gone => None,
            Merged::New(value) => Some(value),
        };
        let Some(merged) = merged.filter(|value| !is_empty(value)) else {
            return Ok(None);
        };
        let replaces = patch
            .and_then(Value::as_map)
            .is_some_and(|patch| directive(patch) == Ok(Directive::Replace));
        let stays = match replaces {
            true => dest.cloned(),
            false => dest.map(|_| merged.clone()),
        };
        Ok(Some((merged, stays)))
    }

    fn by_one(&mut self, dest: &List, patch: &List, key: &str, ty: Type) -> Result<List, String> {
        let places = |list: &List| -> HashMap<String, Vec<usize>> {
            let mut places: HashMap<String, Vec<usize>> = HashMap::with_capacity(list.len());
            for (position, value) in list.iter().enumerate() {
                if let Some(value) = value.get(key) {
                    places
                        .entry(text::scalar(value).into_owned())
                        .or_default()
                        .push(position);
                }
            }
            places
        };
        let (in_dest, in_patch) = (places(dest), places(patch));
        let mut left: Vec<Option<Value>> = dest.iter().cloned().map(Some).collect();
        let mut out = Items::default();
        let mut seen = HashSet::new();
        for value in patch.iter().chain(dest.iter()) {
            let wanted = key_text(value, key);
            if !seen.insert(wanted.clone()) {
                continue;
            }
            if wanted.is_empty() {
                drop_where(&mut left, |item| item.get(key).is_some());
                continue;
            }
            let places = in_dest.get(&*wanted).map(Vec::as_slice).unwrap_or_default();
            let at = places.first().copied();
            let before = at.and_then(|at| left.get(at)).and_then(Option::as_ref);
            let given = in_patch
                .get(&*wanted)
                .and_then(|places| patch.get(*places.first()?));
            if before.is_none() && given.is_none() {
                continue;
            }
            match self.pair(before, given, ty)? {
                None => {
                    for place in places {
                        if let Some(slot) = left.get_mut(*place) {
                            *slot = None;
                        }
                    }
                }
                Some((merged, stays)) => {
                    out.set(wanted.into_owned(), merged);
                    if let Some(slot) = at.and_then(|at| left.get_mut(at)) {
                        *slot = stays;
                    }
                }
            }
        }
        for item in left.into_iter().flatten() {
            if key_text(&item, key).is_empty() {
                self.budget.spend(out.items.len() as u64)?;
            }
            out.put_behind(key, item);
        }
        Ok(out.items.into())
    }

    fn by_two(&mut self, dest: &List, patch: &List, keys: [&str; 2], ty: Type) -> Result<List, String> {
        let parts = |value| -> Parts<'_> { keys.map(|key| key_text(value, key)) };
        let mut pairs: Vec<Parts<'_>> = Vec::new();
        let mut seen = HashSet::new();
        for value in patch.iter().chain(dest.iter()) {
            let parts = parts(value);
            if seen.insert(parts.clone()) {
                pairs.push(parts);
            }
        }
        self.complete(&mut pairs)?;
        let mut left: Vec<Option<Value>> = dest.iter().cloned().map(Some).collect();
        let (in_dest, in_patch) = (Places::of(dest, keys), Places::of(patch, keys));
        let mut out: Vec<Value> = Vec::new();
        let mut done = HashSet::new();
        for parts in &pairs {
            if parts.iter().all(|part| part.is_empty()) {
                self.budget.spend(left.len() as u64)?;
                drop_where(&mut left, |item| keys.iter().all(|key| item.get(key).is_some()));
                continue;
            }
            let at = in_dest.find(parts);
            let before = at.and_then(|at| left.get(at)).and_then(Option::as_ref);
            let given = in_patch.find(parts).and_then(|at| patch.get(at));
            if before.is_none() && given.is_none() {
                continue;
            }
            match self.pair(before, given, ty)? {
                None => {
                    self.budget.spend(left.len() as u64)?;
                    drop_where(&mut left, |item| is_meant(item, keys, parts));
                }
                Some((merged, stays)) => {
                    if done.insert(parts.clone()) {
                        out.push(merged);
                    }
                    if let Some(slot) = at.and_then(|at| left.get_mut(at)) {
                        *slot = stays;
                    }
                }
            }
        }
        let left = left.into_iter().flatten();
        // A key that no item at all has does not count.
        let counts = [0, 1].map(|part| pairs.iter().any(|parts| part_of(parts, part).is_some()));
        match counts {
            [true, false] => Ok(behind(out, left, keys[0])),
            [false, true] => Ok(behind(out, left, keys[1])),
            [true, true] | [false, false] => self.behind_two(out, left, keys),
        }
    }

    /// Completes pairs that agree in one part and have a gap in the other from each other.
    fn complete(&mut self, pairs: &mut [Parts<'_>]) -> Result<(), String> {
        let has_gap = |parts: &Parts<'_>| parts.iter().any(|part| part.is_empty());
        if !pairs.iter().any(has_gap) {
            return Ok(());
        }
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        if pairs.iter().any(|[first, _]| first.is_empty()) {
            groups.insert(String::new(), (0..pairs.len()).collect());
        } else {
            for (position, [first, _]) in pairs.iter().enumerate() {
                groups.entry(first.to_string()).or_default().push(position);
            }
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort_unstable();
        for group in &groups {
            self.budget.spend((group.len() as u64).saturating_pow(2))?;
            for one in group {
                for other in group {
                    let (Some(left), Some(right)) = (pairs.get(*one), pairs.get(*other)) else {
                        continue;
                    };
                    if let Some(whole) = completed(left, right) {
                        for position in [*one, *other] {
                            if let Some(slot) = pairs.get_mut(position) {
                                slot.clone_from(&whole);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts what is left of the resource behind the rest: each takes the place of those that match the parts it
    /// has.
    fn behind_two(
        &mut self,
        out: Vec<Value>,
        left: impl Iterator<Item = Value>,
        keys: [&str; 2],
    ) -> Result<List, String> {
        let mut items: Vec<Option<Value>> = Vec::with_capacity(out.len());
        let mut by_first: HashMap<String, Vec<usize>> = HashMap::new();
        let push =
            |items: &mut Vec<Option<Value>>, by_first: &mut HashMap<String, Vec<usize>>, item: Value| {
                if let Some(first) = item.get(keys[0]) {
                    by_first
                        .entry(text::scalar(first).into_owned())
                        .or_default()
                        .push(items.len());
                }
                items.push(Some(item));
            };
        for item in out {
            push(&mut items, &mut by_first, item);
        }
        for item in left {
            let part = |key: &str| item.get(key).map(|value| text::scalar(value).into_owned());
            let (first, second) = (part(keys[0]), part(keys[1]));
            if items.len() == 1 {
                // An item that holds nothing does not survive another one.
                items.retain(|item| item.as_ref().is_some_and(|item| !is_empty(item)));
            }
            match (&first, &second) {
                (None, None) => {
                    items.clear();
                    by_first.clear();
                }
                // It is put there by its one part, and once more because that is not found.
                (None, Some(_)) => push(&mut items, &mut by_first, item.clone()),
                (Some(first), second) => {
                    let places = by_first.get(first).map(Vec::as_slice).unwrap_or_default();
                    self.budget.spend(1 + places.len() as u64)?;
                    for place in places {
                        let Some(slot) = items.get_mut(*place) else {
                            continue;
                        };
                        let is_meant = |item: &Value| match second {
                            None => true,
                            Some(second) => item
                                .get(keys[1])
                                .is_some_and(|value| text::scalar(value) == second.as_str()),
                        };
                        if slot.as_ref().is_some_and(is_meant) {
                            *slot = None;
                        }
                    }
                }
            }
            push(&mut items, &mut by_first, item);
        }
        Ok(items.into_iter().flatten().collect())
    }
}

/// [`Items::put_behind`] for items that are merged already.
fn behind(out: Vec<Value>, left: impl Iterator<Item = Value>, key: &str) -> List {
    let mut items = Items::default();
    for item in out {
        items.set(key_text(&item, key).into_owned(), item);
    }
    for item in left {
        items.put_behind(key, item);
    }
    items.items.into()
}

/// Items with the places of their keys.
#[derive(Default)]
struct Items {
    items: Vec<Value>,
    places: HashMap<String, usize>,
}

impl Items {
    /// In the place of the item with this key, or last.
    fn set(&mut self, key: String, item: Value) {
        let place = *self.places.entry(key).or_insert(self.items.len());
        match self.items.get_mut(place) {
            Some(slot) => *slot = item,
            None => self.items.push(item),
        }
    }

    /// An item of the resource in the place of the one with its key, or last. One without the key throws all
    /// others away; one that holds nothing does not survive another one.
    fn put_behind(&mut self, key: &str, item: Value) {
        if self.items.len() == 1 && self.items.iter().all(is_empty) {
            *self = Items::default();
        }
        let Some(text) = item.get(key).map(|value| text::scalar(value).into_owned()) else {
            *self = Items {
                items: vec![item],
                places: HashMap::new(),
            };
            return;
        };
        if !text.is_empty() {
            return self.set(text, item);
        }
        let mut found = false;
        for slot in self.items.iter_mut().filter(|slot| slot.get(key).is_some()) {
            *slot = item.clone();
            found = true;
        }
        if !found {
            self.items.push(item);
        }
    }
}

/// Where the items of a list stand by their parts.
struct Places {
    by_both: HashMap<[String; 2], usize>,
    by_first: HashMap<String, usize>,
    by_second: HashMap<String, usize>,
}

impl Places {
    fn of(list: &List, keys: [&str; 2]) -> Places {
        let mut places = Places {
            by_both: HashMap::new(),
            by_first: HashMap::new(),
            by_second: HashMap::new(),
        };
        for (position, item) in list.iter().enumerate() {
            let part = |key| item.get(key).map(|value| text::scalar(value).into_owned());
            match (part(keys[0]), part(keys[1])) {
                (Some(first), Some(second)) => {
                    places.by_first.entry(first.clone()).or_insert(position);
                    places.by_second.entry(second.clone()).or_insert(position);
                    places.by_both.entry([first, second]).or_insert(position);
                }
                (Some(first), None) => {
                    places.by_first.entry(first).or_insert(position);
                }
                (None, Some(second)) => {
                    places.by_second.entry(second).or_insert(position);
                }
                (None, None) => {}
            }
        }
        places
    }

    /// The first item with these parts; an item that lacks one of them is not found.
    fn find(&self, parts: &Parts<'_>) -> Option<usize> {
        let [first, second] = parts;
        match (part_of(parts, 0), part_of(parts, 1)) {
            (Some(_), Some(_)) => {
                let both = [first.to_string(), second.to_string()];
                self.by_both.get(&both).copied()
            }
            (Some(first), None) => self.by_first.get(first).copied(),
            (None, Some(second)) => self.by_second.get(second).copied(),
            (None, None) => None,
        }
    }
}

fn part_of<'p>(parts: &'p Parts<'_>, part: usize) -> Option<&'p str> {
    parts
        .get(part)
        .map(|part| &**part)
        .filter(|part| !part.is_empty())
}

fn is_meant(item: &Value, keys: [&str; 2], parts: &Parts<'_>) -> bool {
    let mut pairs = keys.iter().zip(parts).filter(|(_, part)| !part.is_empty());
    pairs.all(|(key, part)| item.get(key).is_some_and(|value| text::scalar(value) == *part))
}

/// Two pairs as one, if they agree in one part and one of them has a gap in the other.
fn completed<'v>(left: &Parts<'v>, right: &Parts<'v>) -> Option<Parts<'v>> {
    let [one, other] = [(&left[0], &right[0]), (&left[1], &right[1])].map(|(left, right)| {
        let whole = if left.is_empty() { right } else { left };
        (
            left == right,
            left == right || left.is_empty() || right.is_empty(),
            whole.clone(),
        )
    });
    let fits = one.1 && other.1 && (one.0 || other.0);
    fits.then_some([one.2, other.2])
}

/// The text under a key; empty where there is none.
fn key_text<'v>(item: &'v Value, key: &str) -> Cow<'v, str> {
    match item.get(key) {
        None | Some(Value::Null) => Cow::Borrowed(""),
        Some(value) => text::scalar(value),
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_map().is_some_and(sekisho_document::Map::is_empty)
}

/// Takes out the items that are meant, and with them those that hold nothing.
fn drop_where(items: &mut [Option<Value>], is_meant: impl Fn(&Value) -> bool) {
    for slot in items {
        if slot.as_ref().is_some_and(|item| is_empty(item) || is_meant(item)) {
            *slot = None;
        }
    }
}

/// Whether every item has all its keys and no two have the same: a merge with nothing leaves such a list alone.
fn is_in_order(list: &List, keys: &[&str]) -> bool {
    if list.len() <= 1 && keys.len() == 1 {
        return list
            .iter()
            .all(|item| keys.iter().all(|key| !key_text(item, key).is_empty()));
    }
    let mut seen = HashSet::with_capacity(list.len());
    list.iter().all(|item| {
        let mut parts: Parts<'_> = [Cow::Borrowed(""), Cow::Borrowed("")];
        for (part, key) in parts.iter_mut().zip(keys) {
            *part = key_text(item, key);
        }
        parts.iter().zip(keys).all(|(part, _)| !part.is_empty()) && seen.insert(parts)
    })
}
