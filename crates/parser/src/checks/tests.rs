//! A table of faulty policies: what is said, where, and with what text Kyverno refuses.

use sekisho_diagnostics::{Severity, Sources, find_code};
use sekisho_document::yaml::Limits;
use sekisho_jmespath::{Functions, functions};
use sekisho_kubernetes::{Kinds, Order};

use super::{Checked, Surroundings, check_policy};
use crate::{CHECK_CODES, CODES, Policy, documents};

/// Checks the policy of a text; what reading says must be no error.
fn check(text: &str) -> Checked {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = documents(&source, &Limits::DEFAULT).next().unwrap();
    let errors: Vec<_> = read
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let Some(Policy::Classic(policy)) = read.output.policy() else {
        panic!("no policy: {text}");
    };
    let surroundings = Surroundings {
        kinds: &Kinds::kyverno_offline(),
        functions: &Functions::new(&[functions::STANDARD]),
    };
    check_policy(policy, &policy.rules().output, surroundings)
}

/// A policy with these lines in its `spec` and one rule.
fn policy(spec: &str, rule: &str) -> String {
    let indent = |text: &str, depth: usize| -> String {
        text.lines()
            .map(|line| format!("{}{line}\n", " ".repeat(depth)))
            .collect()
    };
    format!(
        "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {{name: check}}\nspec:\n{}  rules:\n  - name: first\n{}",
        indent(spec, 2),
        indent(rule, 4),
    )
}

const PODS: &str = "match: {any: [{resources: {kinds: [Pod]}}]}\n";

/// Each row: lines of the spec, lines of the rule, `code` and the text under it, Kyverno's text.
type Row = (&'static str, String, &'static str, &'static str, &'static str);

fn run(rows: &[Row]) {
    for (spec, rule, code, under, refusal) in rows {
        let text = policy(spec, rule);
        let checked = check(&text);
        let found = checked.diagnostics(Order::KyvernoCli);
        let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
        assert!(codes.contains(code), "{codes:?} has no {code}\n{text}");
        let diagnostic = found.iter().find(|diagnostic| diagnostic.code == *code).unwrap();
        let span = diagnostic.primary.unwrap();
        let shown = &text[span.start as usize..span.end as usize];
        assert!(
            shown == *under || (shown.starts_with(under) && !under.is_empty()),
            "{code} is at {shown:?}, expected {under:?}\n{text}"
        );
        assert!(!diagnostic.help.is_empty(), "{code} gives no advice");
        let explained = find_code(&[CODES, CHECK_CODES], code);
        assert!(explained.is_some(), "{code} is not explained");
        let said = checked.refusal(Order::KyvernoCli).unwrap_or_default();
        match *refusal {
            "" => assert_eq!(said, "", "{text}"),
            refusal => assert!(said.contains(refusal), "{said}\nhas no\n{refusal}\n{text}"),
        }
    }
}

fn pods(body: &str) -> String {
    format!("{PODS}{body}")
}

