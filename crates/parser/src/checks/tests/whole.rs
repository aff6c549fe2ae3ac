//! The policy as a whole, its structure, its overrides.

use sekisho_kubernetes::Order;

use super::{PODS, check, deny, pods, policy, run};
use crate::CliFate;

#[test]
fn a_sound_policy_passes() {
    for rule in [
        pods("validate: {pattern: {metadata: {labels: {app: \"?*\"}}}}"),
        pods("validate: {deny: {}}"),
        deny("{key: \"{{ request.operation }}\", operator: In, value: [CREATE]}"),
        deny("{key: \"{{ request.object.metadata.labels.a || '' }}\", operator: Equals, value: b}"),
        pods("mutate: {patchesJson6902: \"- {op: add, path: /metadata/labels/a, value: b}\"}"),
        pods(
            "mutate: {foreach: [{list: request.object.spec.containers, patchStrategicMerge: {spec: {x: \"{{ element.name }}\"}}}]}",
        ),
        pods("context: [{name: a, variable: {value: 1}}]\nvalidate: {message: \"{{ a }}\", deny: {}}"),
        pods("validate: {pattern: {spec: {x: \"$(./../k)\", k: b}}}"),
    ] {
        let checked = check(&policy("", &rule));
        assert_eq!(checked.refusal(Order::KyvernoCli), None, "{rule}");
        assert_eq!(checked.refusal(Order::ApiServer), None, "{rule}");
    }
}

#[test]
fn the_policy_as_a_whole() {
    run(&[
        (
            "admission: false\nbackground: false",
            pods("validate: {deny: {}}"),
            "never-processed",
            "background",
            "disabling both admission and background processing is not allowed",
        ),
        (
            "admission: false",
            pods("mutate: {patchStrategicMerge: {metadata: {labels: {a: b}}}}"),
            "admission-needed",
            "admission",
            "disabling admission processing is only allowed with validation policies",
        ),
    ]);
    let text = policy("", &pods("validate: {deny: {}}"))
        .replace("{name: check}", "\n  name: check\n  namespace: shop");
    let checked = check(&text);
    assert_eq!(
        checked.refusal(Order::KyvernoCli).as_deref(),
        Some("A clusterpolicy should not have the namespace defined")
    );
    let found = checked.diagnostics(Order::KyvernoCli);
    assert!(found.iter().all(|diagnostic| diagnostic.fix.is_some()));
}

#[test]
fn a_policy_without_rules_is_warned_about() {
    let text = policy("", "").replace("  rules:\n  - name: first\n", "  rules: []\n");
    let checked = check(&text);
    assert_eq!(checked.fate(), CliFate::Loaded);
    assert_eq!(checked.diagnostics(Order::KyvernoCli)[0].code, "no-rules");
}

#[test]
fn structure_of_the_policy() {
    let body = "validate: {deny: {}}";
    run(&[
        (
            "webhookTimeoutSeconds: 5\nwebhookConfiguration: {timeoutSeconds: 5}",
            pods(body),
            "deprecated-field",
            "webhookTimeoutSeconds",
            "spec.webhookTimeoutSeconds: Forbidden: remove the deprecated field and use spec.webhookConfiguration.timeoutSeconds instead",
        ),
        (
            "failurePolicy: Fail\nwebhookConfiguration: {failurePolicy: Fail}",
            pods(body),
            "deprecated-field",
            "failurePolicy",
            "spec.failurePolicy: Forbidden: remove the deprecated field and use spec.webhookConfiguration.failurePolicy instead",
        ),
        (
            "webhookConfiguration: {timeoutSeconds: 31}",
            pods(body),
            "timeout-range",
            "31",
            "the timeout value must be between 1 and 30 seconds",
        ),
        (
            "generateExistingOnPolicyUpdate: false",
            pods(body),
            "deprecated-field",
            "generateExistingOnPolicyUpdate",
            "spec.generateExistingOnPolicyUpdate: Forbidden: remove the deprecated field",
        ),
        (
            "",
            pods("mutate: {mutateExistingOnPolicyUpdate: true, patchStrategicMerge: {a: b}}"),
            "missing-targets",
            "mutate",
            "spec.mutateExistingOnPolicyUpdate: Forbidden: rules[0].mutate.targets has to be specified when mutateExistingOnPolicyUpdate is set",
        ),
        (
            "",
            pods("validate: {deny: {}}\nmutate: {patchStrategicMerge: {a: b}}"),
            "several-bodies",
            "validate",
            "Multiple operations defined in the rule 'first', only one operation (mutate,validate,generate,verifyImages) is allowed per rule",
        ),
        (
            "",
            PODS.to_owned(),
            "no-body",
            "first",
            "spec.rules[0]: Invalid value: {\"name\":\"first\",\"match\":{\"any\":[{\"resources\":{\"kinds\":[\"Pod\"]}}],\"resources\":{}},\"skipBackgroundRequests\":true}: No operation defined in the rule 'first'.(supported operations: mutate,validate,generate,verifyImages)",
        ),
        (
            "",
            pods("imageExtractors: {Task: [{path: /spec/image}]}\nvalidate: {deny: {}}"),
            "extractors-without-images",
            "imageExtractors",
            "imageExtractors can only be defined for verifyImages rule",
        ),
    ]);
    let rule = "  - name: first\n    match: {any: [{resources: {kinds: [Pod]}}]}\n    validate: {deny: {}}\n";
    let two = policy("", &pods("validate: {deny: {}}")) + rule;
    let refusal = check(&two).refusal(Order::KyvernoCli).unwrap();
    assert!(
        refusal.starts_with("spec.rules[1].name: Invalid value: {"),
        "{refusal}"
    );
    assert!(refusal.ends_with("Duplicate rule name: 'first'"), "{refusal}");
}

