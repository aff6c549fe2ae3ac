//! The structural block: `match` and `exclude` (engine reference §1.8.2).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};
use sekisho_kubernetes::{KindSelector, Kinds, Order, Scope, Selector, wildcard};

use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::{Check, empty_set, go};
use crate::classic::{Filter, MatchBlock, Subject};

pub(super) static SELECTION: &[Check] = &[
    Check {
        section: "1.8.8",
        summary: "`exclude` leaves something of `match`",
        step: Step::Structure,
        run: empty_set::check,
    },
    Check {
        section: "1.8.2",
        summary: "`match` and `exclude` are well formed",
        step: Step::Structure,
        run: blocks,
    },
];

fn blocks(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.rules.iter().enumerate() {
        for (block, key) in [(&rule.matched, "match"), (&rule.excluded, "exclude")] {
            let path = format!("spec.rules[{position}].{key}");
            well_formed(block, &path, report);
            if case.policy.is_namespaced() {
                each_filter(block, &path, |filter, path| {
                    within_namespace(case.kinds, filter, path, report)
                });
            }
        }
    }
}

/// Visits each filter with its path.
fn each_filter<'b, 't>(block: &'b MatchBlock<'t>, path: &str, mut visit: impl FnMut(&'b Filter<'t>, &str)) {
    for (list, key) in [(&block.any, "any"), (&block.all, "all")] {
        for (position, filter) in list.iter().enumerate() {
            visit(filter, &format!("{path}.{key}[{position}]"));
        }
    }
    if let Some(direct) = &block.direct {
        visit(direct, path);
    }
}

/// The form of a block; exceptions and cleanup policies have such blocks too.
pub(super) fn well_formed(block: &MatchBlock<'_>, path: &str, report: &mut Report<'_>) {
    let Some(at) = block.at else { return };
    if !block.any.is_empty() && !block.all.is_empty() {
        let diagnostic = Diagnostic::error(
            "any-and-all",
            "`any` and `all` stand together, only `any` would count",
        )
        .at(key_span(at, "all"))
        .label(key_span(at, "any"), "`any` is here")
        .help("keep one of them");
        report.refuse_field(
            diagnostic,
            go::invalid_block(path, at, "Can't specify any and all together"),
        );
    }
    each_filter(block, path, |filter, path| self::filter(filter, path, report));
}

fn filter(filter: &Filter<'_>, path: &str, report: &mut Report<'_>) {
    user(filter, path, report);
    let Some(resources) = filter.resources else { return };
    if let (Some(name), [first, ..]) = (
        filter.name.filter(|name| !name.value.is_empty()),
        filter.names.as_slice(),
    ) {
        let diagnostic = Diagnostic::error("name-and-names", "`name` and `names` stand together")
            .at(name.span)
            .label(first.span, "`names` is here")
            .help("put all of them into `names`");
        let text = go::invalid(
            path,
            resources.value,
            "Both name and names can not be specified together",
        );
        report.refuse_field(diagnostic, text);
    }
    if let Some(selector) = filter.selector {
        self::selector(selector, &format!("{path}.selector"), report);
    }
}

fn selector(selector: Cursor<'_>, path: &str, report: &mut Report<'_>) {
    let labels = selector.value.get("matchLabels").and_then(Value::as_map);
    let has_wildcard = labels
        .into_iter()
        .flatten()
        .any(|(key, value)| wildcard::is_pattern(key) || value.as_str().is_some_and(wildcard::is_pattern));
    if has_wildcard {
        return;
    }
    match Selector::read(selector.value) {
        Err(error) => {
            let text = error.to_string();
            let diagnostic = Diagnostic::error("bad-selector", "this label selector can not be used")
                .at(selector.key_span())
                .cause(text.clone())
                .help("labels have the form `prefix/name`; operators are In, NotIn, Exists and DoesNotExist");
            report.refuse_field(diagnostic, go::invalid(path, selector.value, &text));
        }
        Ok(read) if read.is_everything() => {
            let diagnostic = Diagnostic::error("bad-selector", "the label selector asks nothing")
                .at(selector.key_span())
                .help("add `matchLabels` or `matchExpressions`, or remove the selector");
            let detail = "The requirements are not specified in selector";
            report.refuse_field(diagnostic, go::invalid(path, selector.value, detail));
        }
        Ok(_) => {}
    }
}

