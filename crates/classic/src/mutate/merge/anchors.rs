//! Which parts of a patch apply: the anchors `(name)`, `<(name)` and `+(name)` (engine reference §6.2).

use sekisho_document::{List, Map, Numbers, Text, Value};
use sekisho_kubernetes::Limits;

use super::{Budget, text};
use crate::overlay::{self, Anchor, Overlay};

/// Why a part of a patch does not apply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A conditional anchor was not met.
    Conditional,
    /// A global anchor was not met.
    Global,
    Trouble(String),
}

/// What a list item costs that is added for an item of the resource.
const ITEM_STEPS: u64 = 32;

/// The anchor of a key that patches know; other anchors are plain keys to them.
pub(super) fn anchor(key: &str) -> Option<(Anchor, &str)> {
    Anchor::split(key)
        .filter(|(anchor, _)| matches!(anchor, Anchor::Conditional | Anchor::Global | Anchor::AddIfAbsent))
}

/// Whether a key asks for something before the patch applies.
pub(super) fn condition(key: &str) -> Option<(Anchor, &str)> {
    anchor(key).filter(|(anchor, _)| *anchor != Anchor::AddIfAbsent)
}

/// Whether a resource decides what becomes of a patch.
pub(super) fn decides(patch: &Value) -> bool {
    contains(patch, |anchor| anchor != Anchor::Equality)
}

