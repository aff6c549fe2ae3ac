//! The structural block: where mutate and generate rules write (engine reference §1.8.2).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};
use sekisho_kubernetes::{Order, Scope, split_api_version};

use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::{Check, go};
use crate::classic::{Body, Generation, Target};
use crate::fields::{self, KINDS};

pub(super) static TARGETS: &[Check] = &[
    Check {
        section: "1.8.2",
        summary: "a Policy changes only resources of its own namespace",
        step: Step::Structure,
        run: mutate_targets,
    },
    Check {
        section: "1.8.2",
        summary: "a generate rule has one source and a complete target",
        step: Step::Structure,
        run: generate_targets,
    },
];

fn text<'t>(at: Option<Cursor<'t>>) -> &'t str {
    at.and_then(|at| at.value.as_str()).unwrap_or_default()
}

fn mutate_targets(case: &Case<'_>, report: &mut Report<'_>) {
    let own = &case.policy.meta.namespace;
    for (position, rule) in case.rules.iter().enumerate() {
        let Body::Mutate(mutate) = &rule.body else {
            continue;
        };
        for (index, target) in mutate.targets.iter().enumerate() {
            let namespace = text(target.namespace);
            if !case.policy.is_namespaced() || namespace.is_empty() || namespace == own.as_str() {
                continue;
            }
            let diagnostic = Diagnostic::error(
                "target-namespace",
                format!("a Policy of `{own}` can not change resources of `{namespace}`"),
            )
            .at(target.namespace.map_or(target.at.span(), Cursor::span))
            .help("remove `namespace`, or make it a ClusterPolicy");
            let path = format!("spec.rules[{position}].targets[{index}].namespace");
            let detail = "This field can be ignored or should have value of the namespace where the policy is being created";
            report.refuse_field(diagnostic, go::invalid(&path, &Value::from(namespace), detail));
        }
    }
}

fn generate_targets(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.rules.iter().enumerate() {
        let Body::Generate(generate) = &rule.body else {
            continue;
        };
        let path = format!("spec.rules[{position}].generate");
        match &generate.generation {
            Generation::Several(sources) => {
                let message = format!(
                    "{} generates from {} at once",
                    Case::rule_name(rule),
                    sources.join(", ")
                );
                let mut spans = sources
                    .iter()
                    .filter_map(|source| generate.at.get(source))
                    .map(Cursor::key_span);
                let first = spans.next().unwrap_or(generate.at.key_span());
                let diagnostic = Diagnostic::error("several-sources", message)
                    .at(spans.next().unwrap_or(first))
                    .label(first, "the first one")
                    .help("keep one of data, clone, cloneList and foreach");
                let detail =
                    "only one of generate patterns(data, clone, cloneList and foreach) can be specified";
                report.refuse_field(diagnostic, go::forbidden(&path, detail));
            }
            Generation::Foreach(loops) => {
                for (index, each) in loops.iter().enumerate() {
                    target(
                        case,
                        &each.target,
                        &each.generation,
                        &format!("{path}.foreach[{index}]"),
                        report,
                    );
                }
            }
            generation => target(case, &generate.target, generation, &path, report),
        }
    }
}

fn target(
    case: &Case<'_>,
    target: &Target<'_>,
    generation: &Generation<'_>,
    path: &str,
    report: &mut Report<'_>,
) {
    namespace(case, target, path, report);
    match generation {
        Generation::Data(_) | Generation::Several(_) | Generation::Foreach(_) => {}
        Generation::CloneList(list) => clone_list(case, *list, path, report),
        Generation::Clone(_) | Generation::Missing => {
            for (field, given) in [
                ("kind", target.kind),
                ("name", target.name),
                ("apiVersion", target.api_version),
            ] {
                if !text(given).is_empty() {
                    continue;
                }
                let diagnostic = Diagnostic::error(
                    "incomplete-target",
                    format!("the generated object has no `{field}`"),
                )
                .at(target.at.key_span())
                .help(format!("add `{field}`"));
                report.refuse_field(
                    diagnostic,
                    go::forbidden(&format!("{path}.{field}"), &format!("{field} can not be empty")),
                );
            }
        }
    }
}

