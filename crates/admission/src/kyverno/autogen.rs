//! Variants of a policy for Pods that judge the controllers of Pods (CEL policies reference §7.4).

use std::collections::BTreeMap;

use sekisho_document::{Cursor, List, Map, Places, Tree, Value};
use sekisho_parser::Located;
use sekisho_parser::admission::MatchConstraints;

/// Where the template of the Pods lies in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    CronJob,
    Template,
}

/// For what one variant is.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    pub shape: Shape,
    /// Its `matchConstraints`.
    pub constraints: Value,
}

/// A controller: its plural, the group and version of its kind, and where its template lies.
struct Controller {
    plural: &'static str,
    group: &'static str,
    shape: Shape,
}

const CONTROLLERS: &[Controller] = &[
    controller("cronjobs", "batch", Shape::CronJob),
    controller("daemonsets", "apps", Shape::Template),
    controller("deployments", "apps", Shape::Template),
    controller("jobs", "batch", Shape::Template),
    controller("replicasets", "apps", Shape::Template),
    controller("statefulsets", "apps", Shape::Template),
];

const fn controller(plural: &'static str, group: &'static str, shape: Shape) -> Controller {
    Controller { plural, group, shape }
}

/// The variants of a policy with these constraints, that for CronJobs first. Only a policy for nothing but
/// Pods has any. `controllers` are those that the author names; a name that is none is passed over.
#[must_use]
pub fn targets(
    constraints: Option<&MatchConstraints<'_>>,
    controllers: Option<&[Located<&str>]>,
) -> Vec<Target> {
    let Some(constraints) = constraints.filter(|constraints| is_for_pods(constraints)) else {
        return Vec::new();
    };
    let is_wanted = |controller: &&Controller| match controllers {
        Some(named) => named.iter().any(|name| name.value == controller.plural),
        None => true,
    };
    let mut shapes: BTreeMap<Shape, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for controller in CONTROLLERS.iter().filter(is_wanted) {
        let groups = shapes.entry(controller.shape).or_default();
        groups
            .entry(controller.group)
            .or_default()
            .push(controller.plural);
    }
    shapes
        .into_iter()
        .map(|(shape, groups)| Target {
            shape,
            constraints: moved(constraints, &groups),
        })
        .collect()
}

fn is_for_pods(constraints: &MatchConstraints<'_>) -> bool {
    let [rule] = constraints.resource_rules.as_slice() else {
        return false;
    };
    let are = |texts: &[Located<&str>], expected: &str| match texts {
        [only] => only.value == expected,
        _ => false,
    };
    constraints.exclude_resource_rules.is_empty()
        && is_empty_selector(constraints.object_selector)
        && rule.resource_names.is_empty()
        && are(&rule.api_groups, "")
        && are(&rule.api_versions, "v1")
        && are(&rule.resources, "pods")
}

/// Whether a selector is absent, or selects everything.
pub(super) fn is_empty_selector(selector: Option<Cursor<'_>>) -> bool {
    let is_empty = |key: &str| {
        let part = selector.and_then(|selector| selector.get(key));
        part.is_none_or(|part| match part.value {
            Value::List(list) => list.is_empty(),
            Value::Map(map) => map.is_empty(),
            other => other.is_null(),
        })
    };
    is_empty("matchLabels") && is_empty("matchExpressions")
}

/// The constraints of a variant: one rule for each group, the operations and the selector for namespaces
/// of the policy.
fn moved(constraints: &MatchConstraints<'_>, groups: &BTreeMap<&str, Vec<&str>>) -> Value {
    let operations = constraints
        .resource_rules
        .first()
        .and_then(|rule| rule.at.value.get("operations"));
    let rules = groups.iter().map(|(group, plurals)| {
        let texts = |texts: &[&str]| Value::List(texts.iter().map(|text| Value::from(*text)).collect());
        let fields = [
            ("apiGroups", texts(&[group])),
            ("apiVersions", texts(&["v1"])),
            ("operations", operations.cloned().unwrap_or_default()),
            ("resources", texts(plurals)),
        ];
        Value::Map(fields.into_iter().collect())
    });
    let mut moved = Map::new();
    if let Some(selector) = constraints.namespace_selector {
        moved.insert("namespaceSelector", selector.value.clone());
    }
    moved.insert("resourceRules", Value::List(rules.collect()));
    Value::Map(moved)
}