fn deny(condition: &str) -> String {
    pods(&format!(
        "validate: {{deny: {{conditions: {{any: [{condition}]}}}}}}"
    ))
}

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
fn selections() {
    let with = |block: &str| format!("match: {block}\nvalidate: {{deny: {{}}}}");
    run(&[
        (
            "",
            with("{any: [{resources: {kinds: [Pod], selector: {}}}]}"),
            "bad-selector",
            "selector",
            "spec.rules[0].match.any[0].selector: Invalid value: {}: The requirements are not specified in selector",
        ),
        (
            "",
            with("{any: [{resources: {kinds: [Pod], selector: {matchLabels: {a/b/c: d}}}}]}"),
            "bad-selector",
            "selector",
            "spec.rules[0].match.any[0].selector: Invalid value: ",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, roles: [editor]}]}"),
            "bad-role",
            "editor",
            "Role is expected to be in namespace:name format",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, subjects: [{kind: Robot, name: a}]}]}"),
            "bad-subject",
            "Robot",
            "kind must be 'User', 'Group', or 'ServiceAccount'",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, subjects: [{kind: ServiceAccount, name: a}]}]}"),
            "bad-subject",
            "{kind: ServiceAccount",
            "namespace is required when Kind is ServiceAccount",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [Pod]}}]}\nexclude: {any: [{resources: {kinds: [Pod]}}]}\nvalidate: {deny: {}}".to_owned(),
            "empty-match",
            "{resources",
            "Rule is matching an empty set",
        ),
        (
            "",
            "match: {resources: {kinds: [Pod]}}\nexclude: {resources: {kinds: [Pod, Job]}}\nvalidate: {deny: {}}".to_owned(),
            "empty-match",
            "{resources",
            "Rule is matching an empty set",
        ),
        (
            "",
            with("{any: [{resources: {kinds: [Pod]}}], resources: {kinds: [Job]}}"),
            "mixed-forms",
            "resources",
            "path: spec.rules[0].match.: can't specify any/all together with match resources",
        ),
        (
            "background: false",
            with("{any: [{subjects: [{kind: User, name: a}]}]}"),
            "empty-filter",
            "{subjects",
            "path: spec.rules[0].match.resources.: match resources not specified",
        ),
        (
            "",
            with("{any: [{resources: {namespaces: [shop]}}]}"),
            "no-kinds",
            "resources",
            "at least one element must be specified in a kind block",
        ),
        (
            "",
            "match: {any: [{resources: {namespaces: [shop]}}]}\nvalidate: {pattern: {spec: {a: b}}}".to_owned(),
            "no-kinds",
            "resources",
            "policy can only deal with the metadata field of the resource if the rule does not match any kind",
        ),
    ]);
}

#[test]
fn what_an_exclusion_leaves() {
    let selection = |matched: &str, excluded: &str| {
        policy(
            "",
            &format!("match: {{{matched}}}\nexclude: {{{excluded}}}\nvalidate: {{deny: {{}}}}"),
        )
    };
    for (matched, excluded) in [
        (
            "any: [{resources: {kinds: [Pod]}}]",
            "any: [{resources: {kinds: [Pod], namespaces: [a]}}]",
        ),
        ("resources: {kinds: [Pod, Job]}", "resources: {kinds: [Pod]}"),
        (
            "resources: {kinds: [Pod]}",
            "resources: {kinds: [Pod], namespaces: [a]}",
        ),
        (
            "resources: {kinds: [Pod]}",
            "resources: {kinds: [Pod], selector: {matchLabels: {a: b}}}",
        ),
        ("any: [{resources: {kinds: [Pod]}}]", "resources: {kinds: [Pod]}"),
        (
            "all: [{resources: {kinds: [Pod]}}]",
            "all: [{resources: {kinds: [Pod]}}]",
        ),
        (
            "resources: {kinds: [Pod], names: [a, b]}",
            "resources: {kinds: [Pod], names: [c*]}",
        ),
    ] {
        assert_eq!(
            check(&selection(matched, excluded)).refusal(Order::KyvernoCli),
            None,
            "{matched} {excluded}"
        );
    }
}