/// A namespaced policy asks for no namespace, and for no kind that has none.
pub(super) fn within_namespace(kinds: &Kinds, filter: &Filter<'_>, path: &str, report: &mut Report<'_>) {
    let Some(resources) = filter.resources else { return };
    if !filter.namespaces.is_empty() {
        let diagnostic = Diagnostic::error(
            "namespaces-in-policy",
            "a Policy looks only at its own namespace and takes no `namespaces`",
        )
        .at(key_span(resources, "namespaces"))
        .help("remove `namespaces`, or make it a ClusterPolicy");
        let value = resources.value.get("namespaces").cloned().unwrap_or_default();
        let detail = "Filtering namespaces not allowed in namespaced policies";
        report.refuse_field(
            diagnostic,
            go::invalid(&format!("{path}.namespaces"), &value, detail),
        );
    }
    for kind in &filter.kinds {
        let selector = KindSelector::parse(kind.value);
        let name = selector.kind.pattern();
        let mut known = kinds
            .of_kind(name)
            .filter(|kind| selector.group.matches(&kind.group))
            .peekable();
        if known.peek().is_none() || known.any(|kind| kind.scope == Scope::Namespaced) {
            continue;
        }
        let diagnostic = Diagnostic::error(
            "cluster-kind-in-policy",
            format!("`{name}` is cluster-wide, a Policy never meets it"),
        )
        .at(kind.span)
        .help("remove it, or make it a ClusterPolicy");
        let detail = format!("Cluster wide resource '{name}' not allowed in namespaced policy");
        let text = go::invalid(&format!("{path}.kinds"), &Value::from(kind.value), &detail);
        report.refuse_field_only(Order::ApiServer, diagnostic, text);
    }
}

fn user(filter: &Filter<'_>, path: &str, report: &mut Report<'_>) {
    for (position, role) in filter.roles.iter().enumerate() {
        if role.value.split(':').count() == 2 {
            continue;
        }
        let diagnostic = Diagnostic::error(
            "bad-role",
            format!("`{}` does not say the namespace of the role", role.value),
        )
        .at(role.span)
        .help("write it as `namespace:name`");
        let detail = "Role is expected to be in namespace:name format";
        let text = go::invalid(
            &format!("{path}.roles[{position}]"),
            &Value::from(role.value),
            detail,
        );
        report.refuse_field(diagnostic, text);
    }
    for (position, subject) in filter.subjects.iter().enumerate() {
        self::subject(subject, &format!("{path}.subjects[{position}]"), report);
    }
}

fn subject(subject: &Subject<'_>, path: &str, report: &mut Report<'_>) {
    let bad =
        |span, message: String, help: &str| Diagnostic::error("bad-subject", message).at(span).help(help);
    match subject.kind.value {
        "" => report.refuse_field(
            bad(
                subject.at.span(),
                "a subject has no kind".to_owned(),
                "add `kind`: User, Group or ServiceAccount",
            ),
            go::required(&format!("{path}.kind"), ""),
        ),
        "User" | "Group" | "ServiceAccount" => {}
        other => report.refuse_field(
            bad(
                subject.kind.span,
                format!("`{other}` is no kind of subject"),
                "write `User`, `Group` or `ServiceAccount`",
            ),
            go::invalid(
                &format!("{path}.kind"),
                &Value::from(other),
                "kind must be 'User', 'Group', or 'ServiceAccount'",
            ),
        ),
    }
    if subject.name.value.is_empty() {
        report.refuse_field(
            bad(
                subject.at.span(),
                "a subject has no name".to_owned(),
                "add `name`; wildcards are allowed",
            ),
            go::required(&format!("{path}.name"), ""),
        );
    }
    let no_namespace = subject
        .namespace
        .is_none_or(|namespace| namespace.value.is_empty());
    if subject.kind.value == "ServiceAccount" && no_namespace {
        report.refuse_field(
            bad(
                subject.at.span(),
                format!("service account `{}` has no namespace", subject.name.value),
                "add `namespace`; wildcards are allowed",
            ),
            go::required(
                &format!("{path}.namespace"),
                "namespace is required when Kind is ServiceAccount",
            ),
        );
    }
}
