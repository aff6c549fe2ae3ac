//! The examples of all checks, hostile Pods, and the fixtures of the original library.
#![expect(
    clippy::disallowed_methods,
    reason = "the fixtures lie outside the repository"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sekisho_document::json::{self, Rules};
use sekisho_document::{Numbers, Value, yaml};

use super::*;
use crate::{Gvk, Schema};

const SERVER: Version = Version::KUBERNETES;

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

fn pod(spec: &Value) -> Pod<'_> {
    Pod::new(&Value::Null, spec, Sources::Defaulted)
}

fn said(check: &'static Check, spec: &Value) -> Option<String> {
    let variant = check.variants.last().unwrap();
    let failure = check.failure(variant, &pod(spec))?;
    Some(format!("{} ({})", failure.reason(), failure.detail()))
}

#[test]
fn examples_hold() {
    for check in CHECKS {
        assert!(!check.examples.is_empty(), "{}", check.id);
        for example in check.examples {
            let found = said(check, &value(example.spec));
            assert_eq!(
                found.as_deref(),
                example.failure,
                "{}: {}",
                check.id,
                example.spec
            );
        }
    }
}

#[test]
fn checks_and_variants_are_sorted() {
    assert!(CHECKS.is_sorted_by(|left, right| left.id < right.id));
    for check in CHECKS {
        let order = |variant: &Variant| (variant.since, variant.built);
        assert!(check.variants.is_sorted_by_key(order), "{}", check.id);
        let stricter = check.replaced_by.is_none_or(|other| other.level > check.level);
        assert!(stricter && check.level != Level::Privileged, "{}", check.id);
    }
}

#[test]
fn versions_choose_checks() {
    let spec = value(
        r#"{"os": {"name": "windows"}, "hostUsers": false, "containers": [{"name": "a",
            "securityContext": {"runAsUser": 0, "procMount": "Unmasked"}}], "volumes": [{"name": "i", "image": {}}],
            "securityContext": {"sysctls": [{"name": "net.ipv4.tcp_rmem"}]}}"#,
    );
    let newest = Version::KUBERNETES;
    for (level, version, server, expected) in [
        (Level::Privileged, "latest", newest, ""),
        (Level::Baseline, "latest", newest, ""),
        (Level::Baseline, "v1.34", newest, "procMount"),
        (Level::Baseline, "v1.31", newest, "procMount, forbidden sysctls"),
        (
            Level::Baseline,
            "latest",
            Version::new(1, 31),
            "procMount, forbidden sysctls",
        ),
        (Level::Restricted, "latest", newest, "procMount"),
        (
            Level::Restricted,
            "v1.34",
            newest,
            "procMount, runAsNonRoot != true, runAsUser=0",
        ),
        (
            Level::Restricted,
            "v1.24",
            newest,
            "procMount, forbidden sysctls, allowPrivilegeEscalation != false, unrestricted capabilities, \
             runAsNonRoot != true, runAsUser=0, seccompProfile",
        ),
        (
            Level::Restricted,
            "v1.7",
            newest,
            "procMount, forbidden sysctls, runAsNonRoot != true",
        ),
        (
            Level::Restricted,
            "v1.7",
            Version::new(1, 32),
            "procMount, forbidden sysctls, restricted volume types, runAsNonRoot != true",
        ),
    ] {
        let asked = StandardVersion::parse(version).unwrap();
        let failures = evaluate(level, asked, server, &pod(&spec));
        assert_eq!(reasons(&failures), expected, "{level:?} {version} {server}");
    }
}

#[test]
fn annotations_are_looked_at() {
    let metadata = value(
        r#"{"annotations": {"container.apparmor.security.beta.kubernetes.io/b": "un\"confined",
            "container.apparmor.security.beta.kubernetes.io/a": "localhost/x",
            "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
            "container.seccomp.security.alpha.kubernetes.io/a": "",
            "container.seccomp.security.alpha.kubernetes.io/other": "unconfined"}}"#,
    );
    let spec = value(r#"{"containers": [{"name": "a"}]}"#);
    let pod = Pod::new(&metadata, &spec, Sources::Defaulted);
    let text = described(&evaluate(
        Level::Baseline,
        StandardVersion::Minor(18),
        SERVER,
        &pod,
    ));
    assert_eq!(
        text,
        "forbidden AppArmor profile (annotation must not set AppArmor profile type to \
         \"container.apparmor.security.beta.kubernetes.io/b=\"un\\\"confined\"\"), seccompProfile (forbidden \
         annotations container.seccomp.security.alpha.kubernetes.io/a=\"\", \
         seccomp.security.alpha.kubernetes.io/pod=\"unconfined\")"
    );
}

#[test]
fn paths_say_where() {
    let spec = value(
        r#"{"securityContext": {"sysctls": [{"name": "kernel.x"}]}, "volumes": [{"name": "v", "hostPath": {}}],
            "ephemeralContainers": [{"name": "a", "ports": [{}, {"hostPort": 80}]}]}"#,
    );
    let failures = evaluate(Level::Baseline, StandardVersion::Latest, SERVER, &pod(&spec));
    let breaches = failures.iter().flat_map(|failure| &failure.breaches);
    let paths: Vec<String> = breaches.map(Breach::path).collect();
    assert_eq!(
        paths,
        [
            "spec.volumes[0].hostPath",
            "spec.ephemeralContainers[0].ports[1].hostPort",
            "spec.securityContext.sysctls[0].name"
        ]
    );
}