/// Whether an anchor of a sort stands at any depth. A scalar that is spelled like a condition counts, too.
pub(super) fn contains(value: &Value, wanted: impl Fn(Anchor) -> bool) -> bool {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Map(map) => {
                if map
                    .keys()
                    .any(|key| anchor(key).is_some_and(|(anchor, _)| wanted(anchor)))
                {
                    return true;
                }
                waiting.extend(map.values());
            }
            Value::List(list) => waiting.extend(list.iter()),
            Value::String(text) if condition(text).is_some() => return true,
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

/// Decides the anchors of a part of a patch by the same part of the resource.
pub(super) fn walk(pattern: &mut Value, resource: Option<&Value>, budget: &mut Budget) -> Result<(), Halt> {
    budget.spend(1).map_err(Halt::Trouble)?;
    match pattern {
        Value::Map(map) => walk_map(map, resource, budget),
        Value::List(list) => walk_list(list, resource, budget),
        _ => Ok(()),
    }
}

fn walk_map(pattern: &mut Map, resource: Option<&Value>, budget: &mut Budget) -> Result<(), Halt> {
    budget.spend(pattern.len() as u64).map_err(Halt::Trouble)?;
    let values = resource.and_then(Value::as_map);
    add_if_absent(pattern, values);
    for (wanted, halt) in [
        (Anchor::Global, Halt::Global),
        (Anchor::Conditional, Halt::Conditional),
    ] {
        let keys: Vec<Text> = pattern
            .keys()
            .filter(|key| anchor(key).is_some_and(|(anchor, _)| anchor == wanted))
            .cloned()
            .collect();
        for key in keys {
            let name = anchor(&key).map_or("", |(_, name)| name);
            let value = values.and_then(|values| values.get(name));
            let met = match (value, pattern.get_mut(&key)) {
                (Some(value), Some(condition)) => is_met(condition, value, budget)?,
                _ => false,
            };
            if !met {
                return Err(halt);
            }
        }
    }
    let deeper: Vec<Text> = pattern
        .iter()
        .filter(|(key, value)| anchor(key).is_none() && needs_walk(value))
        .map(|(key, _)| key.clone())
        .collect();
    for key in deeper {
        if let Some(below) = pattern.get_mut(&key) {
            walk(below, values.and_then(|values| values.get(&key)), budget)?;
        }
    }
    Ok(())
}

fn needs_walk(value: &Value) -> bool {
    matches!(value, Value::Map(_) | Value::List(_))
}

/// The name inside `+(name)`.
fn added(key: &str) -> Option<&str> {
    let (anchor, name) = Anchor::split(key)?;
    (anchor == Anchor::AddIfAbsent).then_some(name)
}

/// Takes out every `+(name)` whose key the resource has, and makes plain keys of the others; tells whether there
/// was any.
fn add_if_absent(pattern: &mut Map, resource: Option<&Map>) -> bool {
    if !pattern.keys().any(|key| added(key).is_some()) {
        return false;
    }
    let mut left = Map::with_capacity(pattern.len());
    for (key, value) in pattern.iter() {
        match added(key) {
            None => left.insert(key.clone(), value.clone()),
            Some(name) if resource.is_some_and(|resource| resource.contains_key(name)) => None,
            Some(name) => left.insert(name, value.clone()),
        };
    }
    *pattern = left;
    true
}

/// Compares the value of an anchor with the one of the resource. Scalars are compared as texts, and what lies in
/// maps and lists comes from JSON text, which knows floats only.
fn is_met(condition: &mut Value, resource: &Value, budget: &mut Budget) -> Result<bool, Halt> {
    if let Value::Map(map) = condition
        && add_if_absent(map, resource.as_map())
    {
        return Ok(true);
    }
    let side = |value: &Value| match value {
        Value::Map(_) | Value::List(_) => value.renumber(Numbers::AllFloat),
        scalar => Value::from(text::scalar(scalar).into_owned()),
    };
    let overlay = match Overlay::compile(&side(condition)) {
        Ok(overlay) => overlay,
        Err(complaint) => return Err(Halt::Trouble(complaint.message)),
    };
    let limits = Limits {
        comparison_steps: budget.left,
        ..Limits::DEFAULT
    };
    let (outcome, steps) = overlay::compare_counted(&overlay, &side(resource), &limits);
    budget.spend(steps).map_err(Halt::Trouble)?;
    Ok(outcome.is_ok())
}

fn walk_list(pattern: &mut List, resource: Option<&Value>, budget: &mut Budget) -> Result<(), Halt> {
    if !matches!(pattern.first(), Some(Value::Map(_))) {
        return Ok(());
    }
    let items = match resource {
        None => None,
        Some(Value::List(items)) => Some(items),
        Some(other) => return Err(Halt::Trouble(text::wrong_kind("SequenceNode", other))),
    };
    let mut added = Vec::new();
    for item in pattern.iter() {
        budget.spend(1).map_err(Halt::Trouble)?;
        if decides(item) {
            list_item(item, items, &mut added, budget)?;
        }
    }
    if !added.is_empty() {
        pattern.edit().append(&mut added);
    }
    Ok(())
}

/// Tries an item of a patch on every item of the resource. One copy serves them all, so what the first of them
/// decides is decided for the others as well.
fn list_item(
    item: &Value,
    resource: Option<&List>,
    added: &mut Vec<Value>,
    budget: &mut Budget,
) -> Result<(), Halt> {
    let is_global = contains(item, |anchor| anchor == Anchor::Global);
    let mut copy = item.clone();
    let mut passed = false;
    let mut failed = false;
    let Some(resource) = resource else {
        return match walk(&mut copy, None, budget) {
            Err(Halt::Conditional) | Ok(()) => Ok(()),
            Err(halt) => Err(halt),
        };
    };
    for value in resource {
        match walk(&mut copy, Some(value), budget) {
            Err(Halt::Conditional) => {}
            Err(Halt::Global) => failed = true,
            Err(Halt::Trouble(cause)) => return Err(Halt::Trouble(cause)),
            Ok(()) if is_global => passed = true,
            Ok(()) => {
                budget.spend(ITEM_STEPS).map_err(Halt::Trouble)?;
                added.extend(named(&copy, value));
            }
        }
    }
    match failed && !passed {
        true => Err(Halt::Global),
        false => Ok(()),
    }
}

/// The item without anchors, with the name of the item of the resource; nothing when nothing is left of it or
/// that has no name.
fn named(copy: &Value, value: &Value) -> Option<Value> {
    let name = value.get("name").filter(|name| !name.is_null())?;
    let name = text::scalar(name);
    if name.is_empty() {
        return None;
    }
    let mut item = copy.clone();
    if super::leftovers::is_removable(&mut item, true) {
        return None;
    }
    if let Value::Map(map) = &mut item {
        map.insert("name", Value::text(&name));
    }
    Some(item)
}