#[test]
fn overrides_of_the_action() {
    let body = pods("validate: {deny: {}}");
    run(&[
        (
            "validationFailureActionOverrides: [{action: Audit, namespaces: [dev]}, {action: Enforce, namespaces: [dev]}]",
            body.clone(),
            "conflicting-overrides",
            "dev",
            "conflicting namespaces found in path: spec.validationFailureActionOverrides: dev",
        ),
        (
            "validationFailureActionOverrides: [{action: Audit, namespaces: [\"d*\"]}, {action: Enforce, namespaces: [dev]}]",
            body.clone(),
            "conflicting-overrides",
            "\"d*\"",
            "wildcard pattern 'd*' matches with namespace 'dev'",
        ),
        (
            "validationFailureActionOverrides: [{action: Audit, namespaces: [\"d*\"]}, {action: enforce, namespaces: [\"de*\"]}]",
            body,
            "conflicting-overrides",
            "\"de*\"",
            "wildcard pattern 'de*' conflicts with the pattern 'd*'",
        ),
    ]);
}

#[test]
fn a_namespaced_policy() {
    let text = |rule: &str| {
        policy("", rule)
            .replace("kind: ClusterPolicy", "kind: Policy")
            .replace("{name: check}", "{name: check, namespace: shop}")
    };
    let refusal = |rule: &str, order: Order| check(&text(rule)).refusal(order);
    let namespaces = "match: {any: [{resources: {kinds: [Pod], namespaces: [a]}}]}\nvalidate: {deny: {}}";
    assert_eq!(
        refusal(namespaces, Order::KyvernoCli).as_deref(),
        Some(
            "spec.rules[0].match.any[0].namespaces: Invalid value: [\"a\"]: Filtering namespaces not allowed in namespaced policies"
        )
    );
    let cluster_kind = "match: {any: [{resources: {kinds: [Namespace]}}]}\nvalidate: {deny: {}}";
    assert_eq!(refusal(cluster_kind, Order::KyvernoCli), None);
    assert!(
        refusal(cluster_kind, Order::ApiServer)
            .unwrap()
            .contains("Cluster wide resource 'Namespace' not allowed")
    );
    let target = pods(
        "mutate: {targets: [{apiVersion: v1, kind: Secret, namespace: other}], patchStrategicMerge: {a: b}}",
    );
    assert!(
        refusal(&target, Order::KyvernoCli)
            .unwrap()
            .contains("This field can be ignored")
    );
}

#[test]
fn a_generated_cluster_kind_needs_no_namespace_on_a_cluster() {
    let rule =
        pods("generate: {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: a, data: {}}");
    let checked = check(&policy("", &rule));
    assert_eq!(checked.refusal(Order::ApiServer), None);
    assert!(checked.diagnostics(Order::ApiServer).is_empty());
    assert!(checked.refusal(Order::KyvernoCli).is_some());
}
