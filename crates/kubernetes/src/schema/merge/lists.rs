//! The merge of lists whose items have keys or are a set.

use sekisho_document::Value;

use super::keys::{self, Index, Key};
use super::node::Items;
use super::part::View;
use super::walk::Merge;

/// One list with the positions of its keys.
struct Keyed<'v> {
    items: &'v [Value],
    keys: Vec<Key>,
    index: Index,
    /// Whether the item of a position is there again.
    doubled: Vec<bool>,
}

/// Items that only the left list has keep their places, shared ones follow the order of the right list, and
/// those that only the right list has stand where it has them. An item that the left list has several times
/// is merged with none of them: it takes their place if the right list has it, else they all stay.
pub(super) fn merged<'s>(
    merge: &mut Merge<'s>,
    items: Items<'s>,
    left: &[Value],
    right: &[Value],
    depth: usize,
) -> Value {
    let (Some(left), Some(right)) = (keyed(merge, items, left), keyed(merge, items, right)) else {
        return Value::Null;
    };
    let mut shared = right.keys.iter().filter(|key| left.index.get(key).is_some());
    let mut next = shared.next();
    let mut merged = Vec::with_capacity(left.items.len().max(right.items.len()));
    let mut taken = vec![false; right.items.len()];
    let (mut l, mut r) = (0, 0);
    while l < left.items.len() || r < right.items.len() {
        if let (Some(left_key), Some(right_key)) = (left.keys.get(l), right.keys.get(r)) {
            if left_key == right_key {
                take(&mut merged, merge, items, (&left, &right), r, depth);
                mark(&mut taken, r);
                (l, r) = (l + 1, r + 1);
                next = shared.next();
                continue;
            }
            let is_shared = right.index.get(left_key).is_some();
            if is_shared && next.is_some_and(|next| next != left_key) {
                // Its turn comes with the right list.
                l += 1;
                continue;
            }
        }
        if let (Some(left_key), Some(item)) = (left.keys.get(l), left.items.get(l)) {
            match right.index.get(left_key) {
                None => {
                    merged.push(item.clone());
                    l += 1;
                    continue;
                }
                Some(position) if taken.get(position) == Some(&true) => l += 1,
                Some(_) => {}
            }
        }
        if let Some(right_key) = right.keys.get(r) {
            take(&mut merged, merge, items, (&left, &right), r, depth);
            mark(&mut taken, r);
            if next == Some(right_key) {
                next = shared.next();
            }
            r += 1;
        }
    }
    Value::List(merged.into())
}

fn mark(taken: &mut [bool], position: usize) {
    if let Some(slot) = taken.get_mut(position) {
        *slot = true;
    }
}

/// Puts the item of the right list there, merged with its counterpart if there is exactly one.
fn take<'s>(
    merged: &mut Vec<Value>,
    merge: &mut Merge<'s>,
    items: Items<'s>,
    (left, right): (&Keyed<'_>, &Keyed<'_>),
    position: usize,
    depth: usize,
) {
    let (Some(key), Some(item)) = (right.keys.get(position), right.items.get(position)) else {
        return;
    };
    let old = left.index.get(key);
    let old = old.filter(|position| left.doubled.get(*position) == Some(&false));
    let old = old.and_then(|position| left.items.get(position));
    let value = match old {
        Some(old) => {
            let length = merge.path.len();
            merge.path.push_str(&key.to_string());
            let value = merge.value(items.node, old, item, depth);
            merge.path.truncate(length);
            value
        }
        None => item.clone(),
    };
    merged.push(value);
}

fn keyed<'v>(merge: &mut Merge<'_>, items: Items<'_>, list: &'v [Value]) -> Option<Keyed<'v>> {
    let mut keyed = Keyed {
        items: list,
        keys: Vec::with_capacity(list.len()),
        index: Index::default(),
        doubled: vec![false; list.len()],
    };
    for (position, item) in list.iter().enumerate() {
        match keys::key(merge.schema, items, View::of(item)) {
            Ok(key) => {
                if !keyed.index.insert(&key, position)
                    && let Some(first) = keyed.index.get(&key)
                {
                    mark(&mut keyed.doubled, first);
                }
                keyed.keys.push(key);
            }
            Err(why) => {
                let path = merge.path.clone();
                merge
                    .faults
                    .push(&path, format_args!("element {position}: {why}"));
                return None;
            }
        }
    }
    Some(keyed)
}