/// What stands before the field that moves, and the field; in the order in which they are replaced.
const MOVED: [(&str, &str); 4] = [
    ("object", "spec"),
    ("oldObject", "spec"),
    ("object", "metadata"),
    ("oldObject", "metadata"),
];

/// The text of a policy for an object whose template lies deeper. The replacement knows no syntax: messages
/// and names are texts too.
#[must_use]
pub fn shifted(text: &str, shape: Shape) -> String {
    let template = match shape {
        Shape::Template => "spec.template.",
        Shape::CronJob => "spec.jobTemplate.spec.template.",
    };
    let mut text = text.to_owned();
    for (object, field) in MOVED {
        let from = format!("{object}.{field}");
        let to = format!("{object}.{template}{field}");
        text = replace(&text, &from, &to);
    }
    text
}

/// Replaces a text wherever it stands, but not before `.namespace`, which is a field of the controller too.
fn replace(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len() + to.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(from) {
        out.push_str(before);
        out.push_str(if is_namespace(after) { from } else { to });
        rest = after;
    }
    out.push_str(rest);
    out
}

fn is_namespace(after: &str) -> bool {
    let Some(after) = after.strip_prefix(".namespace") else {
        return false;
    };
    let continues = |next: char| next.is_ascii_alphanumeric() || next == '_';
    !after.starts_with(continues)
}

/// A part of a policy with every text in it shifted.
#[must_use]
pub fn shifted_tree(at: Cursor<'_>, shape: Shape) -> Tree {
    rewritten(at, &|text| shifted(text, shape))
}

/// A part of a policy with every text in it written anew. A text that changes loses the map to its bytes:
/// blame falls on the whole scalar.
pub(super) fn rewritten(at: Cursor<'_>, rewrite: &dyn Fn(&str) -> String) -> Tree {
    let Value::String(text) = at.value else {
        return with_parts(at, &|_, part| rewritten(part, rewrite));
    };
    let new = rewrite(text);
    let is_same = new == text.as_str();
    Tree {
        value: Value::from(new),
        places: match is_same {
            true => at.places.clone(),
            false => Places {
                key: at.places.key,
                ..Places::of(at.places.node)
            },
        },
    }
}

/// The same with other items, or with other values under its keys; an item has no key.
pub(super) fn with_parts(at: Cursor<'_>, change: &dyn Fn(&str, Cursor<'_>) -> Tree) -> Tree {
    let (value, children): (Value, Vec<Places>) = match at.value {
        Value::List(_) => {
            let items = at.items().map(|item| change("", item));
            let (values, children): (Vec<Value>, Vec<Places>) =
                items.map(|tree| (tree.value, tree.places)).unzip();
            (Value::List(List::from(values)), children)
        }
        Value::Map(_) => {
            let mut map = Map::new();
            let mut children = Vec::new();
            for (key, item) in at.entries() {
                let tree = change(key, item);
                map.insert(key, tree.value);
                children.push(tree.places);
            }
            (Value::Map(map), children)
        }
        _ => return kept(at),
    };
    Tree {
        value,
        places: with_children(at.places, children),
    }
}

/// A part as it is.
pub(super) fn kept(at: Cursor<'_>) -> Tree {
    Tree {
        value: at.value.clone(),
        places: at.places.clone(),
    }
}

fn with_children(places: &Places, children: Vec<Places>) -> Places {
    Places {
        children: children.into(),
        ..places.clone()
    }
}
