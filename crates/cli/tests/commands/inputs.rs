//! What is said of policies and objects as they come in.

use std::io::Write;

use super::{PLAIN, Row, check, fixtures, sekisho};

#[test]
fn recorded_requests_are_judged() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "apiVersion: admission.k8s.io/v1
kind: AdmissionReview
request:
  uid: a
  operation: CREATE
  kind: {group: '', version: v1, kind: Pod}
  resource: {group: '', version: v1, resource: pods}
  name: web
  namespace: shop
  object:
    apiVersion: v1
    kind: Pod
    metadata: {name: web, namespace: shop}
    spec: {containers: [{name: web, image: 'a:1'}]}
",
            exit: 1,
            says: &["-:13:5: fail[team/label]", "checked 1 resource from 1 file"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {operation: create}}
---
{apiVersion: admission.k8s.io/v1, kind: AdmissionReview}
",
            exit: 3,
            says: &[
                "-:1:1: error[invalid-review] no request to judge in this AdmissionReview: ",
                "-:3:1: error[invalid-review] no request to judge in this AdmissionReview: AdmissionReview has no `request`",
            ],
            ..PLAIN
        },
    ]);
}

#[test]
fn what_a_cluster_drops_or_refuses_is_named() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {team: a}},
spec: {hostNetwrk: true, containers: [{name: a, image: 'a:1', imag: b}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: shop, labels: {team: a}},
spec: {hostNetwork: 5, containers: [{name: a, image: 'a:1'}]}}
",
            says: &[
                "-:1:1: warning[dropped-field] a cluster drops from Pod shop/a what its kind does not have: unknown field \"spec.hostNetwrk\", unknown field \"spec.containers[0].imag\"",
                "-:4:1: warning[undecodable-object] a cluster does not accept Pod shop/b: ",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline --semantics kyverno-cli",
            input: "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {team: a}}, spec: {hostNetwrk: true}}",
            exit: 1,
            says_not: &["dropped-field"],
            ..PLAIN
        },
    ]);
}

#[test]
fn what_no_reader_comes_to_is_named() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}}
{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"b\"}}
",
            exit: 3,
            says: &[
                "-:2:1: error[content-behind-root] what stands behind the end of the document's root is not read",
            ],
            ..PLAIN
        },
        Row {
            line: "apply - -r resources/good.yaml --format oneline",
            input: "{apiVersion: kyverno.io/v1, kind: ClusterPolicy, metadata: {name: a}, spec: {rules: []}} {x: y}\n",
            exit: 3,
            says: &["-:1:90: error[content-behind-root]"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{apiVersion: example.com/v1, kind: Foo, metadata: 5}
---
{apiVersion: example.com/v1, kind: Foo, metadata: {name: a, labels: {version: 1}, annotations: []}}
",
            says: &[
                "-:1:1: warning[odd-metadata] Foo has odd metadata: `metadata` is a number, not a map",
                "-:3:1: warning[odd-metadata] Foo default/a has odd metadata: `labels.version` is a number, not a text",
                "-:3:1: warning[odd-metadata] Foo default/a has odd metadata: `annotations` is a list, not a map",
            ],
            ..PLAIN
        },
    ]);
}

#[test]
fn labels_of_namespaces_that_nobody_gave_are_named() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {team: a}},
spec: {containers: [{name: a, image: 'a:1'}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: shop, labels: {team: a}},
spec: {containers: [{name: a, image: 'a:1'}]}}
";
    let with_namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {tier: gold}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: shop, labels: {team: a}},
spec: {containers: [{name: a, image: 'a:1'}]}}
";
    check(&[
        Row {
            line: "apply policies/gold.yaml -r - --format oneline",
            input: pod,
            says: &[
                "-:1:1: warning[unknown-namespace] labels of namespace `shop` are not known and taken for its name alone; they decide for `gold`",
            ],
            says_not: &["-:4:1: warning[unknown-namespace]"],
            ..PLAIN
        },
        Row {
            line: "apply policies/gold.yaml -r - --format oneline",
            input: with_namespace,
            exit: 1,
            says: &["fail[gold/gold]"],
            says_not: &["unknown-namespace"],
            ..PLAIN
        },
    ]);
}

