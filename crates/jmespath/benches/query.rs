//! What compiling and evaluating queries costs.

#![expect(clippy::unwrap_used, reason = "a fault here is a fault of the bench")]

use std::hint::black_box;

use divan::Bencher;
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_jmespath::{
    Dialect, Functions, Limits, Loaded, Path, Query, Setting, Template, functions::STANDARD,
};

fn main() {
    divan::main();
}

fn document() -> Value {
    let containers: Vec<String> = (0..5)
        .map(|n| {
            format!(
                r#"{{"name":"c{n}","image":"registry.example.com/team/app-{n}:1.2.{n}","ports":[{{"containerPort":80}}],
                    "securityContext":{{"runAsNonRoot":true,"privileged":false}}}}"#
            )
        })
        .collect();
    let text = format!(
        r#"{{"request":{{"uid":"u","operation":"CREATE","namespace":"team","userInfo":{{"username":"u"}},
            "object":{{"apiVersion":"v1","kind":"Pod",
              "metadata":{{"name":"web","namespace":"team","labels":{{"app":"web","team":"red"}}}},
              "spec":{{"containers":[{}],"hostNetwork":false}}}}}}}}"#,
        containers.join(",")
    );
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

/// A query and its answer as JSON.
const QUERIES: &[(&str, &str)] = &[
    ("request.object.metadata.name", r#""web""#),
    (
        "request.object.spec.containers[?name == 'c3'].image | [0]",
        r#""registry.example.com/team/app-3:1.2.3""#,
    ),
    (
        "length(request.object.spec.containers[?securityContext.privileged])",
        "0",
    ),
    ("request.object.metadata.labels.missing || 'none'", r#""none""#),
    (
        "request.object.spec.containers[*].name",
        r#"["c0","c1","c2","c3","c4"]"#,
    ),
    ("starts_with(request.object.metadata.name, 'we')", "true"),
];

#[divan::bench(args = QUERIES.iter().map(|it| it.0))]
fn search(bencher: Bencher<'_, '_>, text: &str) {
    let document = document();
    let query = Query::compile(text, &Functions::new(&[STANDARD])).unwrap();
    let found = query.search(&document, Setting::ALONE).unwrap().into_value();
    let expected = QUERIES.iter().find(|it| it.0 == text).map(|it| it.1);
    assert_eq!(Some(json::write(&found, json::Form::GO).as_str()), expected);
    bencher.bench(|| black_box(query.search(black_box(&document), Setting::ALONE)).is_ok());
}

/// A template and what it becomes, as JSON.
const TEMPLATES: &[(&str, &str)] = &[
    ("{{ request.object.metadata.name }}", r#""web""#),
    (
        "Pod {{ request.object.metadata.name }} in {{ request.namespace }} needs a label",
        r#""Pod web in team needs a label""#,
    ),
    ("{{ request.object.metadata.labels.{{ 'app' }} }}", r#""web""#),
    ("nothing to fill", r#""nothing to fill""#),
];

#[divan::bench(args = TEMPLATES.iter().map(|it| it.0))]
fn fill(bencher: Bencher<'_, '_>, text: &str) {
    let document = document();
    let functions = Functions::new(&[STANDARD]);
    let dialect = Dialect {
        functions: &functions,
        limits: &Limits::STANDARD,
        entries: &[],
    };
    let mut scope = Loaded {
        root: &document,
        functions: &functions,
        deletes: false,
    };
    let template = Template::compile(text, &Path::ROOT, &dialect);
    let filled = template.fill(&Path::ROOT, &mut scope, Setting::ALONE).unwrap();
    let expected = TEMPLATES.iter().find(|it| it.0 == text).map(|it| it.1);
    assert_eq!(Some(json::write(&filled, json::Form::GO).as_str()), expected);
    bencher.bench_local(|| template.fill(&Path::ROOT, &mut scope, Setting::ALONE));
}

#[divan::bench(args = QUERIES.iter().map(|it| it.0))]
fn compile(bencher: Bencher<'_, '_>, text: &str) {
    let functions = Functions::new(&[STANDARD]);
    assert!(Query::compile(text, &functions).is_ok());
    bencher.bench(|| Query::compile(black_box(text), &functions));
}
