//! Consistency of failure action overrides (engine reference §1.8.3).

use sekisho_diagnostics::Diagnostic;
use sekisho_kubernetes::wildcard;

use super::Check;
use super::case::Case;
use super::findings::{Report, Step};
use crate::classic::{Action, ActionOverride, Body};
use crate::policy::Located;

pub(super) static OVERRIDES: &[Check] = &[Check {
    section: "1.8.3",
    summary: "overrides of one list do not give a namespace both actions",
    step: Step::Overrides,
    run: overrides,
}];

fn overrides(case: &Case<'_>, report: &mut Report<'_>) {
    if case.policy.is_namespaced() {
        return;
    }
    consistent(
        &case.spec.failure_action_overrides,
        "spec.validationFailureActionOverrides",
        report,
    );
    for (position, rule) in case.rules.iter().enumerate() {
        if let Body::Validate(validate) = &rule.body {
            let path = format!("spec.rules[{position}].validate.failureActionOverrides");
            consistent(&validate.failure_action_overrides, &path, report);
        }
    }
}

type Names<'t> = Vec<Located<&'t str>>;

fn consistent(overrides: &[ActionOverride<'_>], path: &str, report: &mut Report<'_>) {
    let mut actions: Vec<(Action, Located<&str>)> = Vec::new();
    for entry in overrides {
        match Action::read_strictly(entry.action.value) {
            Some(action) => {
                let namespaces = entry.namespaces.iter().flatten();
                actions.extend(namespaces.map(|name| (action, *name)));
            }
            None => report.refuse(
                Diagnostic::error(
                    "bad-action",
                    format!("`{}` is no failure action", entry.action.value),
                )
                .at(entry.action.span)
                .help("write `Audit` or `Enforce`"),
                "invalid action",
            ),
        }
    }
    let of = |wanted: Action, pattern: bool| -> Names<'_> {
        actions
            .iter()
            .filter(|(action, name)| *action == wanted && wildcard::is_pattern(name.value) == pattern)
            .map(|(_, name)| *name)
            .collect()
    };
    let (enforced, audited) = (of(Action::Enforce, false), of(Action::Audit, false));
    let both: Vec<_> = enforced
        .iter()
        .filter_map(|name| Some((*name, *audited.iter().find(|other| other.value == name.value)?)))
        .collect();
    let names: Vec<&str> = both.iter().map(|(name, _)| name.value).collect();
    let text = format!(
        "conflicting namespaces found in path: {path}: {}",
        names.join(", ")
    );
    for (left, right) in both {
        report.refuse(conflict(left, right), text.clone());
    }
    let (enforced_patterns, audited_patterns) = (of(Action::Enforce, true), of(Action::Audit, true));
    for (patterns, plain) in [(&enforced_patterns, &audited), (&audited_patterns, &enforced)] {
        for pattern in patterns {
            for name in plain
                .iter()
                .filter(|name| wildcard::matches(pattern.value, name.value))
            {
                let text = format!(
                    "wildcard pattern '{}' matches with namespace '{}'",
                    pattern.value, name.value
                );
                report.refuse(conflict(*pattern, *name), text);
            }
        }
    }
    for left in &enforced_patterns {
        let overlaps = |right: &&Located<&str>| {
            wildcard::matches(left.value, right.value) || wildcard::matches(right.value, left.value)
        };
        for right in audited_patterns.iter().filter(overlaps) {
            let text = format!(
                "wildcard pattern '{}' conflicts with the pattern '{}'",
                left.value, right.value
            );
            report.refuse(conflict(*left, *right), text);
        }
    }
}

fn conflict(left: Located<&str>, right: Located<&str>) -> Diagnostic {
    let message = if left.value == right.value {
        format!("namespace `{}` is both enforced and audited", left.value)
    } else {
        format!(
            "namespaces of `{}` and `{}` are both enforced and audited",
            left.value, right.value
        )
    };
    Diagnostic::error("conflicting-overrides", message)
        .at(left.span)
        .label(right.span, "with the other action here")
        .help("name each namespace under one action only")
}
