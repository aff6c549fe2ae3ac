//! What each rule holds (engine reference §1.8.5): resources, kinds, labels.

use sekisho_diagnostics::Diagnostic;
use sekisho_document::Cursor;

use super::Check;
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::kinds::{METADATA_ONLY, beyond_metadata};
use crate::classic::{Body, Check as Checks, Filter, MatchBlock, Patch, Rule};
use crate::codes::replace;

pub(super) static RESOURCES: &[Check] = &[Check {
    section: "1.8.5",
    summary: "`any` and `all` do not stand beside direct resources, and each filter asks something of the resource",
    step: Step::Rules,
    run: resources,
}];

pub(super) static KINDS: &[Check] = &[Check {
    section: "1.8.5",
    summary: "each filter of `match` names kinds",
    step: Step::Rules,
    run: kinds,
}];

pub(super) static LABELS: &[Check] = &[Check {
    section: "1.8.5",
    summary: "labels and annotations in patterns and patches are strings",
    step: Step::Rules,
    run: labels,
}];

fn resources(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        let prefix = format!("path: spec.rules[{position}].");
        for (block, key) in [(&rule.matched, "match"), (&rule.excluded, "exclude")] {
            mixed(block, key, &prefix, report);
        }
        for filter in counting(&rule.matched) {
            if filter.asks_resource() {
                continue;
            }
            let span = filter
                .resources
                .map_or(filter.at.span(), |resources| resources.key_span());
            let mut diagnostic = Diagnostic::error(
                "empty-filter",
                "this filter of `match` says nothing about resources",
            )
            .at(span)
            .help("add `resources` with the kinds the rule is for");
            if filter.asks_user() {
                diagnostic = diagnostic
                    .cause("roles and subjects alone select nothing: Kyverno refuses such a filter");
            }
            report.refuse(
                diagnostic,
                format!("{prefix}match.resources.: match resources not specified"),
            );
        }
        if rule.matched.every_filter().next().is_none() {
            let diagnostic = Diagnostic::error(
                "empty-filter",
                format!("`match` of {} is empty", Case::rule_name(rule)),
            )
            .at(rule.matched.at.map_or(rule.name.span, Cursor::key_span))
            .help("add `any` with the resources the rule is for");
            report.refuse(
                diagnostic,
                format!("{prefix}match.resources.: match resources not specified"),
            );
        }
    }
}

/// The filters that Kyverno looks at.
fn counting<'b, 't>(block: &'b MatchBlock<'t>) -> &'b [Filter<'t>] {
    match (block.any.is_empty(), block.all.is_empty()) {
        (false, _) => &block.any,
        (true, false) => &block.all,
        (true, true) => block.direct.as_slice(),
    }
}

fn mixed(block: &MatchBlock<'_>, key: &str, prefix: &str, report: &mut Report<'_>) {
    let (Some(at), Some(direct)) = (block.at, &block.direct) else {
        return;
    };
    if (block.any.is_empty() && block.all.is_empty()) || !direct.asks_resource() {
        return;
    }
    let list = if block.any.is_empty() { "all" } else { "any" };
    let diagnostic = Diagnostic::error(
        "mixed-forms",
        format!("`{list}` and direct `resources` stand together in `{key}`"),
    )
    .at(key_span(at, "resources"))
    .label(key_span(at, list), format!("`{list}` is here"))
    .help(format!("move the resources into `{list}`"));
    report.refuse(
        diagnostic,
        format!("{prefix}{key}.: can't specify any/all together with {key} resources"),
    );
}

fn kinds(case: &Case<'_>, report: &mut Report<'_>) {
    const MANDATORY: &str = "at least one element must be specified in a kind block, the kind attribute is mandatory when working with the resources element";
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        let Some(filter) = counting(&rule.matched)
            .iter()
            .find(|filter| filter.kinds.is_empty())
        else {
            continue;
        };
        if !filter.asks_resource() {
            continue;
        }
        let span = filter
            .resources
            .map_or(filter.at.span(), |resources| key_span(resources, "kinds"));
        let diagnostic = Diagnostic::error("no-kinds", "this filter of `match` names no kinds")
            .at(span)
            .help("add `kinds`");
        let text = if beyond_metadata(rule).is_some() {
            METADATA_ONLY
        } else {
            MANDATORY
        };
        report.refuse(diagnostic, text);
    }
}

fn labels(case: &Case<'_>, report: &mut Report<'_>) {
    const TEXT: &str = "labels and annotations supports only string values, \"use double quotes around the non string values\"";
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        for document in documents(rule) {
            for at in not_texts(document) {
                let shown = sekisho_document::json::write(at.value, sekisho_document::json::Form::COMPACT);
                let diagnostic = Diagnostic::error(
                    "label-not-string",
                    format!("`{shown}` is no string, labels and annotations are"),
                )
                .at(at.span())
                .help("put it in double quotes")
                .fix(replace(
                    "put it in double quotes",
                    at.span(),
                    &format!("\"{shown}\""),
                    true,
                ));
                report.refuse(diagnostic, TEXT);
            }
        }
    }
}

/// Patterns and strategic patches of a rule.
fn documents<'t>(rule: &Rule<'t>) -> Vec<Cursor<'t>> {
    match &rule.body {
        Body::Validate(validate) => match &validate.check {
            Checks::Foreach(loops) => loops.iter().flat_map(|each| patterns(&each.check)).collect(),
            check => patterns(check),
        },
        Body::Mutate(mutate) => match &mutate.patch {
            Patch::Merge(patch) => vec![*patch],
            Patch::Foreach(loops) => loops
                .iter()
                .filter_map(|each| match each.patch {
                    Patch::Merge(patch) => Some(patch),
                    Patch::Json(_) | Patch::Foreach(_) | Patch::Missing | Patch::Several(_) => None,
                })
                .collect(),
            Patch::Json(_) | Patch::Missing | Patch::Several(_) => Vec::new(),
        },
        Body::Generate(_) | Body::VerifyImages(_) | Body::Missing | Body::Several(_) => Vec::new(),
    }
}

fn patterns<'t>(check: &Checks<'t>) -> Vec<Cursor<'t>> {
    match check {
        Checks::Pattern(pattern) => vec![*pattern],
        Checks::AnyPattern(patterns) => patterns.items().collect(),
        Checks::Deny(_)
        | Checks::Foreach(_)
        | Checks::PodSecurity(_)
        | Checks::Cel(_)
        | Checks::Manifests(_)
        | Checks::Missing
        | Checks::Several(_) => Vec::new(),
    }
}

/// Values of plain `labels` and `annotations`, of the object and of its pod template, that are no strings.
fn not_texts(document: Cursor<'_>) -> Vec<Cursor<'_>> {
    let template = document.at(&["spec", "template", "metadata"]);
    let metadata = document.get("metadata").into_iter().chain(template);
    metadata
        .flat_map(|metadata| [metadata.get("labels"), metadata.get("annotations")])
        .flatten()
        .flat_map(|labels| labels.entries().map(|(_, at)| at))
        .filter(|at| at.value.as_str().is_none() && !at.value.is_null())
        .collect()
}