#[test]
fn kinds_and_wildcards() {
    let all = |body: &str| format!("match: {{any: [{{resources: {{kinds: [\"*\"]}}}}]}}\n{body}");
    run(&[
        (
            "",
            all("validate: {deny: {}}"),
            "wildcard-kind",
            "\"*\"",
            "path: spec.rules[0].match.any[0].kinds: wildcard policy not allowed in background mode. Set spec.background=false to disable background mode for this policy rule ",
        ),
        (
            "background: false",
            all("generate: {apiVersion: v1, kind: ConfigMap, name: a, namespace: b, data: {}}"),
            "wildcard-kind",
            "\"*\"",
            "wildcard policy does not support rule type",
        ),
        (
            "background: false",
            all("validate: {pattern: {spec: {a: b}}}"),
            "wildcard-kind",
            "\"*\"",
            "policy can only deal with the metadata field of the resource",
        ),
        (
            "background: false",
            "match: {any: [{resources: {kinds: [\"*\", Pod]}}]}\nvalidate: {deny: {}}".to_owned(),
            "wildcard-kind",
            "\"*\"",
            "wildcard policy can not deal with more than one kind",
        ),
    ]);
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
fn variables() {
    let message = |text: &str| pods(&format!("validate: {{message: \"{text}\", deny: {{}}}}"));
    run(&[
        (
            "",
            message("{{ objct.metadata.name }}"),
            "unknown-variable",
            "objct.metadata.name",
            "policy contains invalid variables: variable substitution failed for rule first: variable objct.metadata.name must match regex \"",
        ),
        (
            "",
            message("{{ request.object.metadata.labels.a b }}"),
            "bad-query",
            "b",
            "policy contains invalid variables: variable substitution failed for rule first: invalid JMESPath query",
        ),
        (
            "",
            message("{{ }}"),
            "bad-query",
            "{{ }}",
            "invalid query (nil)",
        ),
        (
            "",
            message("{{ request.userInfo.username }}"),
            "user-in-background",
            "request.userInfo",
            "only select variables are allowed in background mode. Set spec.background=false to disable background mode for this policy rule: variable {{ request.userInfo.username }} is not allowed ",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [Pod]}, subjects: [{kind: User, name: a}]}]}\nvalidate: {deny: {}}".to_owned(),
            "user-in-background",
            "subjects",
            "invalid variable used at path: spec/rules[0]/match/any[0]/subjects ",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [\"{{ request.kind }}\"]}}]}\nvalidate: {deny: {}}".to_owned(),
            "variable-not-allowed-here",
            "{{ request.kind }}",
            "policy contains invalid variables: rule \"first\" should not have variables in match section",
        ),
        (
            "",
            pods("mutate: {patchesJson6902: \"- {op: add, path: '/metadata/labels/{{ request.name }}', value: b}\"}"),
            "variable-not-allowed-here",
            "{{ request.name }}",
            "rule \"first\" should not have variables in patchesJSON6902 path section",
        ),
        (
            "",
            message("{{ element.name }}"),
            "element-outside-loop",
            "{{ element.name }}",
            "variable 'element.name' present outside of foreach at path /validate/message",
        ),
        (
            "",
            message("$(HOME)"),
            "unresolved-reference",
            "$(HOME)",
            "got nil resolved variable $(HOME) at path /validate/message: <nil>",
        ),
        (
            "",
            pods("context: [{name: cm, configMap: {name: a, namespace: b}}]\nvalidate: {message: \"{{ cm.x }}\", deny: {}}"),
            "unknown-variable",
            "cm.x",
            "or patterns [cm.data cm.metadata cm.data.* cm.metadata.*]",
        ),
    ]);
}

#[test]
fn conditions() {
    run(&[
        (
            "",
            deny("{key: a, operator: Equals}"),
            "incomplete-condition",
            "{key: a, operator: Equals}",
            "path: spec.rules[0].validate.deny.conditions.any[0].: entered value of `key`, `value` or `operator` is missing or misspelled",
        ),
        (
            "",
            deny("{key: a, operator: Equals, values: b}"),
            "incomplete-condition",
            "values",
            "entered value of `key`, `value` or `operator` is missing or misspelled",
        ),
        (
            "",
            deny("{key: a, operator: equals, value: b}"),
            "unknown-operator",
            "equals",
            "entered value of `operator` is invalid. valid values: [",
        ),
        (
            "",
            deny("{key: \"{{ request.operation }}\", operator: Equals, value: create}"),
            "unknown-operation",
            "create",
            "unknown value 'create' found under the 'value' field. Only the following values are allowed: [CREATE, UPDATE, DELETE, CONNECT]",
        ),
        (
            "",
            deny("{key: a, operator: NotIn, value: [b]}"),
            "deprecated-operator",
            "NotIn",
            "",
        ),
        (
            "",
            pods("preconditions: {any: 5}\nvalidate: {deny: {}}"),
            "bad-conditions",
            "preconditions",
            "failed to unmarshal Conditions",
        ),
    ]);
}