#[test]
fn a_twin_is_not_judged_twice() {
    check(&[
        Row {
            line: "apply ../../policies/disallow-privileged/policy.yaml ../../policies/disallow-privileged/admission.yaml -r resources/good.yaml",
            says: &["note[twin-policy]", "1 pass"],
            ..PLAIN
        },
        Row {
            line: "apply ../../policies/disallow-privileged/admission.yaml -r resources/good.yaml",
            says: &["1 pass"],
            says_not: &["twin-policy"],
            ..PLAIN
        },
    ]);
}

#[test]
fn questions_that_nobody_answers_are_apart_from_the_message() {
    check(&[Row {
        line: "apply admission/bounded.yaml -r admission/web.yaml --format json",
        exit: 3,
        says: &["\"unanswered\":[\"object `bounds` of `v1 configmaps` in namespace `default`\"]"],
        ..PLAIN
    }]);
}

#[test]
fn generated_admission_policies_are_shown() {
    check(&[
        Row {
            line: "explain admission/generating.yaml --vap",
            says: &[
                "apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: cpol-few-keys
  labels:
    app.kubernetes.io/managed-by: kyverno
spec:
",
                "  name: vpol-few-replicas-binding\n",
            ],
            ..PLAIN
        },
        Row {
            line: "explain admission/not-generating.yaml --vap",
            exit: 3,
            says: &["name: vpol-hashes\n"],
            says_not: &["cpol-"],
            complains: "names of namespaces have wildcards",
            ..PLAIN
        },
        Row {
            line: "explain admission/web.yaml --vap",
            exit: 2,
            complains: "no ClusterPolicy or ValidatingPolicy",
            ..PLAIN
        },
    ]);
}

#[test]
fn what_is_generated_decides_alike() {
    let folder = fixtures();
    let shown = sekisho(&folder, "explain admission/generating.yaml --vap")
        .output()
        .unwrap();
    let rows = [
        (
            "apply admission/generating.yaml -r admission/generated-for.yaml",
            Vec::new(),
        ),
        ("apply - -r admission/generated-for.yaml", shown.stdout),
    ];
    for (line, input) in rows {
        let mut child = sekisho(&folder, line).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&input).unwrap();
        let done = child.wait_with_output().unwrap();
        let out = String::from_utf8(done.stdout).unwrap();
        for text in ["at most three keys", "at most three\n", "1 pass, 2 fail\n"] {
            assert!(out.contains(text), "{text:?} is not said by {line}\n{out}");
        }
    }
}

#[test]
fn files_that_give_nothing_are_named() {
    check(&[Row {
        line: "apply policies/team.yaml -r resources/good.yaml -e empty.yaml --facts empty.yaml --parameter-resource empty.yaml --crd-paths empty.yaml",
        says: &[
            "warning[empty-file]: `empty.yaml` holds no exception",
            "warning[empty-file]: `empty.yaml` holds no object and no `Facts`",
            "warning[empty-file]: `empty.yaml` holds no object\n",
            "warning[empty-file]: `empty.yaml` holds no CustomResourceDefinition",
            "2 pass",
        ],
        ..PLAIN
    }]);
}

#[test]
fn skips_of_documents_that_are_no_resources_have_reasons() {
    check(&[Row {
        line: "apply policies/json.yaml --json resources/values-of-a-chart.yaml",
        says: &["1 skip (1 precondition)"],
        ..PLAIN
    }]);
}

#[test]
fn tests_that_mean_nothing_are_named() {
    check(&[
        Row {
            line: "test odd-suites/no-rows",
            exit: 2,
            says: &["error[no-rows]: nothing is compared"],
            ..PLAIN
        },
        Row {
            line: "test odd-suites/no-rows --allow-empty",
            says_not: &["no-rows]"],
            ..PLAIN
        },
        Row {
            line: "test odd-suites/wrong-kind --format oneline",
            says: &[
                "odd-suites/wrong-kind/kyverno-test.yaml:8:37: warning[unknown-resource] no object of kind `Pood` is loaded",
            ],
            ..PLAIN
        },
    ]);
}
