//! Bodies of rules (engine reference §1.8.7): validate, mutate, generate.

use sekisho_diagnostics::{Diagnostic, Severity};
use sekisho_document::Cursor;

use super::Check;
use super::anchors::{self, Anchor};
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use crate::classic::{
    Body, Cel, Check as Checks, Generate, GenerateLoop, Generation, Mutate, MutateLoop, Patch, Rule,
    Validate, ValidateLoop,
};
use crate::codes::ignored_field;
use crate::fields::{MUTATE_LOOP, Shape, VALIDATE_LOOP};
use crate::look::entry;

pub(super) static BODIES: &[Check] = &[Check {
    section: "1.8.7",
    summary: "the body of a rule is complete and says one thing",
    step: Step::Rules,
    run: bodies,
}];

fn bodies(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        cel_preconditions(rule, report);
        let prefix = format!("path: spec.rules[{position}].");
        match &rule.body {
            Body::Validate(body) => validate(body, &format!("{prefix}validate."), report),
            Body::Mutate(body) => mutate(body, &format!("{prefix}mutate."), report),
            Body::Generate(body) => generate(rule, body, &format!("{prefix}generate."), report),
            Body::VerifyImages(_) | Body::Missing | Body::Several(_) => {}
        }
    }
}

fn cel_preconditions(rule: &Rule<'_>, report: &mut Report<'_>) {
    let is_cel = matches!(&rule.body, Body::Validate(validate) if matches!(validate.check, Checks::Cel(_)));
    if is_cel || rule.cel_preconditions.is_empty() {
        return;
    }
    let diagnostic = Diagnostic::error(
        "cel-preconditions",
        "`celPreconditions` work only with `validate.cel`",
    )
    .at(key_span(rule.at, "celPreconditions"))
    .help("write the conditions as `preconditions`");
    report.refuse(diagnostic, "celPrecondition can only be used with validate.cel");
}

const ELEMENTS: &str = "pattern, anyPattern, deny, foreach, cel";

fn validate(body: &Validate<'_>, prefix: &str, report: &mut Report<'_>) {
    match &body.check {
        Checks::Missing => {
            let mut diagnostic = Diagnostic::error("no-check", "the rule validates nothing")
                .at(body.at.key_span())
                .help(format!("add one of {ELEMENTS}, podSecurity"));
            if entry(body.at, "assert").is_some() {
                diagnostic = diagnostic.cause("`assert` is accepted and has no effect");
            }
            report.refuse(
                diagnostic,
                format!("{prefix}.: one of {ELEMENTS} must be specified"),
            );
        }
        Checks::Several(given) => {
            let diagnostic = several(
                body.at,
                given,
                "validates in several ways",
                "make a rule of its own for each",
            );
            report.refuse(
                diagnostic,
                format!("{prefix}.: only one of {ELEMENTS} can be specified"),
            );
        }
        Checks::Pattern(pattern) => anchored(*pattern, &format!("{prefix}pattern."), report),
        Checks::AnyPattern(patterns) => {
            if patterns.value.as_list().is_none() {
                let message = format!(
                    "`anyPattern` is {}, expected a list of patterns",
                    patterns.value.kind().with_article()
                );
                let diagnostic = Diagnostic::error("wrong-type", message)
                    .at(patterns.span())
                    .help("begin each pattern with a dash, or write `pattern`");
                let text = "failed to deserialize anyPattern, expect array";
                report.refuse(diagnostic, format!("{prefix}anyPattern.: {text}"));
            }
            for (index, pattern) in patterns.items().enumerate() {
                anchored(pattern, &format!("{prefix}anyPattern[{index}]."), report);
            }
        }
        Checks::Foreach(loops) => loops
            .iter()
            .for_each(|each| validate_loop(each, prefix, false, report)),
        Checks::Cel(cel) => self::cel(cel, prefix, report),
        Checks::Deny(_) | Checks::PodSecurity(_) | Checks::Manifests(_) => {}
    }
}

fn several(at: Cursor<'_>, given: &[&'static str], message: &str, help: &str) -> Diagnostic {
    let mut spans = given.iter().filter_map(|key| at.get(key)).map(Cursor::key_span);
    let first = spans.next().unwrap_or(at.key_span());
    Diagnostic::error(
        "several-checks",
        format!("the rule {message}: {}", given.join(", ")),
    )
    .at(spans.next().unwrap_or(first))
    .label(first, "the first one")
    .help(help)
}

