//! Preconditions and deny conditions (engine reference §1.8.5).

use sekisho_diagnostics::{Diagnostic, Severity, nearest};
use sekisho_document::print::go_type;
use sekisho_document::{Cursor, Value};

use super::Check;
use super::case::Case;
use super::findings::{Report, Step};
use crate::classic::{
    Body, Check as Checks, Condition, Conditions, Deny, MutateLoop, Patch, Rule, ValidateLoop,
};
use crate::codes::{ignored_field, replace};

pub(super) static CONDITIONS: &[Check] = &[Check {
    section: "1.8.5",
    summary: "conditions have a key, a known operator and a value",
    step: Step::Rules,
    run: conditions,
}];

/// The operators in their exact spelling, and what a deprecated one is called now.
const OPERATORS: [(&str, Option<&str>); 18] = [
    ("Equal", Some("Equals")),
    ("Equals", None),
    ("NotEqual", Some("NotEquals")),
    ("NotEquals", None),
    ("In", Some("AnyIn")),
    ("AnyIn", None),
    ("AllIn", None),
    ("NotIn", Some("AllNotIn")),
    ("AnyNotIn", None),
    ("AllNotIn", None),
    ("GreaterThanOrEquals", None),
    ("GreaterThan", None),
    ("LessThanOrEquals", None),
    ("LessThan", None),
    ("DurationGreaterThanOrEquals", Some("GreaterThanOrEquals")),
    ("DurationGreaterThan", Some("GreaterThan")),
    ("DurationLessThanOrEquals", Some("LessThanOrEquals")),
    ("DurationLessThan", Some("LessThan")),
];

fn conditions(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        let prefix = format!("path: spec.rules[{position}].validate.");
        if let Some(conditions) = &rule.preconditions {
            checked(conditions, &format!("{prefix}preconditions"), report);
        }
        if let Some(deny) = deny_of(rule).and_then(|deny| deny.conditions.as_ref()) {
            checked(deny, &format!("{prefix}deny.conditions"), report);
        }
        in_loops(rule, report);
    }
}

fn deny_of<'r, 't>(rule: &'r Rule<'t>) -> Option<&'r Deny<'t>> {
    match &rule.body {
        Body::Validate(validate) => match &validate.check {
            Checks::Deny(deny) => Some(deny),
            Checks::Pattern(_)
            | Checks::AnyPattern(_)
            | Checks::Foreach(_)
            | Checks::PodSecurity(_)
            | Checks::Cel(_)
            | Checks::Manifests(_)
            | Checks::Missing
            | Checks::Several(_) => None,
        },
        Body::Mutate(_) | Body::Generate(_) | Body::VerifyImages(_) | Body::Missing | Body::Several(_) => {
            None
        }
    }
}

/// Conditions that Kyverno checks wholly.
fn checked(conditions: &Conditions<'_>, path: &str, report: &mut Report<'_>) {
    if let Conditions::Unreadable(at) = conditions {
        let text = format!("{path}: failed to unmarshal Conditions");
        return report.refuse(unreadable(*at), text);
    }
    dropped(conditions, report);
    for (at, condition) in with_paths(conditions) {
        let path = format!("{path}{at}");
        if let Some(diagnostic) = unknown_operator(condition) {
            let names: Vec<&str> = OPERATORS.iter().map(|(name, _)| *name).collect();
            let text = format!(
                "{path}.: entered value of `operator` is invalid. valid values: [{}]",
                names.join(" ")
            );
            report.refuse(diagnostic, text);
            continue;
        }
        if let Some(diagnostic) = incomplete(condition) {
            let text = "entered value of `key`, `value` or `operator` is missing or misspelled";
            report.refuse(diagnostic, format!("{path}.: {text}"));
            continue;
        }
        request_operation(condition, &path, report);
        deprecated(condition, report);
    }
}

/// Fields of conditions that nobody looks at.
fn dropped(conditions: &Conditions<'_>, report: &mut Report<'_>) {
    if let Conditions::AnyAll { at, .. } = conditions {
        dropped_fields(*at, &["any", "all"], report);
    }
    for condition in conditions.iter() {
        // A misspelt field that leaves a condition incomplete is said there.
        if incomplete(condition).is_none() {
            dropped_fields(condition.at, &["key", "operator", "value", "message"], report);
        }
    }
}

