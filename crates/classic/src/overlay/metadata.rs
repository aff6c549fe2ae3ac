//! Wildcards in the keys of labels and annotations: rewritten with the keys a resource has.

use std::sync::Arc;

use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::wildcard;

use super::anchor::Anchor;
use super::node::{Entry, Handler, MapNode, Node};

/// The maps below `metadata` whose keys may hold wildcards.
const TAGS: [&str; 2] = ["labels", "annotations"];

/// Whether a resource can make this map pattern be another one. Decided at compile time, so that almost
/// no comparison has to look.
pub(super) fn may_be_rewritten(map: &MapNode) -> bool {
    let Some(metadata) = tagged(map, "metadata") else {
        return false;
    };
    TAGS.into_iter()
        .filter_map(|tag| tagged(metadata.1, tag))
        .any(|(_, tag)| {
            tag.entries()
                .iter()
                .any(|entry| wildcard::is_pattern(&entry.name) || !is_text(entry))
        })
}

/// The map pattern for this resource: below `metadata`, a key with wildcards becomes the first key of the
/// resource that it matches, and pattern values that are no strings are dropped (engine reference §5.6).
/// Nothing when that changes nothing.
pub(super) fn rewritten(map: &MapNode, resource: &Map) -> Option<MapNode> {
    let (metadata_entry, metadata) = tagged(map, "metadata")?;
    let found = resource.get("metadata")?;
    let mut changed: Option<MapNode> = None;
    for tag in TAGS {
        let (Some((entry, pattern)), Some(Value::Map(values))) = (tagged(metadata, tag), found.get(tag))
        else {
            continue;
        };
        if let Some(pattern) = rekeyed(pattern, values) {
            changed = Some(replaced(changed.as_ref().unwrap_or(metadata), entry, pattern));
        }
    }
    changed.map(|metadata| replaced(map, metadata_entry, metadata))
}

/// How much work [`rewritten`] is at most: comparisons and copies of keys.
pub(super) fn work(map: &MapNode, resource: &Map) -> usize {
    let (Some((_, metadata)), Some(found)) = (tagged(map, "metadata"), resource.get("metadata")) else {
        return 1;
    };
    let pairs = TAGS.into_iter().map(|tag| {
        let (Some((_, pattern)), Some(Value::Map(values))) = (tagged(metadata, tag), found.get(tag)) else {
            return 0;
        };
        let wild = pattern
            .entries()
            .iter()
            .filter(|entry| wildcard::is_pattern(&entry.name));
        let keys = wild.count().saturating_mul(values.len());
        keys.saturating_add(pattern.entries().len())
    });
    pairs.fold(1, usize::saturating_add)
}

/// The entry of this name, plain or anchored, and the map below it. Where a pattern has several the
/// reference takes any; we take the plain one, then the first in byte order.
fn tagged<'m>(map: &'m MapNode, tag: &str) -> Option<(&'m Entry, &'m MapNode)> {
    let entry = map
        .entries()
        .iter()
        .filter(|entry| name_of(entry) == tag)
        .min_by_key(|entry| (entry.key != tag, &entry.key))?;
    entry.handler.map().map(|below| (entry, below))
}

/// The name inside the anchor, also inside one that patterns do not know.
fn name_of(entry: &Entry) -> &str {
    if entry.name.len() < entry.key.len() {
        return &entry.name;
    }
    match Anchor::split(&entry.key) {
        Some((_, name)) => name,
        None => &entry.key,
    }
}

fn is_text(entry: &Entry) -> bool {
    match &*entry.handler {
        Handler::Present => true,
        Handler::Plain(Node::Leaf(leaf))
        | Handler::Conditional(Node::Leaf(leaf))
        | Handler::Equality(Node::Leaf(leaf))
        | Handler::Global(Node::Leaf(leaf)) => leaf.is_text(),
        Handler::Negation { text } => *text,
        Handler::Plain(_)
        | Handler::Conditional(_)
        | Handler::Equality(_)
        | Handler::Global(_)
        | Handler::Existence(_) => false,
    }
}

fn rekeyed(pattern: &MapNode, resource: &Map) -> Option<MapNode> {
    let mut changed = false;
    let mut entries: Vec<Entry> = Vec::new();
    for entry in pattern.entries() {
        if !is_text(entry) {
            changed = true;
            continue;
        }
        let entry = match with_key_of(entry, resource) {
            Some(entry) => {
                changed = true;
                entry
            }
            None => entry.clone(),
        };
        entries.push(entry);
    }
    if !changed {
        return None;
    }
    // Where two keys end up equal the reference keeps any of them; we keep the one that was last in
    // evaluation order.
    entries.reverse();
    entries.sort_by(|left, right| left.key.cmp(&right.key));
    entries.dedup_by(|right, left| left.key == right.key);
    Some(MapNode::assemble(entries))
}

fn with_key_of(entry: &Entry, resource: &Map) -> Option<Entry> {
    let name = name_of(entry);
    if !wildcard::is_pattern(name) {
        return None;
    }
    // The reference takes any; we take the first in byte order.
    let found = resource
        .iter()
        .filter(|(key, value)| value.as_str().is_some() && wildcard::matches(name, key))
        .min_by_key(|(key, _)| *key)?;
    let name = found.0;
    let anchor = Anchor::split(&entry.key).map(|(anchor, _)| anchor);
    let key = anchor.map_or_else(|| name.clone(), |anchor| Text::from(anchor.around(name)));
    let is_plain = anchor.is_none_or(|anchor| !anchor.is_for_patterns());
    Some(Entry {
        name: if is_plain { key.clone() } else { name.clone() },
        key,
        ..entry.clone()
    })
}

/// The map with another map below one of its entries.
fn replaced(map: &MapNode, entry: &Entry, below: MapNode) -> MapNode {
    let handler = entry.handler.with_map(below);
    let new = Entry::new(entry.key.clone(), entry.name.clone(), handler);
    let entries = map.entries().iter().map(|other| {
        if Arc::ptr_eq(&other.handler, &entry.handler) {
            new.clone()
        } else {
            other.clone()
        }
    });
    MapNode::assemble(entries.collect())
}
