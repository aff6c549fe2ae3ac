//! Autogen: rules written for Pods, copied for the controllers that make Pods (engine reference §8).
//!
//! Works on rule documents: a rule is a tree, the generated rule is another one, which is read and
//! compiled like those of the author. Places of a generated rule are those of the rule it comes from.

mod body;
mod text;

use std::sync::Arc;

use sekisho_document::{Cursor, List, Map, Places, Text, Tree, Value};

/// The annotation of a policy that names the controllers.
pub const ANNOTATION: &str = "pod-policies.kyverno.io/autogen-controllers";

/// Controllers that are served when the annotation is absent, with the kind as `match` writes it; sorted.
const CONTROLLERS: &[(&str, &str)] = &[
    ("DaemonSet", "apps/v1/DaemonSet"),
    ("Deployment", "apps/v1/Deployment"),
    ("Job", "batch/v1/Job"),
    ("ReplicaSet", "apps/v1/ReplicaSet"),
    ("ReplicationController", "v1/ReplicationController"),
    ("StatefulSet", "apps/v1/StatefulSet"),
];

const CRON_JOB: &str = "CronJob";

/// Longest rule name, in bytes; generated names are cut.
const NAME_LIMIT: usize = 63;

/// How deep the pod template of a controller lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// `spec.template`, as in a Deployment.
    Template,
    /// `spec.jobTemplate.spec.template`, as in a CronJob.
    CronJob,
}

/// A rule that was made from another one.
#[derive(Debug, Clone)]
pub struct Generated {
    /// Position of the rule it was made from.
    pub origin: usize,
    pub shape: Shape,
    pub rule: Tree,
}

/// The controllers a policy's rules are copied for, in the order that is asked for; empty when the policy
/// is not expanded at all (§8.1, §8.2).
#[must_use]
pub fn controllers(rules: &[Tree], annotation: Option<&str>) -> Vec<Text> {
    if !rules.iter().all(|rule| allows_expansion(&rule.value)) || !rules.iter().any(mentions_controller) {
        return Vec::new();
    }
    match annotation {
        None => CONTROLLERS
            .iter()
            .map(|(kind, _)| Text::new(kind))
            .chain([Text::new(CRON_JOB)])
            .collect(),
        Some("none" | "") => Vec::new(),
        Some(list) => list.split(',').map(Text::new).collect(),
    }
}

/// The controllers that share one set of generated rules. Validation looks at one kind at a time, so a kind
/// that full expansion drops beside known ones still has rules of its own (§8.2, §8.3).
#[must_use]
pub fn groups(controllers: &[Text]) -> Vec<Vec<Text>> {
    let is_known =
        |kind: &Text| kind == CRON_JOB || CONTROLLERS.iter().any(|(controller, _)| controller == kind);
    let (known, other): (Vec<Text>, Vec<Text>) = controllers.iter().cloned().partition(is_known);
    let known = Some(known).filter(|known| !known.is_empty());
    known
        .into_iter()
        .chain(
            other
                .into_iter()
                .filter(|kind| !kind.is_empty())
                .map(|kind| vec![kind]),
        )
        .collect()
}

/// All rules generated for these controllers, in order: for each rule first the one for pod templates, then
/// the one for CronJob (§8.3).
#[must_use]
pub fn generate(rules: &[Tree], controllers: &[Text]) -> Vec<Generated> {
    let kinds = template_kinds(controllers);
    let cron = controllers
        .iter()
        .any(|kind| kind.contains(CRON_JOB) || kind.contains("all"));
    let mut generated = Vec::new();
    for (origin, rule) in rules.iter().enumerate() {
        if !is_expandable(&rule.value) {
            continue;
        }
        // The rule for CronJob is made from the wrapped one; the text is replaced once, at the end.
        let wrapped =
            body::wrap(rule, Shape::Template).map(|rule| with_kinds(rule, &kinds, Touch::PodFilters));
        let Some(wrapped) = wrapped else { continue };
        let cron_rule = cron.then(|| body::wrap(&wrapped, Shape::CronJob)).flatten();
        if !kinds.is_empty() {
            let rule = named(wrapped, &rule.value, "autogen-");
            generated.push(Generated {
                origin,
                shape: Shape::Template,
                rule: text::shift(rule, Shape::Template),
            });
        }
        if let Some(cron_rule) = cron_rule {
            let cron_rule = with_kinds(cron_rule, &[Text::new("batch/v1/CronJob")], Touch::EveryFilter);
            let rule = named(cron_rule, &rule.value, "autogen-cronjob-");
            generated.push(Generated {
                origin,
                shape: Shape::CronJob,
                rule: text::shift(rule, Shape::CronJob),
            });
        }
    }
    generated
}

