//! Checks on the policy as a whole: its namespace, old spellings, and whether it is processed at all.

use sekisho_diagnostics::Diagnostic;

use super::Check;
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use crate::classic::Body;
use crate::codes::{replace, with_fix};
use crate::edit::remove_entry;

pub(super) static NAMESPACE: &[Check] = &[Check {
    section: "1.8/1",
    summary: "a ClusterPolicy has no namespace",
    step: Step::Namespace,
    run: namespace,
}];

pub(super) static PROCESSING: &[Check] = &[
    Check {
        section: "1.8/7",
        summary: "admission and background are not both switched off",
        step: Step::Processing,
        run: processed,
    },
    Check {
        section: "1.8/8",
        summary: "only validate rules do without admission",
        step: Step::Processing,
        run: admission_needed,
    },
];

fn namespace(case: &Case<'_>, report: &mut Report<'_>) {
    let meta = &case.policy.meta;
    if case.policy.is_namespaced() || meta.namespace.is_empty() {
        return;
    }
    let Some(metadata) = meta.root().get("metadata") else {
        return;
    };
    let message = format!(
        "a ClusterPolicy has no namespace, but `metadata.namespace` is `{}`",
        meta.namespace
    );
    let diagnostic = Diagnostic::error("cluster-policy-namespace", message)
        .at(key_span(metadata, "namespace"))
        .help("remove it, or write `kind: Policy` for a policy of that namespace");
    let diagnostic = with_fix(diagnostic, remove_entry(metadata, "namespace"));
    report.refuse(
        diagnostic,
        "A clusterpolicy should not have the namespace defined",
    );
}

fn processed(case: &Case<'_>, report: &mut Report<'_>) {
    let (false, false, Some(spec)) = (case.spec.admission, case.spec.background, case.spec.at) else {
        return;
    };
    let diagnostic = Diagnostic::error(
        "never-processed",
        "`admission` and `background` are both off: the policy is never used",
    )
    .at(key_span(spec, "background"))
    .label(key_span(spec, "admission"), "admission is off here")
    .help("remove one of the two");
    report.refuse(
        diagnostic,
        "disabling both admission and background processing is not allowed",
    );
}

fn admission_needed(case: &Case<'_>, report: &mut Report<'_>) {
    let (false, Some(spec)) = (case.spec.admission, case.spec.at) else {
        return;
    };
    let other = case.rules.iter().find_map(|rule| match rule.body {
        Body::Mutate(_) => Some((rule, "mutates")),
        Body::Generate(_) => Some((rule, "generates")),
        Body::VerifyImages(_) => Some((rule, "verifies images")),
        Body::Validate(_) | Body::Missing | Body::Several(_) => None,
    });
    let Some((rule, does)) = other else { return };
    let name = Case::rule_name(rule);
    let message = format!("`admission` is off, but {name} {does}, which only admission does");
    let mut diagnostic = Diagnostic::error("admission-needed", message)
        .at(key_span(spec, "admission"))
        .label(rule.name.span, "this rule needs admission")
        .help("remove `admission: false`, or move the rule into a policy of its own");
    if let Some(flag) = spec.get("admission") {
        diagnostic = diagnostic.fix(replace("switch admission on", flag.span(), "true", false));
    }
    report.refuse(
        diagnostic,
        "disabling admission processing is only allowed with validation policies",
    );
}
