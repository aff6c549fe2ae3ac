//! What a strategic merge costs: a patch of twenty lines, and one with anchors, into a Deployment.

use divan::{Bencher, black_box};
use sekisho_classic::mutate::merge::{Budget, MergePatch};
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::Limits;

const PATCH: &str = r#"{
    "metadata": {
        "labels": {"app.kubernetes.io/managed-by": "platform"},
        "annotations": {"example.com/reviewed": "true"}
    },
    "spec": {
        "revisionHistoryLimit": 3,
        "template": {
            "metadata": {"labels": {"team": "shop"}},
            "spec": {
                "securityContext": {"runAsNonRoot": true},
                "containers": [
                    {"name": "web", "imagePullPolicy": "Always", "env": [{"name": "TIER", "value": "gold"}]},
                    {"name": "side", "image": "ghcr.io/example/side:1"}
                ],
                "volumes": [{"name": "tmp", "emptyDir": {"medium": "Memory"}}],
                "tolerations": [{"key": "spot", "operator": "Exists"}]
            }
        }
    }
}"#;

const ANCHORS: &str = r#"{
    "spec": {"template": {"spec": {
        "containers": [{"(image)": "ghcr.io/*", "securityContext": {"+(runAsNonRoot)": true}}]
    }}}
}"#;

const DEPLOYMENT: &str = r#"{
    "apiVersion": "apps/v1", "kind": "Deployment",
    "metadata": {"name": "web", "namespace": "shop", "labels": {"app": "web"}},
    "spec": {
        "replicas": 3, "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {
                "serviceAccountName": "web",
                "containers": [
                    {"name": "web", "image": "registry.example/web:1.2.3", "ports": [{"containerPort": 8080}],
                     "env": [{"name": "LOG", "value": "info"}, {"name": "TIER", "value": "none"}],
                     "resources": {"requests": {"memory": "256Mi", "cpu": "500m"}, "limits": {"memory": "512Mi"}}},
                    {"name": "log", "image": "ghcr.io/example/log:2", "volumeMounts": [{"name": "tmp", "mountPath": "/tmp"}]}
                ]
            }
        }
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

#[divan::bench]
fn twenty_lines(bencher: Bencher<'_, '_>) {
    merge(bencher, PATCH, "side", 3);
}

#[divan::bench]
fn anchors(bencher: Bencher<'_, '_>) {
    merge(bencher, ANCHORS, "log", 2);
}

/// Merges a patch; the first container and the number of them show that it was done.
fn merge(bencher: Bencher<'_, '_>, patch: &str, last_of_patch: &str, count: usize) {
    let patch = MergePatch::new(&document(patch));
    let deployment = document(DEPLOYMENT);
    bencher.bench_local(|| {
        let mut budget = Budget::new(&Limits::DEFAULT);
        let merged = patch.apply(black_box(&deployment), &mut budget);
        let containers = match &merged {
            Ok(Some(merged)) => merged.at(&["spec", "template", "spec", "containers"]),
            Ok(None) | Err(_) => None,
        };
        let containers = containers.and_then(Value::as_list);
        assert_eq!(containers.map(|containers| containers.len()), Some(count));
        let names = containers
            .into_iter()
            .flatten()
            .map(|container| container.str_at(&["name"]));
        assert!(names.take(2).any(|name| name == last_of_patch));
        merged
    });
}
