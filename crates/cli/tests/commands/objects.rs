//! What `-o` writes.

use std::fs;
use std::process::Stdio;

use super::{POD, Scratch, sekisho};

const POLICY: &str = "apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata:
  name: named
spec:
  rules:
  - name: named
    match: {any: [{resources: {kinds: [Pod]}}]}
    validate: {pattern: {metadata: {name: \"?*\"}}}
";

/// Exit code, standard output, standard error.
fn run(scratch: &Scratch, line: &str) -> (Option<i32>, String, String) {
    let done = sekisho(&scratch.0, line).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn objects_are_written_where_they_are_wanted() {
    let commented = format!("# a note\n{POD}");
    let other = POD.replace("name: good", "name: ../other");
    let scratch = Scratch::new(
        "objects",
        &[
            ("policy.yaml", POLICY),
            ("pods.yaml", &format!("{commented}---\n{other}")),
        ],
    );
    let read = |name: &str| fs::read_to_string(scratch.0.join(name)).unwrap();

    let (exit, out, err) = run(&scratch, "apply policy.yaml -r pods.yaml -o out/objects.yaml");
    assert_eq!(exit, Some(2), "{out}{err}");
    assert!(err.contains("cannot write `out/objects.yaml`"), "{err}");

    let (exit, out, err) = run(&scratch, "apply policy.yaml -r pods.yaml -o out");
    assert_eq!(exit, Some(0), "{out}{err}");
    let written = read("out/good-mutated.yaml");
    assert!(
        written.contains("name: good\n") && !written.contains("a note"),
        "{written}"
    );
    assert!(read("out/_._other-mutated.yaml").contains("name: ../other\n"));
    assert_eq!(fs::read_dir(scratch.0.join("out")).unwrap().count(), 2);
    // Another run writes the same, not more.
    run(&scratch, "apply policy.yaml -r pods.yaml -o out");
    assert_eq!(read("out/good-mutated.yaml"), written);

    for flag in ["-o -", "-i"] {
        let (exit, out, err) = run(&scratch, &format!("apply policy.yaml -r pods.yaml {flag}"));
        assert_eq!(exit, Some(0), "{out}{err}");
        assert!(out.starts_with(&format!("{written}---\n")), "{out}");
        assert!(!out.contains("checked"), "{out}");
        assert!(err.contains("checked 2 resources"), "{err}");
    }

    // What would be incomplete is not written.
    let broken = format!("{POD}---\nkind: [\n");
    fs::write(scratch.0.join("broken.yaml"), &broken).unwrap();
    let (exit, out, _) = run(&scratch, "apply policy.yaml -r broken.yaml -o broken.yaml");
    assert_eq!(exit, Some(3), "{out}");
    assert!(out.contains("error[objects-not-written]"), "{out}");
    assert_eq!(read("broken.yaml"), broken);

    // A run may write over what it reads.
    let (exit, out, err) = run(&scratch, "apply policy.yaml -r pods.yaml -o pods.yaml");
    assert_eq!(exit, Some(0), "{out}{err}");
    assert!(read("pods.yaml").starts_with(&format!("{written}---\n")));
}

const ADD_TEAM: &str = "apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata:
  name: add-team
spec:
  rules:
  - name: team
    match: {any: [{resources: {kinds: [ConfigMap]}}]}
    mutate: {patchStrategicMerge: {metadata: {labels: {+(team): web}}}}
";

const SETTINGS: &str = "# Settings of the shop.
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings # by hand
  namespace: shop
data: {a: b}
";

#[test]
fn what_changes_is_shown_and_written() {
    let scratch = Scratch::new(
        "changes",
        &[("policy.yaml", ADD_TEAM), ("settings.yaml", SETTINGS)],
    );
    let (exit, out, err) = run(&scratch, "apply policy.yaml -r settings.yaml -o out.yaml");
    assert_eq!(exit, Some(0), "{out}{err}");
    assert!(
        out.starts_with(
            "changed[add-team/team]: ConfigMap shop/settings\n  \
             = note: both sides are written anew; comments and layout of files are not kept\n\
             --- before\n+++ after\n@@ -3,5 +3,7 @@\n metadata:\n   name: settings\n   namespace: shop\n\
             +  labels:\n+    team: web\n data:\n   a: b\n"
        ),
        "{out}"
    );
    assert!(out.contains("1 resource changed"), "{out}");
    assert_eq!(
        fs::read_to_string(scratch.0.join("out.yaml")).unwrap(),
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\n  labels:\n    \
         team: web\ndata:\n  a: b\n"
    );
    let (_, out, _) = run(&scratch, "apply policy.yaml -r settings.yaml --color always");
    assert!(out.contains("\u{1b}[1;32m+  labels:\u{1b}[0m\n"), "{out}");
    let (_, out, _) = run(&scratch, "apply policy.yaml -r settings.yaml --format json");
    let patch = r#""patch":[{"op":"add","path":"/metadata/labels","value":{"team":"web"}}]"#;
    assert!(out.contains(patch), "{out}");
    // Its own result is not changed again.
    let (exit, out, _) = run(&scratch, "apply policy.yaml -r out.yaml");
    assert_eq!(exit, Some(0), "{out}");
    assert!(!out.contains("changed"), "{out}");
}

#[test]
fn a_test_shows_where_an_object_differs() {
    let test = "apiVersion: cli.kyverno.io/v1alpha1
kind: Test
metadata: {name: team}
policies: [policy.yaml]
resources: [settings.yaml]
results:
- {policy: add-team, rule: team, resources: [settings], kind: ConfigMap, result: pass, patchedResources: patched.yaml}
";
    let patched = SETTINGS.replace(
        "  namespace: shop\n",
        "  namespace: shop\n  labels: {team: data}\n",
    );
    let scratch = Scratch::new(
        "patched",
        &[
            ("policy.yaml", ADD_TEAM),
            ("settings.yaml", SETTINGS),
            ("kyverno-test.yaml", test),
            ("patched.yaml", &patched),
        ],
    );
    let (exit, out, err) = run(&scratch, "test .");
    assert_eq!(exit, Some(1), "{out}{err}");
    assert!(
        out.contains("--- expected\n+++ actual\n@@ -4,6 +4,6 @@\n   name: settings\n   namespace: shop\n   labels:\n-    team: data\n+    team: web\n data:\n   a: b\n"),
        "{out}"
    );
    fs::write(
        scratch.0.join("patched.yaml"),
        patched.replace("team: data", "team: web"),
    )
    .unwrap();
    let (exit, out, err) = run(&scratch, "test .");
    assert_eq!(exit, Some(0), "{out}{err}");
}