/// The scope of a kind of the cluster, or of one of Kyverno's own.
fn scope(case: &Case<'_>, group: &str, kind: &str) -> Option<Scope> {
    let own = || {
        let shape = KINDS
            .iter()
            .find(|shape| shape.group == group && shape.kind == kind)?;
        Some(match shape.scope {
            fields::Scope::Cluster => Scope::Cluster,
            fields::Scope::Namespaced => Scope::Namespaced,
        })
    };
    case.kinds.scope(group, kind).or_else(own)
}

/// Offline Kyverno takes every kind for a namespaced one; a cluster knows better.
fn namespace(case: &Case<'_>, target: &Target<'_>, path: &str, report: &mut Report<'_>) {
    const MUST: &str = "target namespace must be set for a namespaced resource";
    const MUST_NOT: &str = "target namespace must not be set for a cluster-wide resource";
    let (kind, namespace) = (text(target.kind), text(target.namespace));
    if kind.is_empty() {
        return;
    }
    let group = split_api_version(text(target.api_version)).map_or("", |(group, _)| group);
    let scope = scope(case, group, kind);
    let path = format!("{path}.namespace");
    if namespace.is_empty() {
        let span = key_span(target.at, "kind");
        let fault =
            |message: String, help: &str| Diagnostic::error("target-namespace", message).at(span).help(help);
        if scope != Some(Scope::Cluster) {
            let message = format!("the generated {kind} has no namespace");
            let diagnostic = fault(
                message,
                "add `namespace`, mostly `{{ request.namespace }}` or `{{ request.object.metadata.name }}`",
            );
            match scope {
                Some(Scope::Namespaced) => report.refuse_field(diagnostic, go::forbidden(&path, MUST)),
                Some(Scope::Cluster) | None => {
                    report.refuse_field_only(Order::KyvernoCli, diagnostic, go::forbidden(&path, MUST));
                }
            }
            return;
        }
        let mut diagnostic = fault(
            format!(
                "Kyverno's command line refuses to generate the cluster-wide {kind}: it takes every kind for a namespaced one"
            ),
            "use `--semantics cluster`",
        );
        diagnostic.severity = sekisho_diagnostics::Severity::Warning;
        return report.refuse_field_only(Order::KyvernoCli, diagnostic, go::forbidden(&path, MUST));
    }
    if scope == Some(Scope::Cluster) {
        let diagnostic = Diagnostic::error(
            "target-namespace",
            format!("the generated {kind} is cluster-wide and has no namespace"),
        )
        .at(key_span(target.at, "namespace"))
        .help("remove `namespace`");
        report.refuse_field_only(Order::ApiServer, diagnostic, go::forbidden(&path, MUST_NOT));
    }
}

fn clone_list(case: &Case<'_>, list: Cursor<'_>, path: &str, report: &mut Report<'_>) {
    let kinds: Vec<Cursor<'_>> = list
        .get("kinds")
        .into_iter()
        .flat_map(|kinds| kinds.items())
        .collect();
    let scope = |at: &Cursor<'_>| {
        let (api_version, kind) = at.value.as_str().and_then(|text| text.rsplit_once('/'))?;
        let (group, _) = split_api_version(api_version)?;
        self::scope(case, group, kind)
    };
    let Some(first) = kinds.first().and_then(scope) else {
        return;
    };
    for kind in kinds.iter().skip(1) {
        if scope(kind).is_none_or(|scope| scope == first) {
            continue;
        }
        let diagnostic = Diagnostic::error(
            "mixed-scopes",
            "the list to copy has cluster-wide and namespaced kinds",
        )
        .at(kind.span())
        .help("make a rule of its own for each scope");
        let text = go::forbidden(
            &format!("{path}.cloneList.kinds"),
            "mixed scope of target resources is not allowed",
        );
        return report.refuse_field_only(Order::ApiServer, diagnostic, text);
    }
}
