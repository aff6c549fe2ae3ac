//! Variables: which are allowed, where, and whether they can be read (engine reference §1.8.1, JMESPath
//! reference §12).

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::Cursor;

use super::Check;
use super::case::Case;
use super::findings::{Report, Step};
use super::queries::{Allowed, Names, Scope, check_text};
use super::texts::{placeholders, query_of, visit};
use crate::classic::{Body, MatchBlock, Mutate, Patch, Rule};

pub(super) static VARIABLES: &[Check] = &[
    Check {
        section: "1.8.1",
        summary: "background scans know no user: neither in selections nor in queries",
        step: Step::Variables,
        run: background,
    },
    Check {
        section: "1.8.1",
        summary: "no variables where they are never replaced, and no unknown ones anywhere",
        step: Step::Variables,
        run: valid,
    },
];

pub(super) static ELEMENT: &[Check] = &[Check {
    section: "1.8.1",
    summary: "`element` is used only inside a loop",
    step: Step::Rules,
    run: element,
}];

const BACKGROUND: &str = "only select variables are allowed in background mode. Set spec.background=false to \
    disable background mode for this policy rule: ";

fn background(case: &Case<'_>, report: &mut Report<'_>) {
    if !case.spec.background {
        return;
    }
    for (position, rule) in case.expanded.iter().enumerate() {
        for (block, key) in [(&rule.matched, "match"), (&rule.excluded, "exclude")] {
            for (path, what, span) in user_criteria(block) {
                let path = format!("spec/rules[{position}]/{key}{path}/{what}");
                let diagnostic = background_fault(
                    format!("`{what}` asks for the user, whom a background scan does not know"),
                    span,
                );
                report.refuse(
                    diagnostic,
                    format!("{BACKGROUND}invalid variable used at path: {path} "),
                );
            }
        }
    }
    let changes_existing = case.rules.iter().any(|rule| match &rule.body {
        Body::Mutate(mutate) => !mutate.targets.is_empty(),
        Body::Validate(_) | Body::Generate(_) | Body::VerifyImages(_) | Body::Missing | Body::Several(_) => {
            false
        }
    });
    if changes_existing {
        return;
    }
    let Some(spec) = case.spec.at else { return };
    visit(spec, &mut String::new(), &|_| true, &mut |_, leaf| {
        for range in placeholders(leaf.text) {
            let placeholder = leaf.text.get(range.clone()).unwrap_or_default();
            let Some(word) = user_word(placeholder) else {
                continue;
            };
            let span = leaf.span(range.start + word.start..range.start + word.end);
            let word = placeholder.get(word).unwrap_or_default();
            let diagnostic = background_fault(
                format!("`{word}` asks for the user, whom a background scan does not know"),
                span,
            );
            report.refuse(
                diagnostic,
                format!("{BACKGROUND}variable {placeholder} is not allowed "),
            );
        }
    });
}

fn background_fault(message: String, span: Span) -> Diagnostic {
    Diagnostic::error("user-in-background", message)
        .at(span)
        .help("set `spec.background: false`")
}

/// Criteria about the user, as (path of the filter, field, place).
fn user_criteria(block: &MatchBlock<'_>) -> Vec<(String, &'static str, Span)> {
    let mut found = Vec::new();
    let lists = [(&block.any, "any"), (&block.all, "all")];
    let filters = lists.iter().flat_map(|(list, key)| {
        list.iter()
            .enumerate()
            .map(move |(position, filter)| (format!("/{key}[{position}]"), filter))
    });
    for (path, filter) in filters.chain(block.direct.iter().map(|filter| (String::new(), filter))) {
        let lists = [
            (filter.roles.is_empty(), "roles"),
            (filter.cluster_roles.is_empty(), "clusterRoles"),
            (filter.subjects.is_empty(), "subjects"),
        ];
        for (_, what) in lists.into_iter().filter(|(empty, _)| !empty) {
            found.push((path.clone(), what, super::case::key_span(filter.at, what)));
        }
    }
    found
}

