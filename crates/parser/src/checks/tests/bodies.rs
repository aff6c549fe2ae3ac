//! Bodies of rules.

use super::{pods, run};

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
            pods("validate: {foreach: [{list: a, foreach: [{list: b, deny: {}, elementScop: true}]}]}"),
            "ignored-field",
            "elementScop",
            "",
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
            pods(
                "imageExtractors: {Task: [{path: /a, jmesPath: \"a b\"}]}\nverifyImages: [{failureAction: Enforce, imageReferences: [a]}]",
            ),
            "bad-query",
            "b",
            "path: spec.rules[0]: failed to parse JMESPath a b: ",
        ),
        (
            "",
            pods(
                "imageExtractors: {Task: [{path: /a, jmesPath: a}]}\nverifyImages: [{failureAction: Enforce, imageReferences: [a]}]",
            ),
            "extractor-with-digest",
            "jmesPath",
            "jmespath may not be used in an image extractor when mutating digests with verify images",
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
