//! What is read in folders, and what is not.

use super::{POD, Scratch};

#[test]
fn folders_are_looked_through() {
    let named = |name: &str| POD.replace("name: good", &format!("name: {name}"));
    let scratch = Scratch::new(
        "folders",
        &[
            (".hidden/a.yaml", &named("hidden")),
            ("b.yml", &named("plain")),
            (
                "c.json",
                r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "json"}}"#,
            ),
            ("D.YAML", &named("upper")),
            ("e.Yml", &named("mixed")),
            ("notes.txt", "no YAML: ["),
            ("ignored/d.yaml", POD),
            ("left-out.yaml", POD),
            (".gitignore", "ignored/\nleft-out.*\n"),
            (".git/config", ""),
        ],
    );
    let line = "check . --policy builtin:require-labels --format oneline";
    let (_, out) = scratch.run(&format!("{line} -v"));
    assert!(out.contains("checked 5 resources from 5 files"), "{out}");
    assert!(out.contains("./.hidden/a.yaml"), "{out}");
    assert!(
        out.contains("note[passed-over] not read below `.`: `ignored`, `left-out.yaml`; `.gitignore`"),
        "{out}"
    );
    let (_, out) = scratch.run(line);
    assert!(!out.contains("passed-over"), "{out}");
}

#[test]
fn what_kyverno_passes_over_is_named() {
    let policy = include_str!("../../../../fixtures/cli/policies/team.yaml");
    let scratch = Scratch::new(
        "kyverno",
        &[
            ("policies/team.yaml", policy),
            ("policies/OTHER.YAML", policy),
            ("policies/.hidden.yaml", policy),
            ("pod.yaml", POD),
        ],
    );
    let line = "apply policies -r pod.yaml --semantics kyverno-cli --format oneline";
    let (code, out) = scratch.run(line);
    assert_eq!(code, Some(0), "{out}");
    for said in [
        "not read below `policies`: `.hidden.yaml`; `kyverno` passes over hidden names",
        "not read below `policies`: `OTHER.YAML`; `kyverno` reads only what ends in `.yaml` or `.yml`",
        "with 1 policy",
    ] {
        assert!(out.contains(said), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_in_a_folder_is_passed_over_silently() {
    use std::os::unix::fs::symlink;
    let scratch = Scratch::new("odd", &[("all/pod.yaml", POD), ("more/pod.yaml", POD)]);
    symlink("nowhere.yaml", scratch.0.join("all/dangling.yaml")).unwrap();
    symlink("nowhere", scratch.0.join("all/dangling.txt")).unwrap();
    symlink("round.yaml", scratch.0.join("all/round.yaml")).unwrap();
    symlink("pod.yaml", scratch.0.join("all/same.yaml")).unwrap();
    symlink("../more", scratch.0.join("all/more")).unwrap();
    symlink("/dev/zero", scratch.0.join("all/zero.yaml")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(scratch.0.join("all/socket.yaml")).unwrap();
    for (line, expected) in [
        (
            "check all --format oneline",
            &[
                "error[no-such-file] `all/dangling.yaml` is a link that leads nowhere: there is no `nowhere.yaml`",
                "error[unreadable-file] cannot read `all/round.yaml`: ",
                "error[unreadable-file] cannot read `all/socket.yaml`: it is a socket",
                "error[unreadable-file] cannot read `all/zero.yaml`: it is a device",
                "note[passed-over] not read below `all`: `more`; links to folders are not followed",
                "checked 2 resources from 2 files",
                "4 could not be judged",
            ][..],
        ),
        (
            "check all/dangling.yaml all/socket.yaml all/more --format oneline",
            &[
                "error[no-such-file] `all/dangling.yaml` is a link that leads nowhere",
                "error[unreadable-file] cannot read `all/socket.yaml`: it is a socket",
                "checked 1 resource from 1 file",
            ],
        ),
        (
            "check all/d*.yaml --format oneline",
            &["error[no-such-file] `all/dangling.yaml` is a link that leads nowhere"],
        ),
    ] {
        let (code, out) = scratch.run(line);
        assert_eq!(code, Some(3), "{out}");
        for said in expected {
            assert!(out.contains(said), "{said}\n{out}");
        }
        assert!(!out.contains("did you mean"), "{out}");
    }
}
