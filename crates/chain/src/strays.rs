//! What has no effect although it was read: policies without bindings, bindings and exceptions without
//! policies, words that mean nothing.

use sekisho_admission::checks::match_resources;
use sekisho_diagnostics::{Diagnostic, nearest};
use sekisho_document::{Cursor, Text, Value};
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
    let mut said: Vec<Diagnostic> = said.collect();
    said.extend(twins(policies));
    said
}

/// How a policy says that it is another form of one.
const TWIN: &str = "sekisho.dev/twin-of";

/// The name of the policy that an admission policy is another form of, if that is loaded too: the two would
/// say everything twice.
pub(crate) fn twin_of<'p>(meta: &'p Meta, policies: &[Policy]) -> Option<&'p str> {
    let other = meta.annotation(TWIN)?;
    let (kind, name) = other.split_once('/')?;
    let mut metas = policies.iter().map(Policy::meta);
    metas
        .any(|meta| meta.gvk.kind == kind && meta.name.value == name)
        .then_some(name)
}

fn twins(policies: &[Policy]) -> Option<Diagnostic> {
    const NAMED: usize = 3;
    let native = policies.iter().filter_map(|policy| match policy {
        Policy::Admission(policy) => Some(&policy.meta),
        _ => None,
    });
    let twins: Vec<&Meta> = native.filter(|meta| twin_of(meta, policies).is_some()).collect();
    let first = twins.first()?;
    let named: Vec<String> = twins
        .iter()
        .take(NAMED)
        .map(|meta| format!("`{}`", meta.name.value))
        .collect();
    let more = match twins.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "not judged twice: {}{more} in the form of ValidatingAdmissionPolicies, beside the policies that they are twins of",
        named.join(", ")
    );
    Some(Diagnostic::note("twin-policy", message).at(first.name.span))
}

/// The policies that select namespaces by labels which a namespace does not have by itself.
pub(crate) fn namespace_selectors(policies: &[Policy]) -> Vec<Text> {
    let asks = policies
        .iter()
        .filter(|policy| !matches!(policy, Policy::Definition(_)))
        .map(Policy::meta)
        .filter(|meta| selects_namespaces(&meta.tree.value));
    asks.map(Meta::key).collect()
}

/// Looks through a value, whose depth the reader has limited.
fn selects_namespaces(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.iter().any(|(key, value)| match key.as_str() {
            "namespaceSelector" => asks_for_labels(value),
            _ => selects_namespaces(value),
        }),
        Value::List(list) => list.iter().any(selects_namespaces),
        _ => false,
    }
}

fn asks_for_labels(selector: &Value) -> bool {
    let is_given = |key: &str| key == "kubernetes.io/metadata.name";
    let labels = selector.get("matchLabels").and_then(Value::as_map);
    let mut keys = labels.into_iter().flat_map(|labels| labels.keys());
    let terms = selector.get("matchExpressions").and_then(Value::as_list);
    let mut terms = terms.into_iter().flatten();
    keys.any(|key| !is_given(key)) || terms.any(|term| !is_given(term.str_at(&["key"])))
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
