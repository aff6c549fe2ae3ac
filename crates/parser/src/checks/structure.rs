//! The structural block: policy, rule names and bodies (engine reference §1.8.2).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::{Cursor, Value};

use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::{Check, go};
use crate::classic::{Body, FailurePolicy, Rule};
use crate::codes::{listed, with_fix};
use crate::edit::remove_entry;
use crate::policy::Located;

pub(super) static STRUCTURE: &[Check] = &[
    Check {
        section: "1.8.2",
        summary: "the autogen annotation is not `all`",
        step: Step::Structure,
        run: autogen_annotation,
    },
    Check {
        section: "1.8.2",
        summary: "the name of the policy has at most 63 characters",
        step: Step::Structure,
        run: policy_name,
    },
    Check {
        section: "1.8.2",
        summary: "webhook settings are not given in the old and the new field, and are in range",
        step: Step::Structure,
        run: webhook_settings,
    },
    Check {
        section: "1.8.2",
        summary: "`generateExistingOnPolicyUpdate` is gone",
        step: Step::Structure,
        run: generate_existing,
    },
    Check {
        section: "1.8.2",
        summary: "mutating existing resources needs targets",
        step: Step::Structure,
        run: mutate_existing,
    },
    Check {
        section: "1.2",
        summary: "a policy has rules",
        step: Step::Structure,
        run: has_rules,
    },
    Check {
        section: "1.8.2",
        summary: "rule names are unique",
        step: Step::Structure,
        run: rule_names,
    },
    Check {
        section: "1.8.2",
        summary: "a rule has exactly one body",
        step: Step::Structure,
        run: one_body,
    },
    Check {
        section: "1.8.2",
        summary: "failure action overrides of the policy belong to a ClusterPolicy",
        step: Step::Structure,
        run: namespaced_overrides,
    },
];

const AUTOGEN: &str = "pod-policies.kyverno.io/autogen-controllers";

fn autogen_annotation(case: &Case<'_>, report: &mut Report<'_>) {
    if case.policy.meta.annotation(AUTOGEN) != Some("all") {
        return;
    }
    let Some(annotations) = case.policy.meta.root().at(&["metadata", "annotations"]) else {
        return;
    };
    let span = annotations.get(AUTOGEN).map_or(annotations.span(), Cursor::span);
    let diagnostic = Diagnostic::error("autogen-all", format!("`{AUTOGEN}: all` is no longer understood"))
        .at(span)
        .help("remove the annotation, which means all controllers, or name the controllers");
    let detail =
        "Autogen annotation does not support 'all' anymore, remove the annotation or set it to a valid value";
    report.refuse_field(
        with_fix(diagnostic, remove_entry(annotations, AUTOGEN)),
        go::forbidden("metadata.annotations", detail),
    );
}

fn policy_name(case: &Case<'_>, report: &mut Report<'_>) {
    let name = &case.policy.meta.name;
    if name.value.len() <= 63 {
        return;
    }
    let message = format!(
        "the name of the policy has {} characters, at most 63 are allowed",
        name.value.len()
    );
    report.refuse_field(
        Diagnostic::error("name-too-long", message)
            .at(name.span)
            .help("shorten it"),
        "name: Too long: may not be more than 63 bytes".to_owned(),
    );
}

fn webhook_settings(case: &Case<'_>, report: &mut Report<'_>) {
    let Some(spec) = case.spec.at else { return };
    let webhook = case.spec.webhook.as_ref();
    let new_timeout = webhook.and_then(|webhook| webhook.timeout_seconds);
    if let (Some(old), Some(_)) = (case.spec.timeout_seconds, new_timeout) {
        twice(spec, old.span, "webhookTimeoutSeconds", "timeoutSeconds", report);
    }
    let new_policy: Option<Located<FailurePolicy>> = webhook.and_then(|webhook| webhook.failure_policy);
    if let (Some(old), Some(_)) = (case.spec.failure_policy, new_policy) {
        twice(spec, old.span, "failurePolicy", "failurePolicy", report);
    }
    let paths = [
        (case.spec.timeout_seconds, "spec.webhookTimeoutSeconds"),
        (new_timeout, "spec.webhookConfiguration.timeoutSeconds"),
    ];
    for (seconds, path) in paths {
        let Some(seconds) = seconds.filter(|seconds| !(1..=30).contains(&seconds.value)) else {
            continue;
        };
        report.refuse_field(
            Diagnostic::error(
                "timeout-range",
                format!("a timeout of {} seconds is not allowed", seconds.value),
            )
            .at(seconds.span)
            .help("write a number from 1 to 30"),
            go::invalid(
                path,
                &Value::Int(seconds.value),
                "the timeout value must be between 1 and 30 seconds",
            ),
        );
    }
}

