//! Reading YAML files with and without places, quickly and by the whole grammar, and writing.

use divan::{Bencher, black_box, counter::BytesCount};
use sekisho_diagnostics::Sources;
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Tree, Value};

fn main() {
    divan::main();
}

const COPIES: usize = 100;

/// Deployments, about 2 KB each, one document each.
fn deployments() -> String {
    let container = |name: usize| {
        format!(
            "      - name: container-{name}
        image: registry.example.com/team/app:{name}.4.2
        imagePullPolicy: IfNotPresent
        args: [\"--level\", info]
        ports:
        - containerPort: 80{name}
          protocol: TCP
        env:
        - name: LEVEL
          value: info
        - name: RATE
          value: \"0.5\"
        resources:
          limits:
            cpu: 500m
            memory: 128Mi
          requests:
            cpu: 250m
            memory: 64Mi
        securityContext:
          runAsNonRoot: true
          readOnlyRootFilesystem: true
          allowPrivilegeEscalation: false
          capabilities:
            drop:
            - ALL
        livenessProbe:
          httpGet:
            path: /healthz
            port: 8080
          initialDelaySeconds: 3
"
        )
    };
    let containers: String = (0..3).map(container).collect();
    let document = format!(
        "apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # the front
  namespace: shop
  labels:
    app.kubernetes.io/name: web
    app.kubernetes.io/part-of: shop
  annotations:
    example.com/note: 'a text with: colons'
    example.com/script: |
      set -e
      echo \"several lines\"
        indented
spec:
  replicas: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: web
  template:
    metadata:
      labels:
        app.kubernetes.io/name: web
    spec:
      containers:
{containers}      terminationGracePeriodSeconds: 30
---
"
    );
    document.repeat(COPIES)
}

fn read(text: &str) -> Vec<Value> {
    yaml::documents(text)
        .flatten()
        .filter_map(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten).ok())
        .collect()
}

fn bench_reading(bencher: Bencher<'_, '_>, text: &str) {
    let values = read(text);
    assert_eq!(values.len(), COPIES);
    assert!(
        values
            .iter()
            .all(|value| value.str_at(&["metadata", "name"]) == "web")
    );
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| read(black_box(text)));
}

#[divan::bench]
fn split(bencher: Bencher<'_, '_>) {
    let text = deployments();
    assert_eq!(yaml::documents(&text).count(), COPIES);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| yaml::documents(black_box(&text)).count());
}

#[divan::bench]
fn read_plain_files(bencher: Bencher<'_, '_>) {
    bench_reading(bencher, &deployments());
}

/// A tag makes every document one for the whole grammar.
#[divan::bench]
fn read_with_the_whole_grammar(bencher: Bencher<'_, '_>) {
    bench_reading(
        bencher,
        &deployments().replace("replicas: 3", "replicas: !!int 3"),
    );
}

#[divan::bench]
fn read_with_places(bencher: Bencher<'_, '_>) {
    let text = deployments();
    let mut sources = Sources::new();
    let source = sources.add("deployments.yaml", &text);
    let read = || -> Vec<Tree> {
        yaml::documents(&source.text)
            .flatten()
            .filter_map(|document| {
                yaml::read_tree(&source, document.range(), &Limits::DEFAULT, Numbers::AsWritten).ok()
            })
            .map(|read| read.output)
            .collect()
    };
    let trees = read();
    assert_eq!(trees.len(), COPIES);
    let name = trees
        .last()
        .and_then(|tree| tree.cursor().at(&["metadata", "name"]));
    let place = name.map(|name| name.span());
    let written = place.and_then(|place| text.get(place.start as usize..place.end as usize));
    assert_eq!(written, Some("web"));
    bencher.counter(BytesCount::of_str(&text)).bench(read);
}

#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let values = read(&deployments());
    let write = || -> String { values.iter().map(yaml::write).collect::<Vec<_>>().join("---\n") };
    let text = write();
    assert_eq!(read(&text), values);
    bencher.counter(BytesCount::of_str(&text)).bench(write);
}
