//! Defaults of webhook configurations, of admission policies and of their bindings.

use super::{Given, Rule};

const V1: &str = "admissionregistration/v1";
const BETA: &str = "admissionregistration/v1beta1";
const ALPHA: &str = "admissionregistration/v1alpha1";

const FAIL: &[(&str, Given)] = &[("failurePolicy", Given::Text("Fail"))];
const SCOPE: &[(&str, Given)] = &[("scope", Given::Text("*"))];
const MATCH: &[(&str, Given)] = &[
    ("matchPolicy", Given::Text("Equivalent")),
    ("namespaceSelector", Given::Empty),
    ("objectSelector", Given::Empty),
];
const HOOK: &[(&str, Given)] = &[
    ("failurePolicy", Given::Text("Fail")),
    ("matchPolicy", Given::Text("Equivalent")),
    ("namespaceSelector", Given::Empty),
    ("objectSelector", Given::Empty),
    ("timeoutSeconds", Given::Int(10)),
];

const fn rule(package: &'static str, name: &'static str, set: &'static [(&'static str, Given)]) -> Rule {
    Rule {
        of: (package, name),
        set,
        ..Rule::USUAL
    }
}

pub(super) const RULES: &[Rule] = &[
    rule(V1, "MatchResources", MATCH),
    rule(V1, "MutatingAdmissionPolicySpec", FAIL),
    rule(V1, "MutatingWebhook", HOOK),
    rule(
        V1,
        "MutatingWebhook",
        &[("reinvocationPolicy", Given::Text("Never"))],
    ),
    rule(V1, "NamedRuleWithOperations", SCOPE),
    rule(V1, "RuleWithOperations", SCOPE),
    rule(V1, "ServiceReference", &[("port", Given::Int(443))]),
    rule(V1, "ValidatingAdmissionPolicySpec", FAIL),
    rule(V1, "ValidatingWebhook", HOOK),
    rule(ALPHA, "MatchResources", MATCH),
    rule(ALPHA, "MutatingAdmissionPolicySpec", FAIL),
    rule(ALPHA, "NamedRuleWithOperations", SCOPE),
    rule(
        ALPHA,
        "ParamRef",
        &[("parameterNotFoundAction", Given::Text("Deny"))],
    ),
    rule(BETA, "MatchResources", MATCH),
    rule(BETA, "MutatingAdmissionPolicySpec", FAIL),
    rule(BETA, "NamedRuleWithOperations", SCOPE),
];