/// Kyverno looks at the loops of the rule, not at those inside them; the same faults there fail when the rule
/// is applied.
fn validate_loop(each: &ValidateLoop<'_>, prefix: &str, is_inner: bool, report: &mut Report<'_>) {
    const BODIES: &str = "pattern, anyPattern, deny, or a nested foreach";
    let mut say = |diagnostic: Diagnostic, text: String| match is_inner {
        false => report.refuse(diagnostic, text),
        true => {
            let mut diagnostic = diagnostic;
            diagnostic.severity = Severity::Warning;
            report.say(diagnostic);
        }
    };
    if each.list.is_none_or(|list| list.value.as_str() == Some("")) {
        let diagnostic = Diagnostic::error("no-list", "this loop has no `list`")
            .at(each.at.span())
            .help("add `list`: a query for the elements, for example `request.object.spec.containers`");
        say(diagnostic, format!("{prefix}.: foreach.list is required"));
    }
    match &each.check {
        Checks::Missing => {
            let diagnostic = Diagnostic::error("no-check", "this loop validates nothing")
                .at(each.at.span())
                .help("add pattern, anyPattern, deny or foreach");
            say(
                diagnostic,
                format!("{prefix}.: one of {BODIES} must be specified"),
            );
        }
        Checks::Several(given) => {
            let diagnostic = several(
                each.at,
                given,
                "validates in several ways in one loop",
                "make a loop of its own for each",
            );
            say(
                diagnostic,
                format!("{prefix}.: only one of {BODIES} can be specified"),
            );
        }
        Checks::Foreach(loops) => {
            for each in loops {
                dropped(each.at, &VALIDATE_LOOP, report);
                validate_loop(each, prefix, true, report);
            }
        }
        Checks::Pattern(_)
        | Checks::AnyPattern(_)
        | Checks::Deny(_)
        | Checks::PodSecurity(_)
        | Checks::Cel(_)
        | Checks::Manifests(_) => {}
    }
}

/// Fields of a loop inside a loop that nobody looks at.
fn dropped(at: Cursor<'_>, shape: &Shape, report: &mut Report<'_>) {
    for (key, at) in at.entries().filter(|(key, _)| shape.field(key).is_none()) {
        let names: Vec<&'static str> = shape.fields.iter().map(|field| field.name).collect();
        report.say(ignored_field(key, at, &names));
    }
}

/// Anchors in patterns: all but `+()`, and `^()` with a list that has items.
fn anchored(pattern: Cursor<'_>, prefix: &str, report: &mut Report<'_>) {
    anchors::visit(pattern, "/", &mut |path, key, anchor, at| match anchor {
        Anchor::AddIfAbsent => {
            let diagnostic = Diagnostic::error(
                "unsupported-anchor",
                format!("the anchor of `{key}` works only in patches"),
            )
            .at(at.key_span())
            .help("in a pattern write `=()` for a field that may be absent");
            report.refuse(
                diagnostic,
                format!("{prefix}{path}/{key}.: unsupported anchor {key}"),
            );
        }
        Anchor::Existence => {
            let fault = match at.value.as_list() {
                None => Some(("existence anchor should have value of type list", "is no list")),
                Some(list) if list.is_empty() => Some((
                    "existence anchor: should have atleast one value",
                    "is an empty list",
                )),
                Some(_) => None,
            };
            let Some((text, is)) = fault else { return };
            let diagnostic = Diagnostic::error("bad-anchor", format!("the value of `{key}` {is}"))
                .at(at.span())
                .help("give `^()` a list with the item that must exist");
            report.refuse(diagnostic, format!("{prefix}{path}/{key}.: {text}"));
        }
        Anchor::Condition | Anchor::Equality | Anchor::Negation | Anchor::Global => {}
    });
}

fn cel(cel: &Cel<'_>, prefix: &str, report: &mut Report<'_>) {
    let mut refuse = |at: Cursor<'_>, message: &str, help: &str, text: &str| {
        let diagnostic = Diagnostic::error("incomplete-cel", message)
            .at(at.key_span())
            .help(help);
        report.refuse(diagnostic, format!("{prefix}.: {text}"));
    };
    for expression in &cel.expressions {
        if expression.value.str_at(&["expression"]).trim().is_empty() {
            refuse(
                *expression,
                "an expression is empty",
                "write it, or remove the item",
                "cel.expressions.expression is required",
            );
        }
    }
    if let Some(kind) = cel.param_kind {
        for field in ["apiVersion", "kind"] {
            if kind.value.str_at(&[field]).is_empty() {
                let message = format!("`paramKind` has no `{field}`");
                refuse(
                    kind,
                    &message,
                    &format!("add `{field}`"),
                    &format!("cel.paramKind.{field} is required"),
                );
            }
        }
        if cel.param_ref.is_none() {
            refuse(
                kind,
                "`paramKind` needs `paramRef`",
                "add `paramRef`: which objects",
                "cel.paramRef is required",
            );
        }
    }
    let Some(reference) = cel.param_ref else { return };
    let (name, selector) = (entry(reference, "name"), entry(reference, "selector"));
    if name.is_some() == selector.is_some() {
        let text = "one of cel.paramRef.name or cel.paramRef.selector must be set";
        refuse(
            reference,
            "`paramRef` needs either `name` or `selector`",
            "keep one of them",
            text,
        );
    }
    if entry(reference, "parameterNotFoundAction").is_none() {
        let text = "cel.paramRef.parameterNotFoundAction is required";
        refuse(
            reference,
            "`paramRef` has no `parameterNotFoundAction`",
            "add it: `Allow` or `Deny`",
            text,
        );
    }
    if cel.param_kind.is_none() {
        refuse(
            reference,
            "`paramRef` needs `paramKind`",
            "add `paramKind`",
            "cel.paramKind is required",
        );
    }
}