/// Every value of a Pod that breaks everything is replaced by every kind of value.
#[test]
fn odd_types_are_survived() {
    let spec = value(
        r#"{"securityContext": {"sysctls": [{"name": "kernel.x"}], "seLinuxOptions": {"type": "x"}, "runAsUser": 0,
            "seccompProfile": {"type": "x"}, "appArmorProfile": {"type": "x"}, "windowsOptions": {"hostProcess": true},
            "runAsNonRoot": false}, "os": {"name": "linux"}, "hostUsers": true, "hostPID": true,
            "volumes": [{"name": "v", "hostPath": {"path": "/"}}], "runtimeClassName": "x",
            "containers": [{"name": "a", "ports": [{"hostPort": 80}], "livenessProbe": {"httpGet": {"host": "x"}},
                "lifecycle": {"preStop": {"tcpSocket": {"host": "x"}}}, "securityContext": {"privileged": true,
                "capabilities": {"add": ["X"], "drop": ["X"]}, "procMount": "x", "allowPrivilegeEscalation": true}}]}"#,
    );
    let metadata = value(r#"{"annotations": {"container.apparmor.security.beta.kubernetes.io/a": "x"}}"#);
    let odd = [
        "null",
        "true",
        "-1",
        "1.5",
        "18446744073709551615",
        r#""""#,
        r#""x""#,
        "[]",
        "[[]]",
        "[null]",
        "{}",
    ];
    let mut evaluated = 0;
    for odd in odd.map(value) {
        for spec in replaced(&spec, &odd) {
            for metadata in replaced(&metadata, &odd) {
                let pod = Pod::new(&metadata, &spec, Sources::AsWritten);
                for version in [StandardVersion::Minor(0), StandardVersion::Latest] {
                    let failures = evaluate(Level::Restricted, version, SERVER, &pod);
                    assert_eq!(described(&failures).is_empty(), failures.is_empty());
                    evaluated += 1;
                }
            }
        }
    }
    assert!(evaluated > 1000);
}

/// The value, with each part of it in turn replaced.
fn replaced(value: &Value, odd: &Value) -> Vec<Value> {
    let mut all = vec![odd.clone()];
    match value {
        Value::List(list) => {
            for (position, item) in list.iter().enumerate() {
                all.extend(replaced(item, odd).into_iter().map(|item| {
                    let mut list = list.clone();
                    list.edit()[position] = item;
                    Value::List(list)
                }));
            }
        }
        Value::Map(map) => {
            for (key, item) in map {
                all.extend(replaced(item, odd).into_iter().map(|item| {
                    let mut map = map.clone();
                    map.insert(key.clone(), item);
                    Value::Map(map)
                }));
            }
        }
        _ => {}
    }
    all
}

/// The fixtures of the original library, where they are given: `LEVEL/VERSION/pass|fail/CHECK…N.yaml`.
#[test]
fn fixtures_pass_and_fail_as_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/pod-security");
    if !root.is_dir() {
        println!("the fixtures of Pod Security are not there: nothing is checked");
        return;
    }
    let schema = Schema::builtin(SERVER);
    let mut seen = 0;
    for level in [Level::Baseline, Level::Restricted] {
        for version in entries(&root.join(level.as_str())) {
            let name = version.file_name().unwrap().to_str().unwrap();
            let minor = StandardVersion::parse(name).unwrap();
            for passes in [true, false] {
                for file in entries(&version.join(if passes { "pass" } else { "fail" })) {
                    let text = std::fs::read_to_string(&file).unwrap();
                    let object = yaml::read(&text, &yaml::Limits::DEFAULT, Numbers::AsWritten).unwrap();
                    let object = schema.default(&object, &Gvk::of(&object));
                    let template = Template::of(&object);
                    let pod = Pod::new(template.metadata, template.spec, Sources::Defaulted);
                    let failures = evaluate(level, minor, SERVER, &pod);
                    let ids: BTreeSet<String> = failures.iter().flat_map(names).collect();
                    let stem = file.file_stem().unwrap().to_str().unwrap();
                    let about = stem.trim_end_matches(|c: char| c.is_ascii_digit());
                    let right = if passes {
                        ids.is_empty()
                    } else {
                        ids.contains(about)
                    };
                    assert!(right, "{}: {}", file.display(), described(&failures));
                    seen += 1;
                }
            }
        }
    }
    println!("{seen} fixtures of Pod Security");
    assert!(seen > 1000, "{seen} fixtures");
}

/// The ids of the check and of those that it takes the place of, as files are named.
fn names(failure: &Failure<'_>) -> Vec<String> {
    let own = failure.check.id;
    let replaced = CHECKS
        .iter()
        .filter(|check| check.replaced_by.is_some_and(|other| other.id == own));
    let ids = replaced.map(|check| check.id).chain([own]);
    ids.map(str::to_lowercase).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries
}