/// The first word of a placeholder that asks for the user and is no member of something else.
fn user_word(placeholder: &str) -> Option<Range<usize>> {
    const WORDS: [&str; 5] = [
        "serviceAccountName",
        "serviceAccountNamespace",
        "request.userInfo",
        "request.roles",
        "request.clusterRoles",
    ];
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    WORDS.iter().find_map(|word| {
        placeholder.match_indices(word).find_map(|(start, _)| {
            let end = start + word.len();
            let bytes = placeholder.as_bytes();
            let before = start.checked_sub(1).and_then(|before| bytes.get(before));
            (before != Some(&b'.') && !is_word(bytes.get(end))).then_some(start..end)
        })
    })
}

fn valid(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        forbidden_places(rule, report);
        super::references::check(rule, report);
        let names = Names::of(rule);
        let allowed = Allowed {
            background: case.spec.background,
            targets: names.targets,
        };
        let scope = Scope {
            functions: case.functions,
            allowed,
            names: &names,
        };
        let enter = |path: &str| !is_attestation_condition(path);
        let mut said = Vec::new();
        visit(rule.at, &mut String::new(), &enter, &mut |_, leaf| {
            said.extend(check_text(&leaf, &scope))
        });
        for (diagnostic, text) in said {
            let name = rule.name.value;
            let prefix = "policy contains invalid variables: variable substitution failed for rule";
            report.refuse(diagnostic, format!("{prefix} {name}: {text}"));
        }
    }
}

/// `/verifyImages/0/attestations/1/conditions`: their variables come from the statement.
fn is_attestation_condition(path: &str) -> bool {
    path.starts_with("/verifyImages/") && path.contains("/attestations/") && path.ends_with("/conditions")
}

fn forbidden_places(rule: &Rule<'_>, report: &mut Report<'_>) {
    let mut refuse = |at: Option<Cursor<'_>>, place: &str, said: &str| {
        let Some(at) = at else { return };
        let Some(span) = first_plain_variable(at) else {
            return;
        };
        let diagnostic = Diagnostic::error(
            "variable-not-allowed-here",
            format!("variables are not replaced in {said}"),
        )
        .at(span)
        .help("write the value itself, or ask in `preconditions`");
        let text = format!(
            "rule \"{}\" should not have variables in {place} section",
            rule.name.value
        );
        report.refuse(diagnostic, format!("policy contains invalid variables: {text}"));
    };
    refuse(rule.excluded.at, "exclude", "`exclude`");
    refuse(rule.matched.at, "match", "`match`");
    if let Body::VerifyImages(entries) = &rule.body {
        for entry in entries {
            for field in ["imageReferences", "skipImageReferences"] {
                refuse(entry.at.get(field), "image reference", &format!("`{field}`"));
            }
        }
    }
    if let Body::Mutate(Mutate {
        patch: Patch::Json(patch),
        ..
    }) = &rule.body
        && let Some(span) = super::patch::variable_in_path(*patch)
    {
        let diagnostic = Diagnostic::error(
            "variable-not-allowed-here",
            "variables are not replaced in the path of a JSON patch",
        )
        .at(span)
        .help("use `foreach`, whose patches may have variables in their paths");
        let text = format!(
            "rule \"{}\" should not have variables in patchesJSON6902 path section",
            rule.name.value
        );
        report.refuse(diagnostic, format!("policy contains invalid variables: {text}"));
    }
}

/// The place of the first `{{ }}` without braces inside.
fn first_plain_variable(at: Cursor<'_>) -> Option<Span> {
    let mut first = None;
    visit(at, &mut String::new(), &|_| true, &mut |_, leaf| {
        for range in placeholders(leaf.text) {
            let inside = leaf.text.get(range.start + 2..range.end - 2).unwrap_or_default();
            if !inside.contains(['{', '}']) && first.is_none() {
                first = Some(leaf.span(range));
            }
        }
    });
    first
}

fn element(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        visit(rule.at, &mut String::new(), &|_| true, &mut |path, leaf| {
            if leaf.is_key || path.contains("/foreach/") {
                return;
            }
            for range in placeholders(leaf.text) {
                let query = query_of(leaf.text.get(range.clone()).unwrap_or_default());
                if !query.starts_with("element") {
                    continue;
                }
                let diagnostic = Diagnostic::error(
                    "element-outside-loop",
                    "`element` is known only inside a `foreach`",
                )
                .at(leaf.span(range))
                .help("put the check into `foreach`, or ask the resource: `request.object…`");
                let text = format!("variable '{query}' present outside of foreach at path {path}");
                report.refuse(diagnostic, text);
            }
        });
    }
}
