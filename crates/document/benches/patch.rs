//! Differences of Deployments and patches on them.

use divan::{Bencher, black_box};
use sekisho_document::json::{self, Rules};
use sekisho_document::{JsonPatchDialect, List, Map, Patch, Value, diff};

fn main() {
    divan::main();
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    entries.into_iter().collect::<Map>().into()
}

fn deployment(image: &str, sidecar: bool) -> Value {
    let container = |name: &str, image: &str| {
        map([
            ("name", name.into()),
            ("image", image.into()),
            ("imagePullPolicy", "IfNotPresent".into()),
            (
                "resources",
                map([(
                    "limits",
                    map([("cpu", "500m".into()), ("memory", "128Mi".into())]),
                )]),
            ),
            (
                "ports",
                List::from(vec![map([("containerPort", Value::Int(8080))])]).into(),
            ),
        ])
    };
    let mut containers: List = ["a", "b", "c", "web"]
        .map(|name| container(name, image))
        .into_iter()
        .collect();
    if sidecar {
        containers.edit().insert(0, container("side", "side:1"));
    }
    map([
        ("apiVersion", "apps/v1".into()),
        ("kind", "Deployment".into()),
        (
            "metadata",
            map([
                ("name", "web".into()),
                ("labels", map([("team", "checkout".into())])),
            ]),
        ),
        (
            "spec",
            map([(
                "template",
                map([("spec", map([("containers", containers.into())]))]),
            )]),
        ),
    ])
}

#[divan::bench]
fn diff_equal_deployments(bencher: Bencher<'_, '_>) {
    let (before, after) = (deployment("web:1", false), deployment("web:1", false));
    assert_eq!(diff(&before, &after), Patch::default());
    bencher.bench(|| diff(black_box(&before), black_box(&after)));
}

#[divan::bench]
fn diff_shared_deployments(bencher: Bencher<'_, '_>) {
    let before = deployment("web:1", false);
    let after = before.clone();
    assert_eq!(diff(&before, &after), Patch::default());
    bencher.bench(|| diff(black_box(&before), black_box(&after)));
}

#[divan::bench]
fn diff_with_new_images_and_a_sidecar(bencher: Bencher<'_, '_>) {
    let (before, after) = (deployment("web:1", false), deployment("web:2", true));
    let patch = diff(&before, &after);
    assert_eq!(patch.0.len(), 5);
    assert_eq!(
        patch.apply(&before, JsonPatchDialect::ApiServer, Patch::GROWTH),
        Ok(after.clone())
    );
    bencher.bench(|| diff(black_box(&before), black_box(&after)));
}

#[divan::bench]
fn apply_two_operations(bencher: Bencher<'_, '_>) {
    let text = br#"[{"op":"add","path":"/metadata/annotations/a~1b","value":"c"},
        {"op":"replace","path":"/spec/template/spec/containers/0/image","value":"web:2"}]"#;
    let patch = json::read(text, Rules::KUBERNETES).unwrap_or_default();
    let dialect = JsonPatchDialect::Kyverno;
    let patch = Patch::read(&patch, dialect).unwrap_or_default();
    let document = deployment("web:1", false);
    let patched = patch.apply(&document, dialect, Patch::GROWTH).unwrap_or_default();
    assert_eq!(patched.str_at(&["metadata", "annotations", "a/b"]), "c");
    bencher.bench(|| black_box(&patch).apply(black_box(&document), dialect, Patch::GROWTH));
}