fn twice(spec: Cursor<'_>, old: Span, old_name: &str, new_name: &str, report: &mut Report<'_>) {
    let message = format!("`spec.{old_name}` and `spec.webhookConfiguration.{new_name}` stand together");
    let diagnostic = Diagnostic::error("deprecated-field", message)
        .at(key_span(spec, old_name))
        .label(old, "the older field")
        .help("remove the older one");
    let detail = format!("remove the deprecated field and use spec.webhookConfiguration.{new_name} instead");
    report.refuse_field(
        with_fix(diagnostic, remove_entry(spec, old_name)),
        go::forbidden(&format!("spec.{old_name}"), &detail),
    );
}

fn generate_existing(case: &Case<'_>, report: &mut Report<'_>) {
    const OLD: &str = "generateExistingOnPolicyUpdate";
    let (Some(spec), Some(_)) = (case.spec.at, case.spec.generate_existing_on_policy_update) else {
        return;
    };
    let diagnostic = Diagnostic::error("deprecated-field", format!("`spec.{OLD}` is gone"))
        .at(key_span(spec, OLD))
        .help("write `generateExisting` in the generate rules");
    report.refuse_field(
        with_fix(diagnostic, remove_entry(spec, OLD)),
        go::forbidden(
            &format!("spec.{OLD}"),
            "remove the deprecated field and use spec.generate[*].generateExisting instead",
        ),
    );
}

fn mutate_existing(case: &Case<'_>, report: &mut Report<'_>) {
    let whole = case
        .spec
        .mutate_existing_on_policy_update
        .filter(|flag| flag.value);
    for (position, rule) in case.rules.iter().enumerate() {
        let Body::Mutate(mutate) = &rule.body else {
            continue;
        };
        let own = mutate.mutate_existing_on_policy_update.filter(|flag| flag.value);
        let Some(flag) = own.or(whole).filter(|_| mutate.targets.is_empty()) else {
            continue;
        };
        let name = Case::rule_name(rule);
        let diagnostic = Diagnostic::error(
            "missing-targets",
            format!("{name} is to change existing resources and has no targets"),
        )
        .at(mutate.at.key_span())
        .label(flag.span, "asked for here")
        .help("add `targets` to the `mutate` block, or remove `mutateExistingOnPolicyUpdate`");
        let detail = format!(
            "rules[{position}].mutate.targets has to be specified when mutateExistingOnPolicyUpdate is set"
        );
        report.refuse_field(
            diagnostic,
            go::forbidden("spec.mutateExistingOnPolicyUpdate", &detail),
        );
    }
}

fn has_rules(case: &Case<'_>, report: &mut Report<'_>) {
    if !case.rules.is_empty() {
        return;
    }
    let span = case
        .spec
        .at
        .map_or(case.policy.meta.name.span, |spec| key_span(spec, "rules"));
    let diagnostic = Diagnostic::warning("no-rules", "the policy has no rules and never says anything")
        .at(span)
        .help("add `rules`");
    report.say(diagnostic);
}

fn rule_names(case: &Case<'_>, report: &mut Report<'_>) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for (position, rule) in case.rules.iter().enumerate() {
        let first = match seen.entry(rule.name.value) {
            Entry::Occupied(first) => *first.get(),
            Entry::Vacant(place) => {
                place.insert(rule.name.span);
                continue;
            }
        };
        let name = rule.name.value;
        let diagnostic = Diagnostic::error("duplicate-rule", format!("two rules are named `{name}`"))
            .at(rule.name.span)
            .label(first, "the first one")
            .help("give each rule a name of its own");
        let path = format!("spec.rules[{position}].name");
        report.refuse_field(
            diagnostic,
            go::invalid_rule(&path, rule.at, &format!("Duplicate rule name: '{name}'")),
        );
    }
}

