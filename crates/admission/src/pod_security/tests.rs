//! Labels, exemptions and Pods that are there already.

use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::{Kinds, User};

use super::*;

/// A cluster of namespaces, all with the same labels, and some Pods in each.
struct Cluster {
    labels: Value,
    pods: Vec<Value>,
}

impl Facts for Cluster {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name: "lost" } => Answer::Absent,
            Question::Namespace { .. } => Answer::Is(labelled(&self.labels)),
            Question::List { .. } => Answer::Is(Value::List(self.pods.iter().cloned().collect())),
            _ => Answer::Unknown,
        }
    }
}

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

fn labelled(labels: &Value) -> Value {
    let text = json::write(labels, json::Form::COMPACT);
    value(&format!(
        r#"{{"apiVersion": "v1", "kind": "Namespace", "metadata": {{"name": "n", "labels": {text}}}}}"#
    ))
}

fn labels(pairs: &str) -> Value {
    let pairs = pairs.split_whitespace().map(|pair| {
        let (mode, value) = pair.split_once('=').unwrap();
        (format!("pod-security.kubernetes.io/{mode}"), Value::from(value))
    });
    Value::Map(pairs.collect())
}

fn kinds() -> Kinds {
    Kinds::builtin(Version::KUBERNETES)
}

fn configuration() -> Configuration {
    let names = |name: &str| vec![Text::new(name)];
    Configuration {
        defaults: Policy::default(),
        exemptions: Exemptions {
            usernames: names("root"),
            namespaces: names("system"),
            runtime_classes: names("vm"),
        },
    }
}

fn asked(request: &Request, labels: &Value) -> Outcome {
    let cluster = Cluster {
        labels: labels.clone(),
        pods: Vec::new(),
    };
    admit(&configuration(), Version::KUBERNETES, request, &cluster)
}

fn pod(namespace: &str, spec: &str) -> Request {
    let text = format!(
        r#"{{"apiVersion": "v1", "kind": "Pod", "metadata": {{"name": "p", "namespace": "{namespace}"}}, "spec": {spec}}}"#
    );
    Request::create(value(&text), &kinds()).unwrap()
}

const OF_HOST: &str = r#"{"hostPID": true}"#;

#[test]
fn labels_say_what_is_asked() {
    for (written, expected, faults) in [
        ("", "privileged:latest privileged:latest privileged:latest", 0),
        (
            "enforce=baseline enforce-version=v1.24",
            "baseline:v1.24 privileged:latest baseline:v1.24",
            0,
        ),
        (
            "enforce=baseline enforce-version=v1.24 warn-version=v1.30",
            "baseline:v1.24 privileged:latest baseline:v1.30",
            0,
        ),
        (
            "enforce=restricted warn=baseline audit=baseline audit-version=v1.9",
            "restricted:latest baseline:v1.9 baseline:latest",
            0,
        ),
        (
            "enforce=x enforce-version=x warn=x audit=x",
            "restricted:latest privileged:latest privileged:latest",
            4,
        ),
    ] {
        let (policy, found) = Policy::read(&labels(written), Policy::default());
        let text = format!("{} {} {}", policy.enforce, policy.audit, policy.warn);
        assert_eq!((text.as_str(), found.len()), (expected, faults), "{written}");
    }
}