#[test]
fn context_entries() {
    let entry = |entry: &str| pods(&format!("context: [{entry}]\nvalidate: {{deny: {{}}}}"));
    run(&[
        (
            "",
            entry("{name: request, variable: {value: 1}}"),
            "reserved-name",
            "request",
            "entry name request is invalid as it conflicts with a pre-defined variable request",
        ),
        (
            "",
            entry("{name: a, variable: {default: 1}}"),
            "bad-context-entry",
            "variable",
            "a variable must define a value or a jmesPath expression",
        ),
        (
            "",
            entry("{name: a, variable: {value: 2, default: 1}}"),
            "bad-context-entry",
            "default",
            "a variable must define a default value only when a jmesPath expression is defined",
        ),
        (
            "",
            entry("{name: a, configMap: {name: b}}"),
            "bad-context-entry",
            "configMap",
            "a namespace is required for configMap context entry",
        ),
        (
            "",
            entry("{name: a, variable: {jmesPath: \"a b\"}}"),
            "bad-query",
            "b",
            "failed to parse JMESPath a b: ",
        ),
        (
            "",
            pods(
                "context: [{name: a, variable: {value: 1}}]\nvalidate: {cel: {expressions: [{expression: \"true\"}]}}",
            ),
            "context-with-cel",
            "context",
            "context variables are not supported for CEL expressions in validate rules",
        ),
    ]);
}

#[test]
fn bodies() {
    run(&[
        (
            "",
            pods("validate: {message: a}"),
            "no-check",
            "validate",
            "path: spec.rules[0].validate..: one of pattern, anyPattern, deny, foreach, cel must be specified",
        ),
        (
            "",
            pods("validate: {deny: {}, pattern: {a: b}}"),
            "several-checks",
            "pattern",
            "only one of pattern, anyPattern, deny, foreach, cel can be specified",
        ),
        (
            "",
            pods("validate: {pattern: {+(spec): {}}}"),
            "unsupported-anchor",
            "+(spec)",
            "unsupported anchor +(spec)",
        ),
        (
            "",
            pods("validate: {pattern: {spec: {^(containers): {}}}}"),
            "bad-anchor",
            "{}",
            "existence anchor should have value of type list",
        ),
        (
            "",
            pods("validate: {foreach: [{deny: {}}]}"),
            "no-list",
            "{deny: {}}",
            "foreach.list is required",
        ),
        (
            "",
            pods("validate: {foreach: [{list: a}]}"),
            "no-check",
            "{list: a}",
            "one of pattern, anyPattern, deny, or a nested foreach must be specified",
        ),
        (
            "",
            pods("validate: {cel: {paramKind: {kind: A, apiVersion: v1}}}"),
            "incomplete-cel",
            "paramKind",
            "cel.paramRef is required",
        ),
        (
            "",
            pods("celPreconditions: [{name: a, expression: \"true\"}]\nvalidate: {deny: {}}"),
            "cel-preconditions",
            "celPreconditions",
            "celPrecondition can only be used with validate.cel",
        ),
        (
            "",
            pods("mutate: {patchStrategicMerge: {a: b}, foreach: [{list: a, patchesJson6902: b}]}"),
            "several-checks",
            "foreach",
            "only one of `foreach`, `patchStrategicMerge`, or `patchesJson6902` is allowed",
        ),
        (
            "",
            pods("mutate: {foreach: [{list: a, preconditions: {all: []}, foreach: [{list: b, patchStrategicMerge: {a: b}}]}]}"),
            "nested-loop",
            "preconditions",
            "a nested foreach cannot contain other declarations",
        ),
        (
            "",
            pods("mutate: {patchesJson6902: \"- {op: add, path: metadata/labels, value: b}\"}"),
            "bad-json-patch",
            "metadata/labels",
            "path must begin with a forward slash: spec.rules[0]: metadata/labels",
        ),
        (
            "",
            pods("mutate: {patchesJson6902: \"- {op: set, path: /a, value: b}\"}"),
            "bad-json-patch",
            "set",
            "unexpected kind: spec.rules[0]: set",
        ),
        (
            "",
            pods("mutate: {patchStrategicMerge: {metadata: {labels: {on: true, b: 1}}}}"),
            "label-not-string",
            "true",
            "labels and annotations supports only string values",
        ),
        (
            "",
            pods("generate: {apiVersion: v1, kind: ConfigMap, name: a, data: {}}"),
            "target-namespace",
            "kind",
            "spec.rules[0].generate.namespace: Forbidden: target namespace must be set for a namespaced resource",
        ),
        (
            "",
            pods("generate: {apiVersion: v1, kind: ConfigMap, namespace: a, name: a, data: {}, clone: {name: b}}"),
            "several-sources",
            "clone",
            "only one of generate patterns(data, clone, cloneList and foreach) can be specified",
        ),
        (
            "",
            pods("generate: {apiVersion: v1, kind: ConfigMap, namespace: a, clone: {name: b, namespace: c}}"),
            "incomplete-target",
            "generate",
            "name can not be empty",
        ),
        (
            "",
            "match: {resources: {kinds: [ConfigMap]}}\ngenerate: {apiVersion: v1, kind: ConfigMap, namespace: a, name: b, data: {}}".to_owned(),
            "same-kind",
            "ConfigMap",
            "generation kind and match resource kind should not be the same",
        ),
        (
            "",
            pods("generate: {apiVersion: v1, kind: ConfigMap, namespace: a, name: b, data: {(x): y}}"),
            "unsupported-anchor",
            "(x)",
            "anchors not supported on generate resources: ",
        ),
    ]);
}