const ONE_PATCH: &str = "only one of `patchStrategicMerge` or `patchesJson6902` is allowed";

fn mutate(body: &Mutate<'_>, prefix: &str, report: &mut Report<'_>) {
    match &body.patch {
        Patch::Several(given) => {
            let diagnostic = several(
                body.at,
                given,
                "changes in several ways",
                "make a rule of its own for each",
            );
            let text = if given.contains(&"foreach") {
                "only one of `foreach`, `patchStrategicMerge`, or `patchesJson6902` is allowed"
            } else {
                ONE_PATCH
            };
            report.refuse(diagnostic, format!("{prefix}foreach.: {text}"));
        }
        Patch::Foreach(loops) => {
            for (index, each) in loops.iter().enumerate() {
                mutate_loop(each, &format!("foreach[{index}]"), prefix, report);
            }
        }
        Patch::Missing => {
            let diagnostic = Diagnostic::warning("no-patch", "the rule changes nothing")
                .at(body.at.key_span())
                .help("add patchStrategicMerge, patchesJson6902 or foreach");
            report.say(diagnostic);
        }
        Patch::Merge(_) | Patch::Json(_) => {}
    }
}

fn mutate_loop(each: &MutateLoop<'_>, tag: &str, prefix: &str, report: &mut Report<'_>) {
    let has_inner = entry(each.at, "foreach").is_some();
    let beside = [
        "context",
        "preconditions",
        "patchesJson6902",
        "patchStrategicMerge",
    ]
    .into_iter()
    .find_map(|field| entry(each.at, field));
    if let (true, Some(beside)) = (has_inner, beside) {
        let diagnostic = Diagnostic::error("nested-loop", "a loop that holds another loop says nothing else")
            .at(beside.key_span())
            .label(key_span(each.at, "foreach"), "the inner loop")
            .help("move it into the inner loop");
        report.refuse(
            diagnostic,
            format!("{prefix}{tag}.: a nested foreach cannot contain other declarations"),
        );
        return;
    }
    match &each.patch {
        Patch::Several(given) => {
            let diagnostic = several(
                each.at,
                given,
                "changes in several ways in one loop",
                "make a loop of its own for each",
            );
            report.refuse(diagnostic, format!("{prefix}{tag}.: {ONE_PATCH}"));
        }
        Patch::Missing => {
            let diagnostic = Diagnostic::error("no-patch", "this loop changes nothing")
                .at(each.at.span())
                .help("add patchStrategicMerge or patchesJson6902");
            report.refuse(diagnostic, format!("{prefix}{tag}.: {ONE_PATCH}"));
        }
        Patch::Foreach(loops) => {
            for (index, each) in loops.iter().enumerate() {
                dropped(each.at, &MUTATE_LOOP, report);
                mutate_loop(each, &format!("{tag}foreach[{index}]"), prefix, report);
            }
        }
        Patch::Merge(_) | Patch::Json(_) => {}
    }
}

fn generate(rule: &Rule<'_>, body: &Generate<'_>, prefix: &str, report: &mut Report<'_>) {
    if let Some(data) = data_of(&body.generation) {
        anchors::visit(data, "/", &mut |path, key, _, at| {
            let diagnostic = Diagnostic::error(
                "unsupported-anchor",
                format!("`{key}` is an anchor, generated data has none"),
            )
            .at(at.key_span())
            .help("write the plain name");
            report.refuse(
                diagnostic,
                format!("{prefix}{path}.: anchors not supported on generate resources: {key}"),
            );
        });
    }
    if let Generation::Foreach(loops) = &body.generation {
        for each in loops {
            generate_loop(each, report);
        }
    }
    let kind = body.target.kind;
    let direct = rule.matched.direct.as_ref();
    let same = kind.and_then(|kind| {
        let kinds = direct.map(|filter| filter.kinds.as_slice()).unwrap_or_default();
        let text = kind.value.as_str()?;
        kinds
            .iter()
            .find(|matched| matched.value == text)
            .map(|matched| (kind, matched))
    });
    if let Some((kind, matched)) = same {
        let diagnostic = Diagnostic::error(
            "same-kind",
            format!("the rule generates `{}`, the kind it matches", matched.value),
        )
        .at(kind.span())
        .label(matched.span, "matched here")
        .help("generate another kind, or the rule starts itself again");
        report.refuse(
            diagnostic,
            format!("{prefix}kind.: generation kind and match resource kind should not be the same"),
        );
    }
}

fn data_of<'t>(generation: &Generation<'t>) -> Option<Cursor<'t>> {
    match generation {
        Generation::Data(data) => Some(*data),
        Generation::Clone(_)
        | Generation::CloneList(_)
        | Generation::Foreach(_)
        | Generation::Missing
        | Generation::Several(_) => None,
    }
}

fn generate_loop(each: &GenerateLoop<'_>, report: &mut Report<'_>) {
    if each.list.is_none_or(|list| list.value.as_str() == Some("")) {
        let diagnostic = Diagnostic::warning("no-list", "this loop has no `list`")
            .at(each.at.span())
            .help("add `list`: a query for the elements");
        report.say(diagnostic);
    }
}
