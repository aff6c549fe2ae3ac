//! What is left of anchors once they are decided is taken out of a patch (engine reference §6.3).

use sekisho_document::{List, Map, Text, Value};

use super::anchors::{condition, decides};

/// The patch as it is merged. Anchors of the outermost map that hold something keep their spelling.
pub(super) fn removed(patch: Value) -> Value {
    let Value::Map(mut map) = patch else {
        return patch;
    };
    let gone = removable_keys(&mut map, |_| true, |key| condition(key).is_some());
    drop_keys(&mut map, &gone);
    Value::Map(map)
}

/// Whether nothing is left of a part of a patch. A scalar goes when it is asked to: below an anchor.
pub(super) fn is_removable(node: &mut Value, scalars_go: bool) -> bool {
    match node {
        Value::Map(map) => map_is_removable(map),
        Value::List(list) => list_is_removable(list),
        _ => scalars_go,
    }
}

fn map_is_removable(map: &mut Map) -> bool {
    let anchors = map.keys().filter(|key| condition(key).is_some()).count();
    if anchors > 0 {
        let gone = removable_keys(map, |key| condition(key).is_some(), |_| true);
        drop_keys(map, &gone);
        if gone.len() < anchors {
            strip(map);
        }
    }
    let gone = removable_keys(map, |_| true, |_| false);
    drop_keys(map, &gone);
    map.is_empty()
}

/// The keys of which nothing is left, among those that are looked at.
fn removable_keys(
    map: &mut Map,
    is_asked: impl Fn(&str) -> bool,
    scalars_go: impl Fn(&str) -> bool,
) -> Vec<Text> {
    let asked: Vec<Text> = map.keys().filter(|key| is_asked(key)).cloned().collect();
    let mut gone = Vec::new();
    for key in asked {
        let goes = match map.get(&key) {
            Some(Value::Map(_) | Value::List(_)) => map
                .get_mut(&key)
                .is_some_and(|value| is_removable(value, scalars_go(&key))),
            Some(_) => scalars_go(&key),
            None => false,
        };
        if goes {
            gone.push(key);
        }
    }
    gone
}

fn drop_keys(map: &mut Map, gone: &[Text]) {
    match gone {
        [] => {}
        [key] => {
            map.remove(key);
        }
        // In the order of the map, so that one walk finds them all.
        gone => {
            let mut gone = gone.iter().peekable();
            map.retain(|key, _| gone.next_if(|next| *next == key).is_none());
        }
    }
}

/// Makes plain keys of the conditions.
fn strip(map: &mut Map) {
    let mut plain = Map::with_capacity(map.len());
    for (key, value) in map.iter() {
        let name = condition(key).map_or(key.as_str(), |(_, name)| name);
        plain.insert(name, value.clone());
    }
    *map = plain;
}

/// Takes out the items with anchors and those of which nothing is left. The positions are those of the list as
/// it was, though the list shrinks; where that runs past the end, the items that are meant go.
fn list_is_removable(list: &mut List) -> bool {
    let mut goes = Vec::with_capacity(list.len());
    for position in 0..list.len() {
        let item = list.get(position);
        goes.push(match item {
            None => false,
            Some(item) if decides(item) => true,
            Some(Value::Map(_) | Value::List(_)) => list
                .edit()
                .get_mut(position)
                .is_some_and(|item| is_removable(item, false)),
            Some(_) => false,
        });
    }
    let count = goes.iter().filter(|goes| **goes).count();
    if count == 0 {
        return false;
    }
    let items = list.edit();
    let shrinks_past_end = goes
        .iter()
        .rposition(|goes| *goes)
        .is_some_and(|last| last + count > items.len());
    let mut kept: Vec<Option<Value>> = std::mem::take(items).into_iter().map(Some).collect();
    match shrinks_past_end {
        true => {
            let pairs = kept.iter_mut().zip(&goes);
            pairs
                .filter(|(_, goes)| **goes)
                .for_each(|(item, _)| *item = None);
        }
        false => {
            // The k-th removal hits what stood k places further on.
            let positions = goes.iter().enumerate().filter(|(_, goes)| **goes);
            for (removals, (position, _)) in positions.enumerate() {
                if let Some(item) = kept.get_mut(position + removals) {
                    *item = None;
                }
            }
        }
    }
    *items = kept.into_iter().flatten().collect();
    items.is_empty()
}