#[test]
fn pods_are_refused_noted_or_warned_of() {
    let request = pod("n", OF_HOST);
    let violation = "host namespaces (hostPID=true)";
    let enforced = asked(&request, &labels("enforce=baseline audit=baseline"));
    assert_eq!(
        enforced.denial.map(|denial| (denial.code, denial.message)),
        Some((
            403,
            format!("pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": {violation}")
        ))
    );
    assert_eq!(enforced.warnings, Vec::<String>::new());
    let would = format!("would violate PodSecurity \"baseline:latest\": {violation}");
    assert_eq!(
        enforced.audit,
        [
            (ENFORCE_POLICY, "baseline:latest".to_owned()),
            (AUDIT_VIOLATIONS, would.clone())
        ]
    );
    let warned = asked(&request, &labels("warn=baseline"));
    assert_eq!((warned.denial, warned.warnings), (None, vec![would]));
}

#[test]
fn what_is_exempt_is_not_looked_at() {
    let restricted = labels("enforce=restricted");
    let by_root = Request {
        user: Some(User {
            name: Text::new("root"),
            ..User::default()
        }),
        ..pod("n", OF_HOST)
    };
    let class = r#"{"hostPID": true, "runtimeClassName": "vm"}"#;
    for (request, expected) in [
        (pod("system", OF_HOST), "namespace"),
        (by_root, "user"),
        (pod("n", class), "runtimeClass"),
    ] {
        assert_eq!(asked(&request, &restricted), Outcome::exempt(expected));
    }
    let lost = asked(&pod("lost", OF_HOST), &restricted);
    assert_eq!(lost.denial.map(|denial| denial.code), Some(500));
    let evicted = Request {
        subresource: Text::new("eviction"),
        ..pod("n", OF_HOST)
    };
    assert_eq!(asked(&evicted, &restricted), Outcome::default());
}

#[test]
fn only_updates_of_images_and_containers_are_judged() {
    let old = r#"{"hostPID": true, "containers": [{"name": "a", "image": "a:1"}], "ephemeralContainers": [{"name": "e", "image": "e:1"}]}"#;
    for (new, judged) in [
        (old.replace("true", "true, \"activeDeadlineSeconds\": 5"), false),
        (old.replace("a:1", "a:2"), true),
        (old.replace("e:1", "e:2"), true),
        (old.replace(r#""name": "e""#, r#""name": "f""#), true),
        (
            old.replace(r#""containers": ["#, r#""containers": [{"name": "b"}, "#),
            true,
        ),
    ] {
        let request = Request {
            operation: Verb::Update,
            old_object: pod("n", old).object,
            ..pod("n", &new)
        };
        let outcome = asked(&request, &labels("enforce=baseline"));
        assert_eq!(outcome.denial.is_some(), judged, "{new}");
    }
}

#[test]
fn what_makes_pods_is_never_refused() {
    let text = r#"{"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "c", "namespace": "n"},
        "spec": {"jobTemplate": {"spec": {"template": {"spec": {"hostIPC": true}}}}}}"#;
    let request = Request::create(value(text), &kinds()).unwrap();
    let outcome = asked(&request, &labels("enforce=baseline"));
    let expected = "would violate PodSecurity \"baseline:latest\": host namespaces (hostIPC=true)";
    assert_eq!(
        (outcome.denial, outcome.warnings),
        (None, vec![expected.to_owned()])
    );
}

#[test]
fn pods_that_are_there_are_warned_of() {
    let pod = |name: &str, spec: &str| {
        value(&format!(
            r#"{{"metadata": {{"name": "{name}", "ownerReferences": [{{"controller": true, "uid": "u"}}]}}, "spec": {spec}}}"#
        ))
    };
    let mut pods = vec![pod("z", OF_HOST), pod("y", OF_HOST), pod("x", "{}")];
    let update = |old: &str, new: &str, pods: Vec<Value>| {
        let (old, new) = (labelled(&labels(old)), labelled(&labels(new)));
        let request = Request::update(old, new, &kinds()).unwrap();
        let cluster = Cluster {
            labels: Value::Null,
            pods,
        };
        admit(&configuration(), Version::KUBERNETES, &request, &cluster)
    };
    assert_eq!(
        update("", "enforce=baseline", pods.clone()).warnings,
        [
            "existing pods in namespace \"n\" violate the new PodSecurity enforce level \"baseline:latest\"",
            "y (and 1 other pod): host namespaces"
        ]
    );
    for (old, new) in [
        ("enforce=restricted", "enforce=baseline"),
        ("enforce=baseline", "enforce=baseline"),
        ("", "warn=restricted"),
        ("enforce=x", "enforce=x"),
    ] {
        assert_eq!(update(old, new, pods.clone()), Outcome::default(), "{old} {new}");
    }
    let refused = update("", "enforce=x", pods.clone()).denial;
    assert_eq!(refused.map(|denial| denial.code), Some(422));
    pods.extend((0..MOST).map(|number| pod(&format!("p{number}"), "{}")));
    assert_eq!(
        update("", "enforce=baseline", pods)
            .warnings
            .first()
            .map(String::as_str),
        Some("new PodSecurity enforce level only checked against the first 3000 of 3003 existing pods")
    );
}

const MOST: usize = 3000;
