//! What is said of policies and objects as they come in.

use super::{PLAIN, Row, check};

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
