//! The kinds a rule matches, above all the wildcard `*` (engine reference §1.8.4).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::Cursor;

use sekisho_kubernetes::{KindSelector, Order, wildcard};

use super::Check;
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use crate::classic::{Body, Check as Checks, Conditions, Filter, MatchBlock, Patch, Rule};
use crate::policy::Located;

pub(super) static WILDCARDS: &[Check] = &[
    Check {
        section: "1.8.4",
        summary: "the kind `*` is used only where it works",
        step: Step::Kinds,
        run: wildcards,
    },
    Check {
        section: "1.8.4",
        summary: "subresources are not looked at in background scans",
        step: Step::Kinds,
        run: subresources,
    },
];

/// Only a cluster notices: offline Kyverno does not look kinds up.
fn subresources(case: &Case<'_>, report: &mut Report<'_>) {
    if !case.spec.background {
        return;
    }
    for (position, rule) in case.expanded.iter().enumerate() {
        let Body::Validate(_) = &rule.body else { continue };
        report.rule(position);
        for kind in rule.matched.kinds() {
            let selector = KindSelector::parse(kind.value);
            let subresource = selector.subresource.pattern();
            if subresource.is_empty() || wildcard::is_pattern(kind.value) {
                continue;
            }
            let message = format!("a background scan does not see the subresource `{}`", kind.value);
            let diagnostic = Diagnostic::error("subresource-in-background", message)
                .at(kind.span)
                .help("set `spec.background: false`");
            let text = format!("background scan enabled with subresource {}", kind.value);
            report.refuse_only(Order::ApiServer, diagnostic, text);
        }
    }
}

fn wildcards(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        let path = format!("spec.rules[{position}]");
        block(case, rule, &rule.matched, &format!("{path}.match"), report);
        block(case, rule, &rule.excluded, &format!("{path}.exclude"), report);
    }
}

fn block(case: &Case<'_>, rule: &Rule<'_>, block: &MatchBlock<'_>, path: &str, report: &mut Report<'_>) {
    for (list, key) in [(&block.any, "any"), (&block.all, "all")] {
        for (position, filter) in list.iter().enumerate() {
            self::filter(
                case,
                rule,
                filter,
                &format!("path: {path}.{key}[{position}].kinds: "),
                report,
            );
        }
    }
    if let Some(direct) = &block.direct {
        self::filter(case, rule, direct, &format!("path: {path}.kinds: "), report);
    }
}

fn filter(case: &Case<'_>, rule: &Rule<'_>, filter: &Filter<'_>, prefix: &str, report: &mut Report<'_>) {
    let Some(star) = filter.kinds.iter().find(|kind| kind.value == "*") else {
        return;
    };
    if case.spec.background {
        let mut diagnostic = fault(*star, "the kind `*` needs `background: false`")
            .help("set `spec.background: false`, or name the kinds");
        if let Some(spec) = case.spec.at {
            diagnostic = diagnostic.label(key_span(spec, "background"), "background scans are on");
        }
        let text = "wildcard policy not allowed in background mode. Set spec.background=false to disable background mode for this policy rule ";
        report.refuse(diagnostic, format!("{prefix}{text}"));
    }
    if filter.kinds.len() > 1 {
        let diagnostic = fault(*star, "the kind `*` stands beside other kinds").help("keep only `*`");
        report.refuse(
            diagnostic,
            format!("{prefix}wildcard policy can not deal with more than one kind"),
        );
    }
    match unsuited(rule) {
        Some(Unsuited::Body(body)) => {
            let diagnostic =
                fault(*star, &format!("the kind `*` does not go with {body}")).help("name the kinds");
            report.refuse(
                diagnostic,
                format!("{prefix}wildcard policy does not support rule type"),
            );
        }
        Some(Unsuited::Field(at)) => {
            let diagnostic = fault(*star, "a rule for the kind `*` may look only at `metadata`")
                .label(at.key_span(), "this is not in `metadata`")
                .help("name the kinds, or look only at `metadata`");
            report.refuse(diagnostic, format!("{prefix}{METADATA_ONLY}"));
        }
        None => {}
    }
}

pub(super) const METADATA_ONLY: &str =
    "policy can only deal with the metadata field of the resource if the rule does not match any kind";

fn fault(star: Located<&str>, message: &str) -> Diagnostic {
    Diagnostic::error("wildcard-kind", message).at(star.span)
}

enum Unsuited<'t> {
    /// This sort of rule never works with every kind.
    Body(&'static str),
    /// The body looks at more than metadata here.
    Field(Cursor<'t>),
}

fn unsuited<'t>(rule: &Rule<'t>) -> Option<Unsuited<'t>> {
    match &rule.body {
        Body::Generate(_) => Some(Unsuited::Body("generate")),
        Body::VerifyImages(_) => Some(Unsuited::Body("verifyImages")),
        Body::Validate(validate) => match &validate.check {
            Checks::Foreach(_) => Some(Unsuited::Body("validate.foreach")),
            _ => beyond_metadata(rule).map(Unsuited::Field),
        },
        Body::Mutate(_) | Body::Missing | Body::Several(_) => beyond_metadata(rule).map(Unsuited::Field),
    }
}

/// The first part of a body that is not under `metadata`.
pub(super) fn beyond_metadata<'t>(rule: &Rule<'t>) -> Option<Cursor<'t>> {
    let other_key = |at: Cursor<'t>| at.entries().find(|(key, _)| *key != "metadata").map(|(_, at)| at);
    match &rule.body {
        Body::Validate(validate) => match &validate.check {
            Checks::Pattern(pattern) => other_key(*pattern),
            Checks::AnyPattern(patterns) => patterns.items().find_map(other_key),
            Checks::Deny(deny) => match &deny.conditions {
                Some(Conditions::List(list)) => list
                    .iter()
                    .filter_map(|condition| condition.key)
                    .find(|key| key.value.as_str().is_some_and(|key| !only_metadata(key))),
                Some(Conditions::AnyAll { .. } | Conditions::Unreadable(_)) | None => None,
            },
            Checks::Foreach(_)
            | Checks::PodSecurity(_)
            | Checks::Cel(_)
            | Checks::Manifests(_)
            | Checks::Missing
            | Checks::Several(_) => None,
        },
        Body::Mutate(mutate) => match &mutate.patch {
            Patch::Merge(patch) => other_key(*patch),
            Patch::Json(_) | Patch::Foreach(_) | Patch::Missing | Patch::Several(_) => None,
        },
        Body::Generate(_) | Body::VerifyImages(_) | Body::Missing | Body::Several(_) => None,
    }
}

/// A key of a legacy condition that asks nothing of the resource but its metadata.
fn only_metadata(key: &str) -> bool {
    !key.contains("request.object.") || key.contains("request.object.metadata.")
}