/// Whether the original rule drops out of the list once something was generated (§8.3).
#[must_use]
pub fn is_hidden(rule: &Value) -> bool {
    rule.str_at(&["name"]).starts_with("autogen-")
}

/// The kinds that generated rules match, without CronJob: the known controllers, sorted; the list as it is
/// when it holds none of them.
fn template_kinds(controllers: &[Text]) -> Vec<Text> {
    let others: Vec<&Text> = controllers
        .iter()
        .filter(|kind| *kind != CRON_JOB && !kind.is_empty())
        .collect();
    let known = CONTROLLERS
        .iter()
        .filter(|(kind, _)| others.iter().any(|other| *other == kind));
    let known: Vec<Text> = known.map(|(_, written)| Text::new(written)).collect();
    if known.is_empty() {
        others.into_iter().cloned().collect()
    } else {
        known
    }
}

/// Whether a rule lets its policy be expanded (§8.1).
fn allows_expansion(rule: &Value) -> bool {
    let mutate = rule.get("mutate");
    let json_patch = mutate.is_some_and(|mutate| {
        let in_loop = |entry: &Value| is_given(entry.get("patchesJson6902"));
        is_given(mutate.get("patchesJson6902"))
            || mutate
                .get("foreach")
                .and_then(Value::as_list)
                .is_some_and(|list| list.iter().any(in_loop))
    });
    is_absent_or_empty(rule.get("generate"))
        && !json_patch
        && resource_blocks(rule).iter().all(|block| is_plain(block))
}

/// A block of `resources` that names no single objects and does not mix Pod with other kinds.
fn is_plain(block: &Value) -> bool {
    let kinds = kinds_of(block);
    let mixed = kinds.len() > 1 && kinds.iter().any(|kind| is_pod(kind));
    let names = block.str_at(&["name"]).is_empty() && is_absent_or_empty(block.get("names"));
    let labels = block.get("selector").is_none_or(Value::is_null)
        && block.get("annotations").is_none_or(Value::is_null);
    names && labels && !mixed
}

fn mentions_controller(rule: &Tree) -> bool {
    let known = |kind: &&str| {
        *kind == "Pod" || *kind == CRON_JOB || CONTROLLERS.iter().any(|(controller, _)| controller == kind)
    };
    resource_blocks(&rule.value)
        .iter()
        .any(|block| kinds_of(block).iter().any(known))
}

/// Whether this rule is copied: it is for Pods, excludes at most Pods, and is no copy itself (§8.3).
fn is_expandable(rule: &Value) -> bool {
    let match_kinds: Vec<&str> = blocks_of(rule.get("match"))
        .iter()
        .flat_map(|block| kinds_of(block))
        .collect();
    let exclude_kinds: Vec<&str> = blocks_of(rule.get("exclude"))
        .iter()
        .flat_map(|block| kinds_of(block))
        .collect();
    !is_hidden(rule)
        && match_kinds.iter().any(|kind| is_pod(kind))
        && (exclude_kinds.is_empty() || exclude_kinds.iter().any(|kind| is_pod(kind)))
}

fn resource_blocks(rule: &Value) -> Vec<&Value> {
    let mut blocks = blocks_of(rule.get("match"));
    blocks.extend(blocks_of(rule.get("exclude")));
    blocks
}

/// The `resources` of a `match` or `exclude`: the direct one and those of all filters.
fn blocks_of(side: Option<&Value>) -> Vec<&Value> {
    let Some(side) = side else { return Vec::new() };
    let filters = ["any", "all"]
        .iter()
        .filter_map(|key| side.get(key).and_then(Value::as_list))
        .flatten();
    side.get("resources")
        .into_iter()
        .chain(filters.filter_map(|filter| filter.get("resources")))
        .collect()
}

fn kinds_of(block: &Value) -> Vec<&str> {
    block
        .get("kinds")
        .and_then(Value::as_list)
        .map_or_else(Vec::new, |kinds| kinds.iter().filter_map(Value::as_str).collect())
}

/// Whether the kind part of a kind selector says Pod.
fn is_pod(selector: &str) -> bool {
    sekisho_kubernetes::KindSelector::parse(selector).kind.pattern() == "Pod"
}

fn is_given(value: Option<&Value>) -> bool {
    !is_absent_or_empty(value)
}

/// What counts as absent to a Go struct with `omitempty`.
fn is_absent_or_empty(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::List(list)) => list.is_empty(),
        Some(Value::Map(map)) => map.is_empty(),
        Some(Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_)) => false,
    }
}

/// Which filters get the new kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    PodFilters,
    EveryFilter,
}