fn one_body(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.rules.iter().enumerate() {
        let path = format!("spec.rules[{position}]");
        let name = rule.name.value;
        match &rule.body {
            Body::Missing => report.refuse_field(no_body(rule), {
                let detail = format!(
                    "No operation defined in the rule '{name}'.(supported operations: mutate,validate,generate,verifyImages)"
                );
                go::invalid_rule(&path, rule.at, &detail)
            }),
            Body::Several(bodies) => report.refuse_field(several_bodies(rule, bodies), {
                let detail = format!(
                    "Multiple operations defined in the rule '{name}', only one operation (mutate,validate,generate,verifyImages) is allowed per rule"
                );
                go::invalid_rule(&path, rule.at, &detail)
            }),
            Body::Validate(_) | Body::Mutate(_) | Body::Generate(_) | Body::VerifyImages(_) => {}
        }
        let (Some(extractors), false) = (rule.image_extractors, matches!(rule.body, Body::VerifyImages(_)))
        else {
            continue;
        };
        let diagnostic = Diagnostic::error(
            "extractors-without-images",
            format!(
                "{} has `imageExtractors` and verifies no images",
                Case::rule_name(rule)
            ),
        )
        .at(extractors.key_span())
        .help("remove `imageExtractors`; only `verifyImages` uses them");
        let detail = format!(
            "Invalid rule spec for rule '{name}', imageExtractors can only be defined for verifyImages rule"
        );
        report.refuse_field(
            with_fix(diagnostic, remove_entry(rule.at, "imageExtractors")),
            go::invalid_rule(&format!("{path}.imageExtractors"), rule.at, &detail),
        );
    }
}

const FOUR_BODIES: [&str; 4] = ["mutate", "validate", "generate", "verifyImages"];

fn no_body(rule: &Rule<'_>) -> Diagnostic {
    let name = Case::rule_name(rule);
    let empty = FOUR_BODIES
        .into_iter()
        .find_map(|body| rule.at.get(body).map(|at| (body, at)));
    match empty {
        Some((body, at)) => Diagnostic::error("no-body", format!("{name} has an empty `{body}`"))
            .at(at.key_span())
            .help(format!(
                "say what to {}",
                if body == "verifyImages" { "verify" } else { body }
            )),
        None => Diagnostic::error("no-body", format!("{name} does nothing"))
            .at(rule.name.span)
            .help(format!("add one of {}", listed(&FOUR_BODIES))),
    }
}

fn several_bodies(rule: &Rule<'_>, bodies: &[&'static str]) -> Diagnostic {
    let name = Case::rule_name(rule);
    let quoted: Vec<String> = bodies.iter().map(|body| format!("`{body}`")).collect();
    let mut diagnostic = Diagnostic::error("several-bodies", format!("{name} has {}", quoted.join(" and ")))
        .help("make a rule of its own for each");
    let mut spans = bodies
        .iter()
        .filter_map(|body| rule.at.get(body))
        .map(Cursor::key_span);
    let first = spans.next();
    diagnostic.primary = spans.next().or(first);
    match first {
        Some(first) => diagnostic.label(first, "the first one"),
        None => diagnostic,
    }
}

fn namespaced_overrides(case: &Case<'_>, report: &mut Report<'_>) {
    const FIELD: &str = "validationFailureActionOverrides";
    let Some(spec) = case.spec.at.filter(|_| case.policy.is_namespaced()) else {
        return;
    };
    if case.spec.failure_action_overrides.is_empty() {
        return;
    }
    let diagnostic = Diagnostic::error(
        "overrides-in-policy",
        "a Policy lives in one namespace and takes no overrides by namespace",
    )
    .at(key_span(spec, FIELD))
    .help("remove the overrides, or make it a ClusterPolicy");
    report.refuse_field(
        with_fix(diagnostic, remove_entry(spec, FIELD)),
        go::forbidden(
            &format!("spec.{FIELD}"),
            "Use of validationFailureActionOverrides is supported only with ClusterPolicy",
        ),
    );
}
