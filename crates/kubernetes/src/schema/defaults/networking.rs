//! Defaults of network policies and ingress classes.

use sekisho_document::{Map, Value};

use super::{Given, Rule, fill};

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("networking/v1", "IngressClassParametersReference"),
        more: Some(|reference| {
            if reference.get("scope").is_none_or(Value::is_null) {
                reference.insert("scope", Value::text("Cluster"));
            }
        }),
        ..Rule::USUAL
    },
    Rule {
        of: ("networking/v1", "NetworkPolicyPort"),
        set: &[("protocol", Given::Text("TCP"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("networking/v1", "NetworkPolicySpec"),
        more: Some(policy),
        ..Rule::USUAL
    },
];

/// Incoming traffic always, outgoing only where the policy says something of it.
fn policy(spec: &mut Map) {
    let types: &[&str] = if spec.contains_key("egress") {
        &["Ingress", "Egress"]
    } else {
        &["Ingress"]
    };
    fill(spec, "policyTypes", || {
        Value::List(types.iter().map(Value::text).collect())
    });
}