fn dropped_fields(at: Cursor<'_>, names: &[&'static str], report: &mut Report<'_>) {
    for (key, at) in at.entries().filter(|(key, _)| !names.contains(key)) {
        report.say(ignored_field(key, at, names));
    }
}

/// `any[0]`, `[1]`: where each condition stands.
fn with_paths<'c, 't>(conditions: &'c Conditions<'t>) -> Vec<(String, &'c Condition<'t>)> {
    let list = |prefix: &str, list: &'c [Condition<'t>]| -> Vec<(String, &'c Condition<'t>)> {
        let place = |position: usize| format!("{prefix}[{position}]");
        list.iter()
            .enumerate()
            .map(|(position, condition)| (place(position), condition))
            .collect()
    };
    match conditions {
        Conditions::List(conditions) => list("", conditions),
        Conditions::AnyAll { any, all, .. } => {
            let mut found = list(".any", any.as_deref().unwrap_or_default());
            found.extend(list(".all", all.as_deref().unwrap_or_default()));
            found
        }
        Conditions::Unreadable(_) => Vec::new(),
    }
}

fn unreadable(at: Cursor<'_>) -> Diagnostic {
    Diagnostic::error("bad-conditions", "these are no conditions")
        .at(at.key_span())
        .help("write `any` and `all`, each a list of `key`, `operator`, `value`")
}

fn incomplete(condition: &Condition<'_>) -> Option<Diagnostic> {
    let missing = [
        (condition.key.is_none(), "key"),
        (condition.operator.value.is_empty(), "operator"),
        (condition.value.is_none(), "value"),
    ];
    let (_, field) = missing.into_iter().find(|(missing, _)| *missing)?;
    let null = condition.at.get(field);
    let message = match null {
        Some(_) => format!("the `{field}` of this condition is null"),
        None => format!("this condition has no `{field}`"),
    };
    let known = ["key", "operator", "value", "message"];
    let misspelt = condition.at.entries().find_map(|(key, at)| {
        (!known.contains(&key) && nearest(key, known) == Some(field)).then_some((key, at))
    });
    let span = null.map_or(condition.at.span(), Cursor::key_span);
    let diagnostic = Diagnostic::error("incomplete-condition", message);
    Some(match misspelt {
        Some((key, at)) => diagnostic
            .at(at.key_span())
            .help(format!("did you mean `{field}` instead of `{key}`?"))
            .fix(replace(
                format!("rename `{key}` to `{field}`"),
                at.key_span(),
                field,
                false,
            )),
        None => diagnostic.at(span).help(format!("add `{field}`")),
    })
}

fn unknown_operator(condition: &Condition<'_>) -> Option<Diagnostic> {
    let operator = condition.operator;
    if operator.value.is_empty() || OPERATORS.iter().any(|(name, _)| *name == operator.value) {
        return None;
    }
    let message = format!("`{}` is no operator", operator.value);
    let diagnostic = Diagnostic::error("unknown-operator", message).at(operator.span);
    let current = OPERATORS
        .iter()
        .filter(|(_, now)| now.is_none())
        .map(|(name, _)| *name);
    Some(match nearest(operator.value, current.clone()) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")).fix(replace(
            format!("write `{name}`"),
            operator.span,
            name,
            name.eq_ignore_ascii_case(operator.value),
        )),
        None => diagnostic.help(format!("write one of {}", current.collect::<Vec<_>>().join(", "))),
    })
}

/// Deprecated operators keep their meaning; the new name has the same one but for lists that are compared
/// with texts, so changing it is left to the author.
fn deprecated(condition: &Condition<'_>, report: &mut Report<'_>) {
    let operator = condition.operator;
    let now = OPERATORS
        .iter()
        .find(|(name, _)| *name == operator.value)
        .and_then(|(_, now)| *now);
    let Some(now) = now else { return };
    let is_alias = matches!(operator.value, "Equal" | "NotEqual");
    let diagnostic = Diagnostic::warning(
        "deprecated-operator",
        format!("the operator `{}` is deprecated", operator.value),
    )
    .at(operator.span)
    .help(format!("write `{now}`"))
    .fix(replace(format!("write `{now}`"), operator.span, now, is_alias));
    report.say(diagnostic);
}

