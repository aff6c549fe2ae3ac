//! The structural block: exclusions from Pod Security (engine reference §1.8.2).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};

use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::{Check, go};
use crate::classic::{Body, Check as Checks};
use crate::look::entry;

pub(super) static POD_SECURITY: &[Check] = &[Check {
    section: "1.8.2",
    summary: "exclusions from Pod Security fit their control",
    step: Step::Structure,
    run: exclusions,
}];

/// Controls that look at containers: an exclusion says for which images.
const OF_CONTAINERS: [&str; 5] = [
    "Capabilities",
    "Privileged Containers",
    "Host Ports",
    "/proc Mount Type",
    "Privilege Escalation",
];

/// Controls that look at the pod: images mean nothing. The others may go either way.
const OF_PODS: [&str; 4] = ["Host Namespaces", "HostPath Volumes", "Sysctls", "Volume Types"];

/// Controls that the level `baseline` does not have.
const OF_RESTRICTED: [&str; 4] = [
    "Volume Types",
    "Privilege Escalation",
    "Running as Non-root",
    "Running as Non-root user",
];

fn exclusions(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.rules.iter().enumerate() {
        let Body::Validate(validate) = &rule.body else {
            continue;
        };
        let Checks::PodSecurity(security) = &validate.check else {
            continue;
        };
        let is_baseline = security.level.is_some_and(|level| level.value == "baseline");
        let items = security.exclude.into_iter().flat_map(|list| list.items());
        for (index, at) in items.enumerate() {
            let path = format!("spec.rules[{position}].podSecurity.exclude[{index}]");
            exclusion(at, &path, report);
            let control = at.value.str_at(&["controlName"]);
            if is_baseline && OF_RESTRICTED.contains(&control) {
                let diagnostic = bad(
                    format!("the level `baseline` has no control `{control}`"),
                    at,
                    "controlName",
                )
                .help("remove the exclusion, or set `level: restricted`");
                let detail = "Invalid control name defined at the given level";
                let text = go::invalid(&format!("{path}.controlName"), &Value::from(control), detail);
                report.refuse_field(diagnostic, text);
            }
        }
    }
}

fn bad(message: String, at: Cursor<'_>, key: &str) -> Diagnostic {
    Diagnostic::error("bad-pod-security-exclude", message).at(at.get(key).map_or(at.span(), Cursor::span))
}

/// One exclusion; those of exceptions have the same form.
pub(super) fn exclusion(at: Cursor<'_>, path: &str, report: &mut Report<'_>) {
    let control = at.value.str_at(&["controlName"]);
    let has = |key: &str| {
        entry(at, key).is_some_and(|cursor| match cursor.value {
            Value::List(list) => !list.is_empty(),
            Value::String(text) => !text.is_empty(),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::UInt(_)
            | Value::Float(_)
            | Value::Map(_) => true,
        })
    };
    let name_path = format!("{path}.controlName");
    if OF_CONTAINERS.contains(&control) && !has("images") {
        let diagnostic = bad(
            format!("`{control}` looks at containers: the exclusion has to say for which images"),
            at,
            "controlName",
        )
        .help("add `images`, for example `images: [\"*\"]`");
        let detail = "exclude.images must be specified for the container level control";
        report.refuse_field(diagnostic, go::invalid(&name_path, &Value::from(control), detail));
    }
    if OF_PODS.contains(&control) && has("images") {
        let diagnostic = bad(
            format!("`{control}` looks at the whole Pod: images mean nothing"),
            at,
            "controlName",
        )
        .label(key_span(at, "images"), "given here")
        .help("remove `images`");
        let detail = "exclude.images must not be specified for the pod level control";
        report.refuse_field(diagnostic, go::invalid(&name_path, &Value::from(control), detail));
    }
    for (given, missing) in [("restrictedField", "values"), ("values", "restrictedField")] {
        if !has(given) || has(missing) {
            continue;
        }
        let diagnostic =
            Diagnostic::error("bad-pod-security-exclude", format!("`{given}` needs `{missing}`"))
                .at(key_span(at, given))
                .help(format!("add `{missing}`, or remove `{given}`"));
        report.refuse_field(
            diagnostic,
            go::forbidden(&format!("{path}.{missing}"), &format!("{missing} is required")),
        );
    }
}
