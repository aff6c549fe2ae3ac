//! What goes where: colours, closed pipes, full disks, files.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::{POD, Scratch, fixtures, sekisho};

#[test]
fn colours_are_a_matter_of_flags_and_environment() {
    let folder = fixtures();
    let coloured = |flags: &str, variables: &[(&str, &str)]| {
        let mut command = sekisho(&folder, &format!("check resources/bad.yaml {flags}"));
        command.envs(variables.iter().copied());
        let done = command.stdin(Stdio::null()).output().unwrap();
        assert!(!done.stdout.is_empty());
        assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
        done.stdout.contains(&0x1b)
    };
    let force = ("CLICOLOR_FORCE", "1");
    for (flags, variables, expected) in [
        ("", &[][..], false),
        ("--color always", &[], true),
        ("--color always --remove-color", &[], false),
        ("--color auto", &[force], true),
        ("--color auto", &[("CLICOLOR_FORCE", "0")], false),
        ("--color auto", &[force, ("NO_COLOR", "1")], false),
        // An empty variable asks for nothing.
        ("--color auto", &[force, ("NO_COLOR", "")], true),
        ("--color always", &[("NO_COLOR", "1")], true),
        ("--color never", &[force], false),
        ("--color always --format oneline", &[], false),
        ("--color always --format json", &[], false),
    ] {
        assert_eq!(coloured(flags, variables), expected, "{flags} {variables:?}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = fixtures();
    let mut child = sekisho(&folder, "check . -v --format json --policy builtin:all")
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
    // What was not told to the end was not judged to the end.
    assert_eq!(done.status.code(), Some(3));
}

#[test]
fn whoever_reads_a_line_and_leaves_is_not_complained_to() {
    let long = "---\n".to_owned() + POD;
    let pods: String = (0..3_000)
        .map(|number| long.replace("name: good", &format!("name: good-{number}")))
        .collect();
    let scratch = Scratch::new("leaves", &[("pods.yaml", &pods)]);
    let mut child = sekisho(&scratch.0, "check pods.yaml -v").spawn().unwrap();
    drop(child.stdin.take());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("pass["));
    drop(lines);
    let done = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
    assert_eq!(done.status.code(), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_complained_of() {
    for line in [
        "check resources/good.yaml",
        "check resources/good.yaml --format json=/dev/full",
        "version",
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let done = sekisho(&fixtures(), line)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8(done.stderr).unwrap();
        assert!(err.starts_with("error: cannot write: "), "{line}: {err}");
        assert_eq!(done.status.code(), Some(3), "{line}");
    }
}

#[test]
fn formats_go_to_files_and_jobs_change_no_byte() {
    let folder = fixtures();
    let file = std::env::temp_dir().join(format!("sekisho-commands-{}.json", std::process::id()));
    let run = |jobs: &str| {
        let line = format!(
            "check . --format text --format json={} --jobs {jobs}",
            file.display()
        );
        let done = sekisho(&folder, &line).stdin(Stdio::null()).output().unwrap();
        (done.stdout, std::fs::read(&file).unwrap())
    };
    let (text, json) = run("1");
    assert!(json.starts_with(b"{") && !text.is_empty());
    assert_eq!(run("4"), (text, json));
    std::fs::remove_file(&file).unwrap();
}
