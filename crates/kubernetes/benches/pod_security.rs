//! What a Pod costs that is held to a level of the Pod Security Standards.
#![expect(clippy::unwrap_used, reason = "a bench that cannot begin has to stop")]

use divan::{Bencher, black_box};
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::Version;
use sekisho_kubernetes::pod_security::{Level, Pod, Sources, StandardVersion, described, evaluate};

const GOOD: &str = r#"{"securityContext": {"runAsNonRoot": true, "seccompProfile": {"type": "RuntimeDefault"}},
    "volumes": [{"name": "tmp", "emptyDir": {}}, {"name": "conf", "configMap": {"name": "conf"}}],
    "initContainers": [{"name": "init", "image": "r.test/init:1", "securityContext": {
        "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}}}],
    "containers": [{"name": "web", "image": "r.test/web:1", "ports": [{"containerPort": 8080}], "securityContext": {
        "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]}}},
        {"name": "log", "image": "r.test/log:1", "securityContext": {
        "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}}}]}"#;

const BAD: &str = r#"{"hostNetwork": true, "containers": [{"name": "a", "image": "r.test/a:1",
    "securityContext": {"privileged": true}}, {"name": "b", "image": "r.test/b:1"}]}"#;

fn main() {
    divan::main();
}

#[divan::bench]
fn restricted_passes(bencher: Bencher<'_, '_>) {
    let spec = value(GOOD);
    assert_eq!(failures(&spec), "");
    bencher.bench_local(|| {
        let pod = Pod::new(&Value::Null, black_box(&spec), Sources::Defaulted);
        evaluate(
            Level::Restricted,
            StandardVersion::Latest,
            Version::KUBERNETES,
            &pod,
        )
    });
}

#[divan::bench]
fn restricted_fails_in_words(bencher: Bencher<'_, '_>) {
    let spec = value(BAD);
    assert!(failures(&spec).starts_with("host namespaces (hostNetwork=true), privileged (container \"a\""));
    bencher.bench_local(|| failures(black_box(&spec)));
}

fn failures(spec: &Value) -> String {
    let pod = Pod::new(&Value::Null, spec, Sources::Defaulted);
    let failures = evaluate(
        Level::Restricted,
        StandardVersion::Latest,
        Version::KUBERNETES,
        &pod,
    );
    described(&failures)
}

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}
