//! Reading, writing, dropping and comparing JSON documents of the size of a Deployment.

use divan::{Bencher, black_box, counter::BytesCount};
use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{Map, Numbers, Value};

fn main() {
    divan::main();
}

/// A Deployment with some containers, about 3 KB.
fn deployment() -> String {
    let container = |name: usize| {
        format!(
            r#"{{"name":"container-{name}","image":"registry.example.com/team/app:{name}.4.2","imagePullPolicy":"IfNotPresent",
            "ports":[{{"containerPort":80{name},"protocol":"TCP"}}],"env":[{{"name":"LEVEL","value":"info"}},{{"name":"RATE","value":"0.5"}}],
            "resources":{{"limits":{{"cpu":"500m","memory":"128Mi"}},"requests":{{"cpu":"250m","memory":"64Mi"}}}},
            "securityContext":{{"runAsNonRoot":true,"readOnlyRootFilesystem":true,"allowPrivilegeEscalation":false,"capabilities":{{"drop":["ALL"]}}}},
            "livenessProbe":{{"httpGet":{{"path":"/healthz","port":8080}},"initialDelaySeconds":3,"periodSeconds":10}}}}"#
        )
    };
    let containers: Vec<String> = (0..4).map(container).collect();
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"web","namespace":"shop","labels":{{"app.kubernetes.io/name":"web","app.kubernetes.io/part-of":"shop","team":"checkout"}},
        "annotations":{{"example.com/note":"a text with <angle> brackets & more, long enough to live outside of its value"}}}},
        "spec":{{"replicas":3,"selector":{{"matchLabels":{{"app.kubernetes.io/name":"web"}}}},"template":{{"metadata":{{"labels":{{"app.kubernetes.io/name":"web"}}}},
        "spec":{{"containers":[{}],"nodeSelector":{{"disk":"ssd"}},"terminationGracePeriodSeconds":30}}}}}}}}"#,
        containers.join(",")
    )
}

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::KUBERNETES).unwrap_or_default()
}

#[divan::bench]
fn read_deployment(bencher: Bencher<'_, '_>) {
    let text = deployment();
    assert_eq!(read(&text).str_at(&["metadata", "name"]), "web");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(black_box(&text)));
}

#[divan::bench]
fn write_compact(bencher: Bencher<'_, '_>) {
    write(bencher, Form::COMPACT);
}

#[divan::bench]
fn write_go(bencher: Bencher<'_, '_>) {
    write(bencher, Form::GO);
}

fn write(bencher: Bencher<'_, '_>, form: Form) {
    let value = read(&deployment());
    let text = json::write(&value, form);
    assert_eq!(read(&text), value);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| json::write(black_box(&value), form));
}

#[divan::bench]
fn drop_deployment(bencher: Bencher<'_, '_>) {
    let text = deployment();
    assert!(read(&text).get("spec").is_some());
    bencher
        .counter(BytesCount::of_str(&text))
        .with_inputs(|| read(&text))
        .bench_values(drop);
}

#[divan::bench]
fn compare_deployments(bencher: Bencher<'_, '_>) {
    let text = deployment();
    let (left, right) = (read(&text), read(&text));
    assert_eq!(left, right);
    bencher.bench(|| black_box(&left) == black_box(&right));
}

#[divan::bench]
fn renumber_deployment(bencher: Bencher<'_, '_>) {
    let value = read(&deployment());
    let floats = value.renumber(Numbers::AllFloat);
    assert_eq!(floats.at(&["spec", "replicas"]), Some(&Value::Float(3.0)));
    bencher.bench(|| black_box(&value).renumber(Numbers::AllFloat));
}

#[divan::bench]
fn read_map_of_many_keys(bencher: Bencher<'_, '_>) {
    let map: Map = (0..10_000)
        .map(|n| (format!("key-{n}"), Value::from("value")))
        .collect();
    let text = json::write(&map.into(), Form::COMPACT);
    assert_eq!(read(&text).str_at(&["key-9999"]), "value");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| read(black_box(&text)));
}
