//! The walk that compares a pattern with a resource.

use std::collections::BTreeMap;

use sekisho_document::print::go_type;
use sekisho_document::{List, Map, Text, Value};

use super::fault::{Fault, FaultKind};
use super::metadata;
use super::node::{Entry, Existence, ExistenceItem, Handler, ListNode, MapNode, Node};
use super::place::Way;
use crate::leaf::LeafPattern;
use crate::print;

/// What is carried through one comparison.
pub(super) struct Walk {
    steps: u64,
    limit: u64,
    /// How many leaves matched so far: which of several alternatives came furthest.
    pub(super) matched: usize,
    /// Anchored keys and whether any map had them (§5.4.9).
    anchors: BTreeMap<Text, bool>,
}

type Outcome<'r> = Result<(), Box<Fault<'r>>>;

static NULL: Value = Value::Null;

impl Walk {
    pub(super) fn new(limit: u64) -> Walk {
        Walk {
            steps: 0,
            limit,
            matched: 0,
            anchors: BTreeMap::new(),
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the comparison was given up; its result then says nothing.
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps > self.limit
    }

    /// Whether a conditional or existence key was met by no map that it was asked of.
    pub(super) fn misses_anchor(&self) -> bool {
        self.anchors.values().any(|found| !found)
    }

    /// Compares one part (engine reference §5.4.3).
    pub(super) fn element<'r>(&mut self, node: &Node, resource: &'r Value, way: &Way<'_>) -> Outcome<'r> {
        self.step(1, way)?;
        match node {
            Node::Map(map) => self.map(map, resource, way),
            Node::List(list) => match resource {
                Value::List(items) => self.list(list, items, resource, way),
                _ => Err(Fault::new(FaultKind::NoList, way.place())),
            },
            Node::Leaf(leaf) => self.leaf(leaf, resource, way),
        }
    }

    /// Counts work, and ends the comparison when it is too much.
    fn step<'r>(&mut self, work: usize, way: &Way<'_>) -> Outcome<'r> {
        self.steps = self.steps.saturating_add(work as u64);
        if self.is_exhausted() {
            return Err(Fault::new(FaultKind::Steps, way.place()));
        }
        Ok(())
    }

    /// A scalar pattern: a list matches if all its items do.
    fn leaf<'r>(&mut self, leaf: &LeafPattern, resource: &'r Value, way: &Way<'_>) -> Outcome<'r> {
        let matches = match resource {
            Value::List(items) => {
                let mut matches = true;
                for item in items {
                    self.step(leaf.work(item), way)?;
                    matches = leaf.matches(item);
                    if !matches {
                        break;
                    }
                }
                matches
            }
            single => {
                self.step(leaf.work(single), way)?;
                leaf.matches(single)
            }
        };
        if matches {
            self.matched += 1;
            return Ok(());
        }
        // The value may have to be printed, again for each pattern that refuses it.
        self.step(print::weight(resource), way)?;
        let kind = FaultKind::Leaf {
            value: resource,
            pattern: leaf.text().clone(),
        };
        Err(Fault::new(kind, way.place()))
    }

    fn map<'r>(&mut self, map: &MapNode, resource: &'r Value, way: &Way<'_>) -> Outcome<'r> {
        let Value::Map(values) = resource else {
            let found = go_type(resource);
            return Err(Fault::new(FaultKind::NoMap { found }, way.place()));
        };
        // Absent keys cost a look each, too.
        self.step(map.entries().len(), way)?;
        if map.recorded {
            self.record(map, values);
        }
        if map.rewritable {
            self.step(metadata::work(map, values), way)?;
            if let Some(map) = metadata::rewritten(map, values) {
                return self.keys(&map, values, way);
            }
        }
        self.keys(map, values, way)
    }

    fn record(&mut self, map: &MapNode, resource: &Map) {
        for entry in map.entries().iter().filter(|entry| entry.handler.is_recorded()) {
            let found = resource.contains_key(&entry.name);
            match self.anchors.get_mut(&entry.key) {
                Some(before) => *before |= found,
                None => {
                    self.anchors.insert(entry.key.clone(), found);
                }
            }
        }
    }

    /// Compares the keys of a map (engine reference §5.4.4).
    fn keys<'r>(&mut self, map: &MapNode, resource: &'r Map, way: &Way<'_>) -> Outcome<'r> {
        let (anchored, rest) = map.phases();
        let mut applied = 0_usize;
        let mut skips: Vec<Fault<'r>> = Vec::new();
        for entry in anchored {
            match self.entry(entry, resource, way) {
                Ok(()) => applied += 1,
                Err(fault) if fault.class.skip => skips.push(*fault),
                // The pattern is already known not to apply, so what else is wrong does not matter.
                Err(_) if !skips.iter().all(Fault::is_of_level) => {}
                Err(fault) => return Err(fault),
            }
        }
        if !skips.is_empty() && (applied == 0 || !skips.iter().all(Fault::is_of_level)) {
            return Err(Fault::new(FaultKind::Several(skips), way.place()));
        }
        rest.iter().try_for_each(|entry| self.entry(entry, resource, way))
    }

    /// Compares one key by its anchor (engine reference §5.4.1).
    fn entry<'r>(&mut self, entry: &Entry, resource: &'r Map, way: &Way<'_>) -> Outcome<'r> {
        let value = resource.get(&entry.name);
        let below = way.key(&entry.name);
        match &*entry.handler {
            Handler::Plain(node) => self.element(node, value.unwrap_or(&NULL), &below),
            Handler::Present => {
                self.step(1, way)?;
                if value.is_none_or(Value::is_null) {
                    let key = entry.name.clone();
                    return Err(Fault::new(FaultKind::NotFound { key }, way.place()));
                }
                self.matched += 1;
                Ok(())
            }
            Handler::Conditional(node) => match value {
                None => Err(Fault::new(FaultKind::ConditionalKey, below.place())),
                Some(value) => self.element(node, value, &below).map_err(|inner| {
                    let place = inner.place.clone();
                    Fault::new(FaultKind::Conditional(inner), place)
                }),
            },
            Handler::Equality(node) => value.map_or(Ok(()), |value| self.element(node, value, &below)),
            Handler::Global(node) => value.map_or(Ok(()), |value| {
                self.element(node, value, &below).map_err(|inner| {
                    let place = inner.place.clone();
                    Fault::new(FaultKind::Global(inner), place)
                })
            }),
            Handler::Negation { .. } => match value {
                None => Ok(()),
                Some(_) => Err(Fault::new(FaultKind::Negation, below.place())),
            },
            Handler::Existence(existence) => {
                value.map_or(Ok(()), |value| self.existence(existence, value, &below))
            }
        }
    }

    /// `^(name)`: every pattern item is met by at least one item (engine reference §5.4.6).
    fn existence<'r>(&mut self, existence: &Existence, resource: &'r Value, way: &Way<'_>) -> Outcome<'r> {
        let Value::List(values) = resource else {
            let found = go_type(resource);
            return Err(Fault::new(FaultKind::ExistenceOn { found }, way.place()));
        };
        let items = match existence {
            Existence::Items(items) => items,
            Existence::Misplaced(found) => {
                return Err(Fault::new(FaultKind::ExistencePattern { found }, way.place()));
            }
        };
        for item in items {
            let map = match item {
                ExistenceItem::Map(map) => map,
                ExistenceItem::Misplaced(found) => {
                    return Err(Fault::new(FaultKind::ExistenceItem { found }, way.place()));
                }
            };
            let mut met = false;
            for (index, value) in values.iter().enumerate() {
                self.step(1, way)?;
                met = self.map(map, value, &way.index(index)).is_ok();
                if met {
                    break;
                }
            }
            if !met {
                return Err(Fault::new(FaultKind::Existence, way.place()));
            }
        }
        Ok(())
    }

    /// Compares the items of a list (engine reference §5.4.5).
    fn list<'r>(
        &mut self,
        list: &ListNode,
        items: &'r List,
        resource: &'r Value,
        way: &Way<'_>,
    ) -> Outcome<'r> {
        match list {
            ListNode::Empty => Err(Fault::new(FaultKind::EmptyPattern, way.place())),
            ListNode::Scalar { leaf, .. } => self.leaf(leaf, resource, way),
            ListNode::Each(map) => {
                let mut passed = 0_usize;
                let mut skips = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    self.step(1, way)?;
                    match self.map(map, item, &way.index(index)) {
                        Ok(()) => passed += 1,
                        Err(fault) if fault.class.skip => skips.push(*fault),
                        Err(fault) => return Err(fault),
                    }
                }
                level_skip(passed, skips, way)
            }
            ListNode::Positional(nodes) => {
                if items.len() < nodes.len() {
                    let kind = FaultKind::Length {
                        resource: items.len(),
                        pattern: nodes.len(),
                    };
                    return Err(Fault::new(kind, way.place()));
                }
                let mut passed = 0_usize;
                let mut skips = Vec::new();
                for (index, (node, item)) in nodes.iter().zip(items).enumerate() {
                    match self.element(node, item, &way.index(index)) {
                        Ok(()) => passed += 1,
                        Err(fault) if fault.class.skip => skips.push(*fault),
                        Err(fault) => return Err(fault),
                    }
                }
                level_skip(passed, skips, way)
            }
        }
    }
}

/// A list is skipped when items were and none passed.
fn level_skip<'r>(passed: usize, skips: Vec<Fault<'r>>, way: &Way<'_>) -> Outcome<'r> {
    if passed > 0 || skips.is_empty() {
        return Ok(());
    }
    Err(Fault::new(FaultKind::Several(skips), way.place()))
}