#[test]
fn pod_security_exclusions() {
    let exclude = |level: &str, item: &str| {
        pods(&format!(
            "validate: {{podSecurity: {{level: {level}, exclude: [{item}]}}}}"
        ))
    };
    run(&[
        (
            "",
            exclude("restricted", "{controlName: Capabilities}"),
            "bad-pod-security-exclude",
            "Capabilities",
            "exclude.images must be specified for the container level control",
        ),
        (
            "",
            exclude("restricted", "{controlName: Sysctls, images: [a]}"),
            "bad-pod-security-exclude",
            "Sysctls",
            "exclude.images must not be specified for the pod level control",
        ),
        (
            "",
            exclude("restricted", "{controlName: Seccomp, restrictedField: a}"),
            "bad-pod-security-exclude",
            "restrictedField",
            "values is required",
        ),
        (
            "",
            exclude("baseline", "{controlName: Running as Non-root}"),
            "bad-pod-security-exclude",
            "Running as Non-root",
            "Invalid control name defined at the given level",
        ),
    ]);
}

#[test]
fn image_verification() {
    let verify = |entry: &str| pods(&format!("verifyImages: [{{failureAction: Enforce, {entry}}}]"));
    run(&[
        (
            "",
            pods("verifyImages: [{imageReferences: [\"*\"]}]"),
            "digest-with-audit",
            "{imageReferences",
            "mutateDigest must be set to false for ‘Audit’ failure action",
        ),
        (
            "",
            verify("attestors: []"),
            "no-images",
            "{failureAction",
            "An image reference is required",
        ),
        (
            "",
            verify("imageReferences: [a], attestors: [{count: 2, entries: [{keys: {kms: a}}]}]"),
            "bad-attestor",
            "2",
            "Count cannot exceed length of entries",
        ),
        (
            "",
            verify("imageReferences: [a], attestors: [{entries: [{keys: {}}]}]"),
            "bad-attestor",
            "keys",
            "A public key, kms key or secret is required",
        ),
        (
            "",
            verify("imageReferences: [a], attestors: [{entries: [{keys: {kms: a}, keyless: {roots: b}}]}]"),
            "bad-attestor",
            "{keys",
            "keys, certificates, keyless, or a nested attestor is required",
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
