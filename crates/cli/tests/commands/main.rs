//! The binary from outside: exit codes, what is said where, closed pipes.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on fails, and makes folders to look through"
)]

mod files;
mod inputs;
mod objects;
mod output;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One command line in `fixtures/cli`, and what comes of it.
struct Row {
    line: &'static str,
    input: &'static str,
    exit: i32,
    /// On standard output.
    says: &'static [&'static str],
    /// Neither on standard output nor on standard error.
    says_not: &'static [&'static str],
    /// On standard error.
    complains: &'static str,
}

const PLAIN: Row = Row {
    line: "",
    input: "",
    exit: 0,
    says: &[],
    says_not: &[],
    complains: "",
};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cli")
}

fn sekisho(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekisho"));
    command.args(line.split_whitespace()).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("SOURCE_DATE_EPOCH", "1767225600");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn check(rows: &[Row]) {
    let folder = fixtures();
    for row in rows {
        let mut child = sekisho(&folder, row.line).spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(row.input.as_bytes())
            .unwrap();
        let done = child.wait_with_output().unwrap();
        let out = String::from_utf8(done.stdout).unwrap();
        let err = String::from_utf8(done.stderr).unwrap();
        let all = format!("sekisho {}\n{out}{err}", row.line);
        assert_eq!(done.status.code(), Some(row.exit), "{all}");
        for text in row.says {
            assert!(out.contains(text), "{text:?} is not said\n{all}");
        }
        for text in row.says_not {
            assert!(!all.contains(text), "{text:?} is said\n{all}");
        }
        assert!(
            err.contains(row.complains),
            "{:?} is not complained of\n{all}",
            row.complains
        );
        assert!(
            !row.complains.is_empty() || err.is_empty(),
            "unexpected complaint\n{all}"
        );
    }
}

#[test]
fn verdicts_decide_the_exit_code() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r resources/good.yaml",
            says: &[
                "2 pass\n",
                "checked 1 resource from 1 file with 1 policy (6 rules)",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml --format oneline",
            exit: 1,
            says: &[
                "resources/bad.yaml:3:1: fail[team/label] ",
                "resources/bad.yaml:9:12: fail[team/version] ",
                "2 fail",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml --exit-zero",
            says: &["2 fail"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml --audit-warn",
            exit: 1,
            says: &["1 fail, 1 warn"],
            ..PLAIN
        },
        // The labels that a cluster gives to namespaces decide, too.
        Row {
            line: "apply policies/selected.yaml -r resources/bad.yaml --audit-warn",
            says: &["1 warn", "the rule only audits"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml --audit-warn -e exception.yaml --warn-exit-code 7",
            exit: 7,
            says: &["1 warn, 1 skip (1 exception)"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml,exception.yaml --audit-warn --exceptions-with-resources",
            says: &["1 warn, 1 skip (1 exception)"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml --audit-warn -e exception.yaml --fail-on warn",
            exit: 1,
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/good.yaml --fail-on skip",
            ..PLAIN
        },
        Row {
            line: "apply policies/unscored.yaml -r suites/rows/same-name.yaml",
            says: &["2 warn", "warning[duplicate-resource]"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/namespaces.yaml --warn-no-pass --warn-exit-code 5",
            exit: 5,
            says: &["no rule applies to any of them"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/bad.yaml -q --format oneline",
            exit: 1,
            says_not: &["checked"],
            ..PLAIN
        },
    ]);
}

#[test]
fn what_cannot_be_judged_is_named_and_the_rest_is_judged() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r resources/broken.yaml --format oneline",
            exit: 3,
            says: &[
                "resources/broken.yaml:13:15: error[",
                "resources/broken.yaml:15:1: error[not-an-object]",
                "resources/broken.yaml:21:1: fail[team/label]",
                "checked 2 resources from 1 file",
                "2 could not be judged",
            ],
            ..PLAIN
        },
        Row {
            line: "apply - policies/team.yaml -r resources/bad.yaml",
            input: "apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: {name: misspelt}
spec:
  rules:
  - name: one
    match: {any: [{resources: {kinds: [Pod]}}]}
    validate: {patern: {metadata: {name: web}}}
  - {name: two, match: {any: [{resources: {kinds: [Pod]}}]}, validate: {deny: {}}}
",
            exit: 3,
            says: &[
                "error[unknown-field]",
                "= note: policy `misspelt` is left out whole: its rules `one`, `two` judge nothing",
                "fail[team/label]",
                "1 could not be judged",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/broken.yaml -r resources/bad.yaml",
            exit: 3,
            says: &[
                "error[unknown-field]",
                "note[not-a-policy]",
                "fail[good/label]",
                "did you mean `rules`?",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/broken.yaml -r resources/bad.yaml --semantics kyverno-cli",
            exit: 3,
            says: &["error[not-loaded-by-kyverno]", "error[no-policies]"],
            says_not: &["fail["],
            ..PLAIN
        },
        Row {
            line: "apply policies/left-out.yaml policies/team.yaml -r resources/bad.yaml",
            exit: 3,
            says: &[
                "error[bad-query]",
                "= note: policy `left-out` is left out whole: its rules `fine`, `broken` judge nothing",
                "fail[team/label]",
                "1 could not be judged",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {team: a}, labels: {}},
spec: {containers: [{name: a, image: 'a:1', \"image\": b}]}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: merged}
data: {<<: {a: b}, a: c}
",
            exit: 1,
            says: &[
                "-:1:68: warning[duplicate-key] the key `labels` is set twice, the last value counts",
                "-:2:45: warning[duplicate-key] the key `image` is set twice, the last value counts",
                "2 fail",
            ],
            says_not: &["merged-key-overlap"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: "{apiVersion: v1, kind: List}
---
{apiVersion: v1, kind: List, items: {a: b}}
---
{apiVersion: v1, kind: PodList, items: 5}
---
{apiVersion: v1, kind: PodList, items: null}
---
{apiVersion: v1, kind: List, items: []}
---
{apiVersion: example.com/v1, kind: AllowList, metadata: {name: x}}
---
{apiVersion: v1, kind: List, items: [{kind: ConfigMap}, 5]}
",
            exit: 3,
            says: &[
                "-:1:1: error[not-an-object] a list of objects is expected to have `items`",
                "-:3:1: error[not-an-object] a list of objects is expected to have `items`",
                "-:5:1: error[not-an-object] a list of objects is expected to have `items`",
                "-:13:1: error[not-an-object] item 2 of the list is no Kubernetes object",
                "checked 2 resources from 1 file",
                "4 could not be judged",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources",
            exit: 3,
            says: &[
                "note[not-an-object]",
                "note[unknown-resource-kind]",
                "warning[duplicate-resource]",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/custom.yaml --crd-paths widgets.yaml",
            says_not: &["unknown-resource-kind"],
            says: &["Widget one comes again"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/goood.yaml -r resources/good.yaml",
            exit: 3,
            says: &[
                "no file or folder `resources/goood.yaml`",
                "did you mean `resources/good.yaml`?",
                "2 pass",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/goo[d.yaml -r resources/good.yaml",
            exit: 3,
            says: &[
                "no file or folder `resources/goo[d.yaml`, and it is no glob: unclosed character class",
                "2 pass",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r /dev/zero -r resources/good.yaml",
            exit: 3,
            says: &["cannot read `/dev/zero`: it is a device", "2 pass"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r resources/good.yaml -f /dev/zero",
            exit: 3,
            says: &["cannot read `/dev/zero`: it is a device"],
            ..PLAIN
        },
    ]);
}

#[test]
fn nothing_loaded_is_an_error() {
    check(&[
        Row {
            line: "apply resources/good.yaml -r resources/good.yaml",
            exit: 2,
            says: &["error[no-policies]: no policy to judge by: the file holds none"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r suites/mocks/nothing/*.yaml",
            exit: 3,
            says: &["error[no-resources]: no resource to judge: no file was found"],
            ..PLAIN
        },
        Row {
            line: "check - --allow-empty",
            input: "# nothing\n---\n",
            ..PLAIN
        },
        Row {
            line: "check -",
            exit: 2,
            says: &["error[no-resources]"],
            ..PLAIN
        },
        Row {
            line: "test resources",
            exit: 2,
            says: &["error[no-tests]"],
            ..PLAIN
        },
    ]);
}

#[test]
fn lists_globs_and_standard_input_are_read() {
    check(&[
        Row {
            line: "apply policies/team.yaml -r resources/list.yaml --format oneline -v",
            exit: 1,
            says: &[
                "pass[team/label]",
                "resources/list.yaml:",
                "1 fail",
                "checked 3 resources",
            ],
            ..PLAIN
        },
        Row {
            line: "apply policies/{team,unscored}.yaml -r resources/goo?.yaml",
            says: &["with 2 policies", "2 pass"],
            ..PLAIN
        },
        Row {
            line: "apply - -r resources/good.yaml",
            input: include_str!("../../../../fixtures/cli/policies/team.yaml"),
            says: &["2 pass"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r - --format oneline",
            input: include_str!("../../../../fixtures/cli/resources/bad.yaml"),
            exit: 1,
            says: &["-:9:12: fail[team/version]"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r /dev/stdin --format oneline",
            input: include_str!("../../../../fixtures/cli/resources/bad.yaml"),
            exit: 1,
            says: &["-:9:12: fail[team/version]"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r /proc/self/fd/0 -r - --format oneline",
            input: include_str!("../../../../fixtures/cli/resources/bad.yaml"),
            exit: 1,
            says: &["-:9:12: fail[team/version]", "checked 1 resource from 1 file"],
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml -r ./resourc*",
            exit: 3,
            says: &["note[not-an-object]", "warning[duplicate-resource]"],
            ..PLAIN
        },
        Row {
            line: "check resources/good.yaml --policy builtin:disallow-latest-tag",
            says: &["with 1 policy", "1 pass"],
            ..PLAIN
        },
    ]);
}

#[test]
fn values_users_and_facts_are_heard() {
    check(&[
        Row {
            line: "apply policies/mode.yaml -r resources/namespaces.yaml",
            says: &["2 pass"],
            ..PLAIN
        },
        Row {
            line: "apply policies/mode.yaml -r resources/namespaces.yaml -f values.yaml -u user.yaml",
            exit: 1,
            says: &["not for ada in test"],
            ..PLAIN
        },
        Row {
            line: "apply policies/mode.yaml -r resources/namespaces.yaml --set request.mode=test --user bob",
            exit: 1,
            says: &["not for bob in test"],
            ..PLAIN
        },
        Row {
            line: "apply policies/quota.yaml -r resources/namespaces.yaml --facts facts.yaml",
            exit: 1,
            says: &["2 Pods are too many", "1 pass, 1 fail"],
            ..PLAIN
        },
        // A part of a cluster does not say that there is nothing else.
        Row {
            line: "apply policies/quota.yaml -r resources/namespaces.yaml",
            exit: 3,
            says: &["nobody answers answer to `GET /api/v1/namespaces/shop/pods`"],
            ..PLAIN
        },
        Row {
            line: "apply policies/teams.yaml -r resources/namespaces.yaml,resources/global.yaml --semantics kyverno-cli",
            exit: 1,
            says: &[
                "fail[teams/is-listed]: not a team",
                "checked 3 resources",
                "1 pass, 1 fail",
            ],
            ..PLAIN
        },
        // For Kyverno's command line the resources are the cluster.
        Row {
            line: "apply policies/quota.yaml -r resources/namespaces.yaml -r resources/good.yaml -r resources/bad.yaml --semantics kyverno-cli",
            exit: 1,
            says: &["2 Pods are too many", "1 pass, 1 fail"],
            ..PLAIN
        },
    ]);
}

#[test]
fn policies_of_kubernetes_are_asked_as_in_a_cluster() {
    check(&[
        Row {
            line: "apply admission/audited.yaml -r admission/web.yaml",
            exit: 1,
            says: &[
                "at most 3 replicas, not 5",
                "effect: admitted; the rule only audits",
                "admission/audited.yaml:14:17",
            ],
            ..PLAIN
        },
        Row {
            line: "apply admission/bounded.yaml --parameter-resource admission/bounds.yaml -r admission/web.yaml",
            exit: 1,
            says: &["at most 4 replicas", "effect: denied; the rule enforces"],
            ..PLAIN
        },
        Row {
            line: "apply admission/bounded.yaml -r admission/web.yaml -r admission/bounds.yaml",
            exit: 1,
            says: &["at most 4 replicas"],
            ..PLAIN
        },
        Row {
            line: "apply admission/bounded.yaml -r admission/web.yaml",
            exit: 3,
            says: &["nobody answers the object `bounds` of `v1 configmaps` in namespace `default`"],
            ..PLAIN
        },
    ]);
}

#[test]
fn usage_errors_name_what_is_wrong() {
    check(&[
        Row {
            line: "apply -r resources/good.yaml",
            exit: 2,
            complains: "no policy is named",
            ..PLAIN
        },
        Row {
            line: "apply policies/team.yaml",
            exit: 2,
            complains: "no resource is named",
            ..PLAIN
        },
        Row {
            line: "apply - -r -",
            exit: 2,
            complains: "standard input can be used for either policies or resources, not both",
            ..PLAIN
        },
        Row {
            line: "apply policies --registry -r resources",
            exit: 2,
            complains: "`--registry` is not taken",
            ..PLAIN
        },
        Row {
            line: "apply policies -r resources --format jsno",
            exit: 2,
            complains: "did you mean `json`?",
            ..PLAIN
        },
        Row {
            line: "apply policies -r resources --format sarif",
            exit: 2,
            complains: "not built yet",
            ..PLAIN
        },
        Row {
            line: "apply policies -r resources --format text --format json",
            exit: 2,
            complains: "two formats for standard output",
            ..PLAIN
        },
        Row {
            line: "apply policies/mode.yaml -r resources/namespaces.yaml -s mode",
            exit: 2,
            complains: "`--set mode` is not of the form `key=value`",
            ..PLAIN
        },
        Row {
            line: "apply /dev/stdin -r -",
            exit: 2,
            complains: "standard input can be used for either policies or resources, not both",
            ..PLAIN
        },
        Row {
            line: "check resources --kubernetes newest",
            exit: 2,
            complains: "no version of Kubernetes",
            ..PLAIN
        },
        Row {
            line: "test suites/rows -t polic=x",
            exit: 2,
            complains: "Invalid test-case-selector argument (polic=x)",
            ..PLAIN
        },
        Row {
            line: "why policies",
            exit: 2,
            complains: "there is no command `why` yet",
            ..PLAIN
        },
        Row {
            line: "explain unknown-feild",
            exit: 2,
            complains: "did you mean `unknown-field`?",
            ..PLAIN
        },
        Row {
            line: "explain clusterpolicy.spec.rule",
            exit: 2,
            complains: "`ClusterPolicy.spec` has no field `rule`\n  help: did you mean `rules`?",
            ..PLAIN
        },
        Row {
            line: "jp function lenght",
            exit: 2,
            complains: "did you mean `length`?",
            ..PLAIN
        },
    ]);
}

#[test]
fn tests_are_run() {
    check(&[
        Row {
            line: "test suites/rows --format oneline",
            exit: 1,
            says: &[
                "suites/rows/kyverno-test.yaml:16:24: warning[unknown-rule] policy `team` has no rule named `lable`",
                "warning[unknown-policy]",
                "warning[unknown-resource]",
                "5 rows failed",
            ],
            ..PLAIN
        },
        Row {
            line: "test suites/rows -t resource=good,rule=label --fail-only --format table",
            exit: 1,
            says: &["Want skip, got pass"],
            ..PLAIN
        },
        Row {
            line: "test suites/rows -t policy=team,rule=lable",
            says: &["1 row passed, 1 of them without evaluating anything (1 excluded)"],
            ..PLAIN
        },
        Row {
            line: "test suites/rows -t policy=team,rule=lable --fail-on excluded",
            exit: 1,
            ..PLAIN
        },
        Row {
            line: "test suites/broken --format oneline",
            exit: 3,
            says: &[
                "suites/broken/kyverno-test.yaml:7:1: error[unknown-field]",
                "suites/broken/kyverno-test.yaml:14:12: error[no-such-file]",
                "1 row passed",
                "3 tests could not be run",
            ],
            ..PLAIN
        },
        Row {
            line: "test -f kyverno-test.yaml suites/operations/kyverno-test.yaml suites -o junit",
            exit: 3,
            says: &["<testsuites"],
            ..PLAIN
        },
    ]);
}

#[test]
fn threads_are_bounded() {
    let line = "check . --jobs 100000";
    let done = sekisho(&fixtures(), line).stdin(Stdio::null()).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(
        String::from_utf8(done.stderr)
            .unwrap()
            .contains("expected a number from 0 to 256")
    );
}

/// A folder of its own for a test, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Scratch {
        let folder = std::env::temp_dir().join(format!("sekisho-{name}-{}", std::process::id()));
        for (file, text) in files {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Scratch(folder)
    }

    /// Exit code and standard output.
    fn run(&self, line: &str) -> (Option<i32>, String) {
        let done = sekisho(&self.0, line).stdin(Stdio::null()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

const POD: &str = include_str!("../../../../fixtures/cli/resources/good.yaml");
