//! Whether `exclude` swallows `match` (engine reference §1.8.8).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};
use sekisho_kubernetes::wildcard;

use super::case::Case;
use super::findings::Report;
use super::go;
use crate::classic::{Filter, MatchBlock};
use crate::policy::Located;

pub(super) fn check(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.rules.iter().enumerate() {
        let Some(excluded) = swallowed(&rule.matched, &rule.excluded) else {
            continue;
        };
        let name = Case::rule_name(rule);
        let is_understood = rule.excluded.any.is_empty() == rule.matched.any.is_empty();
        let mut diagnostic = match is_understood {
            true => Diagnostic::error(
                "empty-match",
                format!("{name} never applies: `exclude` takes out all that `match` selects"),
            )
            .help("narrow `exclude`, or widen `match`"),
            false => Diagnostic::error(
                "empty-match",
                format!("`match` and `exclude` of {name} have different forms: Kyverno takes the exclusion for everything"),
            )
            .help("write both with `any`"),
        }
        .at(excluded.span());
        if let Some(matched) = rule.matched.at {
            diagnostic = diagnostic.label(matched.key_span(), "selected here");
        }
        let path = format!("spec.rules[{position}]");
        report.refuse_field(
            diagnostic,
            go::invalid_rule(&path, rule.at, "Rule is matching an empty set"),
        );
    }
}

/// The exclusion that leaves nothing.
fn swallowed<'t>(matched: &MatchBlock<'t>, excluded: &MatchBlock<'t>) -> Option<Cursor<'t>> {
    if excluded.at.is_none() || !matched.all.is_empty() || !excluded.all.is_empty() {
        return None;
    }
    if !matched.any.is_empty() && !excluded.any.is_empty() {
        let equal = |filter: &&Filter<'_>| matched.any.iter().any(|other| other.at.value == filter.at.value);
        return excluded.any.iter().find(equal).map(|filter| filter.at);
    }
    let excluded_block = excluded.at?;
    let says_nothing = excluded.direct.is_none() && excluded.any.is_empty();
    if says_nothing || !covers(excluded.direct.as_ref(), matched.direct.as_ref()) {
        return None;
    }
    Some(excluded_block)
}

/// Whether every criterion of the direct exclusion covers its counterpart. Each is looked at alone, and an
/// exclusion without criteria of its own, because they stand in `any`, covers.
fn covers(excluded: Option<&Filter<'_>>, matched: Option<&Filter<'_>>) -> bool {
    lists_cover(excluded, matched)
        && subjects_cover(excluded, matched)
        && names_cover(excluded, matched)
        && selectors_cover(
            excluded.and_then(|filter| filter.selector),
            matched.and_then(|filter| filter.selector),
        )
        && selectors_cover(
            excluded.and_then(|filter| filter.namespace_selector),
            matched.and_then(|filter| filter.namespace_selector),
        )
        && annotations_cover(
            excluded.and_then(|filter| filter.annotations),
            matched.and_then(|filter| filter.annotations),
        )
}

type Names<'f, 't> = &'f [Located<&'t str>];

fn lists_cover(excluded: Option<&Filter<'_>>, matched: Option<&Filter<'_>>) -> bool {
    let Some(excluded) = excluded else { return true };
    let pairs: [(Names<'_, '_>, Option<Names<'_, '_>>); 4] = [
        (&excluded.roles, matched.map(|filter| filter.roles.as_slice())),
        (
            &excluded.cluster_roles,
            matched.map(|filter| filter.cluster_roles.as_slice()),
        ),
        (
            &excluded.namespaces,
            matched.map(|filter| filter.namespaces.as_slice()),
        ),
        (&excluded.kinds, matched.map(|filter| filter.kinds.as_slice())),
    ];
    pairs.iter().all(|(excluded, matched)| {
        let matched = matched.unwrap_or_default();
        let has = |wanted: &Located<&str>| excluded.iter().any(|name| name.value == wanted.value);
        excluded.is_empty() || (!matched.is_empty() && matched.iter().all(has))
    })
}

fn subjects_cover(excluded: Option<&Filter<'_>>, matched: Option<&Filter<'_>>) -> bool {
    let subjects = |filter: Option<&Filter<'_>>| -> Vec<Value> {
        let subjects = filter
            .map(|filter| filter.subjects.as_slice())
            .unwrap_or_default();
        subjects.iter().map(|subject| subject.at.value.clone()).collect()
    };
    let (excluded, matched) = (subjects(excluded), subjects(matched));
    excluded.is_empty() || (!matched.is_empty() && matched.iter().all(|subject| excluded.contains(subject)))
}

/// One name that is taken out is enough here.
fn names_cover(excluded: Option<&Filter<'_>>, matched: Option<&Filter<'_>>) -> bool {
    let Some(excluded) = excluded else { return true };
    let name = matched
        .and_then(|filter| filter.name)
        .map_or("", |name| name.value);
    let names = matched.map(|filter| filter.names.as_slice()).unwrap_or_default();
    let one = excluded.name.map_or("", |name| name.value);
    let takes = |wanted: &Located<&str>| {
        excluded
            .names
            .iter()
            .any(|pattern| wildcard::matches(pattern.value, wanted.value))
    };
    (one.is_empty() || wildcard::matches(one, name)) && (excluded.names.is_empty() || names.iter().any(takes))
}

/// A selector on one side only never covers.
fn selectors_cover(excluded: Option<Cursor<'_>>, matched: Option<Cursor<'_>>) -> bool {
    let (Some(excluded), Some(matched)) = (excluded, matched) else {
        return excluded.is_none() && matched.is_none();
    };
    let expressions = |selector: Cursor<'_>| -> Vec<Value> {
        let list = selector.value.get("matchExpressions").and_then(Value::as_list);
        list.map(|list| list.to_vec()).unwrap_or_default()
    };
    let (taken, wanted) = (expressions(excluded), expressions(matched));
    (taken.is_empty() || (!wanted.is_empty() && wanted.iter().all(|wanted| taken.contains(wanted))))
        && entries_cover(
            excluded.value.get("matchLabels"),
            matched.value.get("matchLabels"),
        )
}

fn annotations_cover(excluded: Option<Cursor<'_>>, matched: Option<Cursor<'_>>) -> bool {
    match (excluded, matched) {
        (Some(excluded), Some(matched)) => entries_cover(Some(excluded.value), Some(matched.value)),
        (excluded, matched) => excluded.is_none() && matched.is_none(),
    }
}

/// Every entry of the match is also one of the exclusion.
fn entries_cover(excluded: Option<&Value>, matched: Option<&Value>) -> bool {
    let Some(excluded) = excluded.and_then(Value::as_map).filter(|map| !map.is_empty()) else {
        return true;
    };
    let Some(matched) = matched.and_then(Value::as_map).filter(|map| !map.is_empty()) else {
        return false;
    };
    matched
        .iter()
        .all(|(key, value)| excluded.get(key) == Some(value))
}