/// The rule with the kinds of `match` and `exclude` replaced (§8.4).
fn with_kinds(mut rule: Tree, kinds: &[Text], touch: Touch) -> Tree {
    for side in ["match", "exclude"] {
        edit(&mut rule, side, |side_tree| {
            edit(side_tree, "resources", |block| {
                let wanted = side == "match" && is_given(block.value.get("kinds"))
                    || !kinds_of(&block.value).is_empty();
                if wanted {
                    set_kinds(block, kinds);
                }
            });
            for group in ["any", "all"] {
                edit(side_tree, group, |filters| {
                    each(filters, |filter| {
                        edit(filter, "resources", |block| {
                            if touch == Touch::EveryFilter
                                || kinds_of(&block.value).iter().any(|kind| is_pod(kind))
                            {
                                set_kinds(block, kinds);
                            }
                        });
                    });
                });
            }
        });
    }
    rule
}

fn set_kinds(block: &mut Tree, kinds: &[Text]) {
    let list: List = kinds.iter().map(|kind| Value::String(kind.clone())).collect();
    put(block, "kinds", Value::List(list));
}

/// The rule under its generated name, which comes first.
fn named(mut rule: Tree, origin: &Value, prefix: &str) -> Tree {
    let mut name = format!("{prefix}{}", origin.str_at(&["name"])).into_bytes();
    name.truncate(NAME_LIMIT);
    put(&mut rule, "name", Value::String(Text::from_utf8_lossy(&name)));
    rule
}

/// Changes the value under a key, if the tree is a map that has it.
fn edit(tree: &mut Tree, key: &str, change: impl FnOnce(&mut Tree)) {
    let Some(mut part) = child(tree, key) else { return };
    change(&mut part);
    let Value::Map(map) = &mut tree.value else { return };
    let Some(position) = map.position(key) else { return };
    map.insert(key, part.value);
    replace_child(&mut tree.places, position, part.places);
}

/// Changes each item of a list.
fn each(tree: &mut Tree, mut change: impl FnMut(&mut Tree)) {
    let Value::List(list) = &mut tree.value else {
        return;
    };
    let mut children = tree.places.children.to_vec();
    for (value, places) in list.edit().iter_mut().zip(&mut children) {
        let mut item = Tree {
            value: value.clone(),
            places: places.clone(),
        };
        change(&mut item);
        *value = item.value;
        *places = item.places;
    }
    tree.places.children = children.into();
}

/// Sets a key of a map; all new places are those of the old value, or of the map.
fn put(tree: &mut Tree, key: &str, new: Value) {
    let Value::Map(map) = &mut tree.value else { return };
    let position = map.position(key);
    let old = position.and_then(|position| tree.places.children.get(position));
    let places = spread(&new, old.unwrap_or(&tree.places));
    map.insert(key, new);
    match position {
        Some(position) => replace_child(&mut tree.places, position, places),
        None => tree.places.children = tree.places.children.iter().cloned().chain([places]).collect(),
    }
}

fn replace_child(places: &mut Places, position: usize, new: Places) {
    let mut children = places.children.to_vec();
    if let Some(slot) = children.get_mut(position) {
        *slot = new;
    }
    places.children = children.into();
}

/// Places of the shape of `value`, all of them at one place.
fn spread(value: &Value, at: &Places) -> Places {
    let children = match value {
        Value::List(list) => list.iter().map(|item| spread(item, at)).collect(),
        Value::Map(map) => map.values().map(|item| spread(item, at)).collect(),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::UInt(_)
        | Value::Float(_)
        | Value::String(_) => Arc::default(),
    };
    Places {
        key: at.key,
        children,
        ..Places::of(at.node)
    }
}

/// A map built key by key, with its places.
#[derive(Default)]
struct Draft {
    map: Map,
    places: Vec<Places>,
}

impl Draft {
    fn push(&mut self, key: &str, tree: Tree) {
        if self.map.insert(key, tree.value).is_none() {
            self.places.push(tree.places);
        }
    }

    /// Copies a key from a map, if it is there.
    fn copy(&mut self, key: &str, from: &Tree) {
        if let Some(child) = child(from, key) {
            self.push(key, child);
        }
    }

    fn finish(self, at: &Places) -> Tree {
        let places = Places {
            key: at.key,
            children: self.places.into(),
            ..Places::of(at.node)
        };
        Tree {
            value: Value::Map(self.map),
            places,
        }
    }
}

/// The value under a key with its places.
fn child(tree: &Tree, key: &str) -> Option<Tree> {
    tree.cursor().get(key).map(owned)
}

/// A part of a document as a document of its own.
pub(crate) fn owned(cursor: Cursor<'_>) -> Tree {
    Tree {
        value: cursor.value.clone(),
        places: cursor.places.clone(),
    }
}
