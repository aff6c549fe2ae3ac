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
