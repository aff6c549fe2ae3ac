//! The part of an object that a verdict is about: its document is read again, with places.

use std::ops::Range;

use sekisho_diagnostics::{Label, SourceId, Sources, Span};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Cursor, Numbers, Tree, Value};
use sekisho_evaluator::Status;
use sekisho_report::Answer;

use crate::load::resources::Resource;

/// Finds places in one document, which is read when the first is wanted.
pub(super) struct Places {
    source: SourceId,
    limits: Limits,
    read: Option<(Range<usize>, Option<Tree>)>,
}

impl Places {
    pub(super) fn new(source: SourceId, limits: Limits) -> Places {
        Places {
            source,
            limits,
            read: None,
        }
    }

    /// Puts places into the answer of a rule that did not pass.
    pub(super) fn put(&mut self, answer: &mut Answer<'_>, resource: &Resource, sources: &Sources) {
        let verdict = answer.verdict;
        if !matches!(verdict.status, Status::Fail | Status::Warn | Status::Error) {
            return;
        }
        if let Some(root) = self.object(resource, sources) {
            let field = verdict.field.as_deref().unwrap_or_default();
            let found = closest(root, field);
            answer.place = Some(found.place);
            if let Some(text) = found.text {
                answer.labels.push(Label {
                    span: found.place,
                    text,
                });
            }
            answer.labels.extend(found.within);
        }
        if let Some(blame) = verdict.blame.first() {
            answer.labels.push(Label {
                span: first_line(*blame, sources),
                text: "required here".to_owned(),
            });
        }
    }

    fn object(&mut self, resource: &Resource, sources: &Sources) -> Option<Cursor<'_>> {
        let is_read = |(range, _): &(Range<usize>, Option<Tree>)| *range == resource.range;
        if !self.read.as_ref().is_some_and(is_read) {
            let tree = sources.get(self.source).and_then(|source| {
                let range = resource.range.clone();
                yaml::read_tree(source, range, &self.limits, Numbers::AsWritten).ok()
            });
            let tree = tree.map(|tree| tree.output);
            self.read = Some((resource.range.clone(), tree));
        }
        let root = self.read.as_ref()?.1.as_ref()?.cursor();
        let object = resource
            .item
            .iter()
            .try_fold(root, |cursor, position| cursor.get("items")?.item(*position))?;
        if resource.request.is_none() {
            return Some(object);
        }
        let request = object.get("request")?;
        let new = request.get("object").filter(|object| !object.value.is_null());
        new.or_else(|| request.get("oldObject"))
    }
}

/// What is shown for a field.
struct Closest {
    place: Span,
    /// What is wrong with it, where the path itself says so.
    text: Option<String>,
    /// The named item of a list around it.
    within: Option<Label>,
}

/// The node at a path, or the last one on the way to it. The engine writes paths as
/// `/metadata/labels/app.kubernetes.io/name/`, so a key may take several parts.
fn closest(root: Cursor<'_>, field: &str) -> Closest {
    let parts: Vec<&str> = field.split('/').filter(|part| !part.is_empty()).collect();
    let mut rest: &[&str] = &parts;
    let mut at = root;
    let mut key = "";
    let mut within = None;
    while let Some((next, name, after)) = step(at, rest) {
        if let (Value::List(_), Some(named)) = (at.value, next.get("name")) {
            within = Some(Label {
                span: named.span(),
                text: format!("in this {}", key.strip_suffix('s').unwrap_or("item")),
            });
        }
        (at, key, rest) = (next, name, after);
    }
    let place = match at.places.key {
        Some(_) if fits_a_line(at) => at.span(),
        Some(key) => key,
        None if at.places.node == root.places.node => root.get("kind").unwrap_or(root).span(),
        None => at.get("name").unwrap_or(at).span(),
    };
    // Keys of these maps hold slashes themselves.
    let between = match key {
        "labels" | "annotations" | "matchLabels" | "nodeSelector" | "data" => "/",
        _ => ".",
    };
    Closest {
        place,
        text: (!rest.is_empty()).then(|| format!("`{}` is missing", rest.join(between))),
        within: within.filter(|label| label.span != place),
    }
}

/// The child that the first parts name, its key, and the parts behind it; a long key goes before a short one.
fn step<'t, 'p>(at: Cursor<'t>, rest: &'p [&'p str]) -> Option<(Cursor<'t>, &'t str, &'p [&'p str])> {
    if let Value::List(_) = at.value {
        let (first, after) = rest.split_first()?;
        return Some((at.item(first.parse().ok()?)?, "", after));
    }
    let map = at.value.as_map()?;
    (1..=rest.len()).rev().find_map(|length| {
        let (parts, after) = rest.split_at_checked(length)?;
        let (key, _) = map.at(map.position(&parts.join("/"))?)?;
        Some((at.get(key)?, key.as_str(), after))
    })
}

/// Scalars and empty collections.
fn fits_a_line(at: Cursor<'_>) -> bool {
    match at.value {
        Value::Map(map) => map.is_empty(),
        Value::List(list) => list.is_empty(),
        _ => at.places.node.end > at.places.node.start,
    }
}

/// The first line of a place: a label under a whole rule would bury what it says.
fn first_line(span: Span, sources: &Sources) -> Span {
    let text = sources
        .get(span.source)
        .and_then(|source| source.text.get(span.start as usize..span.end as usize))
        .unwrap_or_default();
    let line = text.lines().next().unwrap_or_default().trim_end().len();
    let end = span.start.saturating_add(u32::try_from(line).unwrap_or(u32::MAX));
    Span::new(span.source, span.start, end.min(span.end))
}
