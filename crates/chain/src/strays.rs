//! What has no effect although it was read: policies without bindings, bindings and exceptions without
//! policies, words that mean nothing.

use sekisho_admission::checks::match_resources;
use sekisho_diagnostics::{Diagnostic, nearest};
use sekisho_document::{Cursor, Value};
use sekisho_kubernetes::Order;
use sekisho_kubernetes::validation::FieldFault;
use sekisho_parser::{Meta, Policy};

use crate::server::place;

/// Everything of that kind, in the order of the documents.
pub(crate) fn strays(policies: &[Policy], order: Order) -> Vec<Diagnostic> {
    let metas: Vec<&Meta> = policies.iter().map(Policy::meta).collect();
    let said = metas.iter().flat_map(|meta| match meta.gvk.group.as_str() {
        "admissionregistration.k8s.io" => match meta.gvk.kind.strip_suffix("Binding") {
            Some(kind) => dangling_binding(meta, kind, &metas).into_iter().collect(),
            None if order == Order::ApiServer => unbound(meta, &metas).into_iter().collect(),
            None => Vec::new(),
        },
        "kyverno.io" if meta.gvk.kind == "PolicyException" => classic_exception(meta, &metas),
        "policies.kyverno.io" if meta.gvk.kind == "PolicyException" => cel_exception(meta, &metas),
        "policies.kyverno.io" => odd_words(meta),
        _ => Vec::new(),
    });
    said.collect()
}

/// A policy that no binding names; `spec.policyName` of what comes later is read the same way.
fn unbound(meta: &Meta, metas: &[&Meta]) -> Option<Diagnostic> {
    let kind = format!("{}Binding", meta.gvk.kind);
    let is_bound = metas.iter().any(|other| {
        other.gvk.kind == kind && other.tree.value.str_at(&["spec", "policyName"]) == meta.name.value
    });
    let name = &meta.name.value;
    let message = format!("no binding names policy `{name}`: in a cluster it does nothing");
    let help = format!("add a {kind} with `policyName: {name}`");
    (!is_bound).then(|| {
        Diagnostic::warning("unbound-policy", message)
            .at(meta.name.span)
            .help(help)
    })
}

fn dangling_binding(meta: &Meta, kind: &str, metas: &[&Meta]) -> Option<Diagnostic> {
    let at = meta.root().at(&["spec", "policyName"])?;
    let named = at.value.as_str().filter(|named| !named.is_empty())?;
    let known = metas.iter().filter(|other| other.gvk.kind == kind);
    let known = known.map(|other| other.name.value.to_string()).collect();
    missing(
        &format!("binding `{}`", meta.name.value),
        &format!("{kind} `{named}`"),
        named,
        known,
        at,
    )
}

fn classic_exception(meta: &Meta, metas: &[&Meta]) -> Vec<Diagnostic> {
    let known = metas.iter().filter(|other| {
        other.gvk.group == "kyverno.io" && ["ClusterPolicy", "Policy"].contains(&other.gvk.kind.as_str())
    });
    let known: Vec<String> = known.map(|other| other.key().to_string()).collect();
    let entries = meta.root().at(&["spec", "exceptions"]).into_iter();
    let said = entries.flat_map(Cursor::items).filter_map(|entry| {
        let at = entry.get("policyName")?;
        let named = at.value.as_str()?;
        missing(
            &format!("exception `{}`", meta.key()),
            &format!("policy `{named}`"),
            named,
            known.clone(),
            at,
        )
    });
    said.collect()
}

fn cel_exception(meta: &Meta, metas: &[&Meta]) -> Vec<Diagnostic> {
    let entries = meta.root().at(&["spec", "policyRefs"]).into_iter();
    let said = entries.flat_map(Cursor::items).filter_map(|entry| {
        let at = entry.get("name")?;
        let named = at.value.as_str()?;
        let kind = entry.value.str_at(&["kind"]);
        let of_kind = metas.iter().filter(|other| other.gvk.kind == kind);
        let known = of_kind.map(|other| other.name.value.to_string()).collect();
        missing(
            &format!("exception `{}`", meta.key()),
            &format!("{kind} `{named}`"),
            named,
            known,
            at,
        )
    });
    said.collect()
}

/// What names a policy that is not among those known.
fn missing(who: &str, what: &str, named: &str, known: Vec<String>, at: Cursor<'_>) -> Option<Diagnostic> {
    if known.iter().any(|known| known == named) {
        return None;
    }
    let message = format!("{who} is for {what}, which is not loaded");
    let diagnostic = Diagnostic::warning("missing-policy", message).at(at.span());
    Some(match nearest(named, known.iter().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    })
}

const MODES: &[&str] = &["Envoy", "HTTP", "JSON", "Kubernetes"];
const ACTIONS: &[&str] = &["Audit", "Deny", "Warn"];
const FAILURE_POLICIES: &[&str] = &["Fail", "Ignore"];
const CONTROLLERS: &[&str] = &[
    "cronjobs",
    "daemonsets",
    "deployments",
    "jobs",
    "replicasets",
    "statefulsets",
];

/// Words in Kyverno's kinds with CEL that no part of it knows.
fn odd_words(meta: &Meta) -> Vec<Diagnostic> {
    let Some(spec) = meta.root().get("spec") else {
        return Vec::new();
    };
    let mut said = Vec::new();
    let mut words = |at: Option<Cursor<'_>>, field: &str, known: &[&str], consequence: &str| {
        let Some(at) = at else { return };
        let items: Vec<Cursor<'_>> = match at.value {
            Value::List(_) => at.items().collect(),
            _ => vec![at],
        };
        for item in items {
            let Some(word) = item.value.as_str().filter(|word| !word.is_empty()) else {
                continue;
            };
            if known.contains(&word) {
                continue;
            }
            let message = format!("`{field}` is `{word}`, which means nothing: {consequence}");
            let help = match nearest(word, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("use one of `{}`", known.join("`, `")),
            };
            said.push(
                Diagnostic::warning("odd-value", message)
                    .at(item.span())
                    .help(help),
            );
        }
    };
    let mode = spec.at(&["evaluation", "mode"]);
    words(mode, "evaluation.mode", MODES, "the policy judges resources");
    let controllers = spec.at(&["autogen", "podControllers", "controllers"]);
    let field = "autogen.podControllers.controllers";
    words(controllers, field, CONTROLLERS, "no rule is made for it");
    let actions = spec.get("validationActions");
    words(actions, "validationActions", ACTIONS, "nothing comes of it");
    let failure_policy = spec.get("failurePolicy");
    words(
        failure_policy,
        "failurePolicy",
        FAILURE_POLICIES,
        "it is taken for `Fail`",
    );
    if let Some(constraints) = spec.get("matchConstraints") {
        let faults = match_resources(constraints.value, "spec.matchConstraints");
        // What is absent has a default.
        let faults = faults.iter().filter(|fault| fault.fault != FieldFault::Required);
        said.extend(faults.map(|fault| {
            let message = format!("policy `{}`: {fault}", meta.key());
            Diagnostic::warning("odd-value", message).at(place(meta, &fault.field))
        }));
    }
    said
}