/// `{{ request.operation }}` is one of four words.
fn request_operation(condition: &Condition<'_>, path: &str, report: &mut Report<'_>) {
    let key = condition
        .key
        .and_then(|key| key.value.as_str())
        .unwrap_or_default();
    if key.replace(' ', "") != "{{request.operation}}" {
        return;
    }
    let Some(value) = condition.value else { return };
    match value.value {
        Value::List(_) => {
            for (position, item) in value.items().enumerate() {
                let place = format!("value[{position}]");
                let type_text = format!(
                    "'{place}' found to be of the type {}. The provided values are expected to be strings",
                    go_type(item.value)
                );
                operation_word(item, type_text, &format!("{path}.{place}"), report);
            }
        }
        _ => {
            let type_text = format!(
                "'value' field found to be of the type {}. The provided value/values are expected to be either string or list of strings",
                go_type(value.value)
            );
            operation_word(value, type_text, &format!("{path}.value"), report);
        }
    }
}

fn operation_word(at: Cursor<'_>, type_text: String, path: &str, report: &mut Report<'_>) {
    const VERBS: [&str; 4] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];
    const HELP: &str = "write CREATE, UPDATE, DELETE or CONNECT";
    let Some(word) = at.value.as_str() else {
        let message = format!(
            "the operation is compared with {}",
            at.value.kind().with_article()
        );
        let diagnostic = Diagnostic::error("unknown-operation", message)
            .at(at.span())
            .help(HELP);
        return report.refuse(diagnostic, format!("{path}: {type_text}"));
    };
    let is_query = word.contains("{{") && word.contains("}}");
    if VERBS.contains(&word) || is_query {
        return;
    }
    let diagnostic = Diagnostic::error(
        "unknown-operation",
        format!("`{word}` is no operation of a request"),
    )
    .at(at.span())
    .help(HELP);
    let text = format!(
        "unknown value '{word}' found under the 'value' field. Only the following values are allowed: [CREATE, UPDATE, DELETE, CONNECT]"
    );
    report.refuse(diagnostic, format!("{path}: {text}"));
}

/// In loops only the operator is looked at.
fn in_loops(rule: &Rule<'_>, report: &mut Report<'_>) {
    match &rule.body {
        Body::Validate(validate) => {
            if let Checks::Foreach(loops) = &validate.check {
                loops.iter().for_each(|each| validate_loop(each, report));
            }
        }
        Body::Mutate(mutate) => {
            let targets = mutate
                .targets
                .iter()
                .filter_map(|target| target.preconditions.as_ref());
            targets.for_each(|conditions| operators(conditions, report));
            if let Patch::Foreach(loops) = &mutate.patch {
                loops.iter().for_each(|each| mutate_loop(each, report));
            }
        }
        Body::Generate(_) | Body::VerifyImages(_) | Body::Missing | Body::Several(_) => {}
    }
}

fn validate_loop(each: &ValidateLoop<'_>, report: &mut Report<'_>) {
    each.preconditions
        .iter()
        .for_each(|conditions| operators(conditions, report));
    match &each.check {
        Checks::Deny(deny) => deny
            .conditions
            .iter()
            .for_each(|conditions| operators(conditions, report)),
        Checks::Foreach(loops) => loops.iter().for_each(|each| validate_loop(each, report)),
        Checks::Pattern(_)
        | Checks::AnyPattern(_)
        | Checks::PodSecurity(_)
        | Checks::Cel(_)
        | Checks::Manifests(_)
        | Checks::Missing
        | Checks::Several(_) => {}
    }
}

fn mutate_loop(each: &MutateLoop<'_>, report: &mut Report<'_>) {
    each.preconditions
        .iter()
        .for_each(|conditions| operators(conditions, report));
    if let Patch::Foreach(loops) = &each.patch {
        loops.iter().for_each(|each| mutate_loop(each, report));
    }
}

fn operators(conditions: &Conditions<'_>, report: &mut Report<'_>) {
    if let Conditions::Unreadable(at) = conditions {
        let mut diagnostic = unreadable(*at);
        diagnostic.severity = Severity::Warning;
        return report.say(diagnostic);
    }
    dropped(conditions, report);
    for condition in conditions.iter() {
        match unknown_operator(condition) {
            Some(mut diagnostic) => {
                diagnostic.severity = Severity::Warning;
                report.say(diagnostic);
            }
            None => deprecated(condition, report),
        }
    }
}
