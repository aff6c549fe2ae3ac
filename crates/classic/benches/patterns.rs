//! What one pattern and one condition cost, built and run apart.

use divan::{Bencher, black_box};
use sekisho_classic::conditions::{Comparison, decide};
use sekisho_classic::overlay::{Class, Overlay, compare};
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::Limits;

const PATTERN: &str = r#"{
    "metadata": {
        "labels": {"app.kubernetes.io/name": "?*"},
        "=(annotations)": {"=(container.apparmor.security.beta.kubernetes.io/*)": "runtime/default | localhost/*"}
    },
    "spec": {
        "=(hostNetwork)": false,
        "containers": [{
            "name": "*",
            "image": "registry.example/* | ghcr.io/example/*",
            "resources": {
                "requests": {"memory": "?*", "cpu": "10m-2"},
                "limits": {"memory": "<=1Gi"}
            },
            "=(securityContext)": {"=(privileged)": false, "X(procMount)": null},
            "=(ports)": [{"=(hostPort)": 0, "containerPort": "!22 & >0"}]
        }]
    }
}"#;

const POD: &str = r#"{
    "apiVersion": "v1", "kind": "Pod",
    "metadata": {
        "name": "web", "namespace": "shop",
        "labels": {"app.kubernetes.io/name": "web", "team": "shop"},
        "annotations": {"note": "x", "container.apparmor.security.beta.kubernetes.io/web": "runtime/default"}
    },
    "spec": {
        "serviceAccountName": "web", "hostNetwork": false,
        "containers": [
            {"name": "web", "image": "registry.example/web:1.2.3", "ports": [{"containerPort": 8080}],
             "resources": {"requests": {"memory": "256Mi", "cpu": "500m"}, "limits": {"memory": "512Mi"}},
             "securityContext": {"privileged": false, "runAsNonRoot": true}},
            {"name": "log", "image": "ghcr.io/example/log:2",
             "resources": {"requests": {"memory": "64Mi", "cpu": 1}, "limits": {"memory": "128Mi"}}}
        ]
    }
}"#;

fn main() {
    divan::main();
}

#[expect(clippy::panic, reason = "the documents of a bench are written above")]
fn document(text: &str) -> Value {
    match json::read(text.as_bytes(), Rules::KUBERNETES) {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

#[expect(clippy::panic, reason = "the patterns of a bench are shallow")]
fn overlay(pattern: &Value) -> Overlay {
    match Overlay::compile(pattern) {
        Ok(overlay) => overlay,
        Err(complaint) => panic!("{}", complaint.message),
    }
}

#[divan::bench]
fn compile_a_pattern(bencher: Bencher<'_, '_>) {
    let pattern = document(PATTERN);
    bencher.bench(|| overlay(black_box(&pattern)));
}

#[divan::bench]
fn pod_that_matches(bencher: Bencher<'_, '_>) {
    let (overlay, pod) = (overlay(&document(PATTERN)), document(POD));
    assert_eq!(compare(&overlay, &pod, &Limits::DEFAULT), Ok(()));
    bencher.bench(|| compare(&overlay, black_box(&pod), &Limits::DEFAULT));
}

#[divan::bench]
fn pod_that_violates(bencher: Bencher<'_, '_>) {
    let pod = POD.replace("ghcr.io", "docker.io");
    let (overlay, pod) = (overlay(&document(PATTERN)), document(&pod));
    let mismatch = compare(&overlay, &pod, &Limits::DEFAULT);
    assert!(mismatch.is_err_and(|mismatch| {
        mismatch.class == Class::Violation && mismatch.path == "/spec/containers/1/image/"
    }));
    bencher.bench(|| compare(&overlay, black_box(&pod), &Limits::DEFAULT));
}

#[divan::bench]
fn pod_without_the_wildcard_key(bencher: Bencher<'_, '_>) {
    let pod = POD.replace("container.apparmor", "other");
    let (overlay, pod) = (overlay(&document(PATTERN)), document(&pod));
    assert_eq!(compare(&overlay, &pod, &Limits::DEFAULT), Ok(()));
    bencher.bench(|| compare(&overlay, black_box(&pod), &Limits::DEFAULT));
}

/// A condition that holds, with a value known before and with one that is not.
const CONDITIONS: [(&str, &str, &str); 4] = [
    (r#""CREATE""#, "Equals", r#""CREATE""#),
    (r#"["a", "b"]"#, "AnyIn", r#"["x", "y", "b*"]"#),
    (r#""512Mi""#, "LessThanOrEquals", r#""1Gi""#),
    ("8080", "AnyIn", r#""8000-9000""#),
];

#[divan::bench(args = CONDITIONS)]
fn condition_with_a_fixed_value(bencher: Bencher<'_, '_>, condition: (&str, &str, &str)) {
    let (key, operator, value) = condition;
    let (key, value) = (document(key), document(value));
    let comparison = comparison(operator).with_value(&value);
    assert_eq!(decide(&comparison, &key, &value, &Limits::DEFAULT), Ok(true));
    bencher.bench(|| decide(&comparison, black_box(&key), black_box(&value), &Limits::DEFAULT));
}

#[divan::bench(args = CONDITIONS)]
fn condition_with_a_late_value(bencher: Bencher<'_, '_>, condition: (&str, &str, &str)) {
    let (key, operator, value) = condition;
    let (key, value) = (document(key), document(value));
    let comparison = comparison(operator);
    assert_eq!(decide(&comparison, &key, &value, &Limits::DEFAULT), Ok(true));
    bencher.bench(|| decide(&comparison, black_box(&key), black_box(&value), &Limits::DEFAULT));
}

#[expect(clippy::panic, reason = "the operators of a bench exist")]
fn comparison(operator: &str) -> Comparison {
    match Comparison::compile(operator) {
        Ok(comparison) => comparison,
        Err(error) => panic!("{error}"),
    }
}
