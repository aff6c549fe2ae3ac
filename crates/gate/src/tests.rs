//! Small configurations and what becomes of requests under them.

use std::time::Duration;

use sekisho_admission::vap::Policies;
use sekisho_document::{Value, json};
use sekisho_kubernetes::{Answer, Facts, Kinds, Question, Request, Schema, Version};

use crate::{Bare, Gate, HookKind, Layer, Outcome, Script, Scripted, Server, StepResult, hooks};

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

/// Every namespace is there.
struct Namespaces;

impl Facts for Namespaces {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name } => Answer::Is(read(&format!(
                r#"{{"apiVersion": "v1", "kind": "Namespace",
                    "metadata": {{"name": "{name}", "labels": {{"kubernetes.io/metadata.name": "{name}"}}}}}}"#
            ))),
            _ => Answer::Unknown,
        }
    }
}

/// A hook about all writes of config maps: name, more of its fields, its script.
struct Hooked(HookKind, &'static str, &'static str, &'static str);

fn admit(hooked: &[Hooked], timeout: Option<Duration>) -> Outcome {
    let mut scripted = Scripted::default();
    let mut configurations = Vec::new();
    for Hooked(kind, name, fields, script) in hooked {
        scripted.add(*kind, name, &format!("{name}.example.com"), Script(read(script)));
        configurations.push(read(&format!(
            r#"{{"kind": "{}", "metadata": {{"name": "{name}"}}, "webhooks": [{{"name": "{name}.example.com",
                "rules": [{{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"],
                    "resources": ["configmaps"]}}],
                "clientConfig": {{"url": "https://h.test/{name}"}}, "sideEffects": "None",
                "admissionReviewVersions": ["v1"] {fields}}}]}}"#,
            kind.configuration()
        )));
    }
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let schema = Schema::builtin(Version::KUBERNETES);
    let gate = Gate {
        mutating: hooks(&configurations, HookKind::Mutating),
        validating: hooks(&configurations, HookKind::Validating),
        mutating_policies: sekisho_admission::map::Policies::default(),
        policies: Policies { plans: Vec::new() },
        pod_security: sekisho_admission::pod_security::Configuration::default(),
    };
    let object = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "lab"},
        "data": {"k": "v"}}"#;
    let request = Request::create(read(object), &kinds).unwrap();
    gate.admit(
        request,
        Server {
            version: Version::KUBERNETES,
            kinds: &kinds,
            schema: &schema,
            facts: &Namespaces,
            registry: &Bare { schema: &schema },
            endpoint: &scripted,
        },
        timeout,
    )
}

fn message(outcome: &Outcome) -> &str {
    outcome
        .denial
        .as_ref()
        .map_or("", |denial| denial.str_at(&["message"]))
}

const ADD: &str = r#"{"patches": [{"when": {"absent": "/data/PLACE"},
    "patch": [{"op": "add", "path": "/data/PLACE", "value": "1"}]}]}"#;

fn adds(place: &str) -> &'static str {
    Box::leak(ADD.replace("PLACE", place).into_boxed_str())
}

#[test]
fn each_hook_sees_what_the_one_before_left() {
    let hooked = [
        Hooked(HookKind::Mutating, "a", "", adds("x")),
        Hooked(
            HookKind::Validating,
            "v",
            "",
            r#"{"denyWhen": {"absent": "/data/x"}, "status": {"message": "x is missing"}}"#,
        ),
    ];
    let [_, ref alone] = hooked;
    let alone = admit(std::slice::from_ref(alone), None);
    assert_eq!(
        message(&alone),
        "admission webhook \"v.example.com\" denied the request: x is missing"
    );
    let both = admit(&hooked, None);
    assert_eq!(both.denial, None);
    assert_eq!(both.request.object.unwrap().str_at(&["data", "x"]), "1");
}

#[test]
fn who_may_be_asked_again_is_asked_again_once() {
    let again = r#", "reinvocationPolicy": "IfNeeded""#;
    let hooked = [
        Hooked(HookKind::Mutating, "a", again, adds("a")),
        Hooked(HookKind::Mutating, "b", again, adds("b")),
    ];
    let outcome = admit(&hooked, None);
    let seen: Vec<(u8, &str, bool)> = outcome
        .steps
        .iter()
        .map(|step| (step.pass, step.link.as_str(), step.result == StepResult::Changed))
        .collect();
    assert_eq!(
        seen,
        [
            (1, "a/a.example.com/0", true),
            (1, "b/b.example.com/0", true),
            (2, "a/a.example.com/0", false),
            (2, "b/b.example.com/0", false),
        ]
    );
    assert_eq!(
        outcome.steps.last().map(|step| &step.result),
        Some(&StepResult::NotAgain)
    );
}

#[test]
fn the_failure_policy_decides_about_failed_calls_only() {
    const IGNORE: &str = r#", "failurePolicy": "Ignore""#;
    let refused = "Internal error occurred: failed calling webhook \"h.example.com\": failed to call webhook: Post \"https://h.test/h?timeout=10s\": dial tcp h.test:443: connect: connection refused";
    let missing = "Internal error occurred: error in remove for path: '/data/no': Unable to remove nonexistent key: no: missing value";
    for (fields, script, expected) in [
        ("", r#"{"connect": "refused"}"#, refused),
        (IGNORE, r#"{"connect": "refused"}"#, ""),
        (
            IGNORE,
            r#"{"allowed": false, "status": {"code": 418, "message": "tea"}}"#,
            "admission webhook \"h.example.com\" denied the request: tea",
        ),
        (
            IGNORE,
            r#"{"patch": [{"op": "remove", "path": "/data/no"}]}"#,
            missing,
        ),
        (IGNORE, r#"{"patchRaw": "hello"}"#, ""),
        (IGNORE, r#"{"connect": "blackhole"}"#, ""),
    ] {
        let outcome = admit(&[Hooked(HookKind::Mutating, "h", fields, script)], None);
        assert_eq!(message(&outcome), expected, "{fields} {script}");
    }
}

#[test]
fn no_failure_policy_helps_when_the_time_of_the_request_is_over() {
    let ignore = r#", "failurePolicy": "Ignore""#;
    let hooked = [Hooked(HookKind::Mutating, "h", ignore, r#"{"delay": 5}"#)];
    let outcome = admit(&hooked, Some(Duration::from_secs(2)));
    assert_eq!(
        message(&outcome),
        "Timeout: request did not complete within the allotted timeout"
    );
}

#[test]
fn the_layer_that_keeps_a_request_away_is_named() {
    for (fields, expected) in [
        (
            r#", "namespaceSelector": {"matchLabels": {"team": "x"}}"#,
            Layer::NamespaceSelector,
        ),
        (
            r#", "objectSelector": {"matchLabels": {"team": "x"}}"#,
            Layer::ObjectSelector,
        ),
        (
            r#", "matchConditions": [{"name": "never", "expression": "false"}]"#,
            Layer::MatchConditions,
        ),
        (r#", "rules": []"#, Layer::Rules),
    ] {
        let outcome = admit(&[Hooked(HookKind::Validating, "h", fields, "{}")], None);
        let results: Vec<&StepResult> = outcome.steps.iter().map(|step| &step.result).collect();
        assert_eq!(results, [&StepResult::Away(expected)], "{fields}");
    }
}

#[test]
fn pod_security_judges_before_policies_do() {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let schema = Schema::builtin(Version::KUBERNETES);
    let restricted = sekisho_admission::pod_security::Configuration {
        defaults: sekisho_admission::pod_security::Policy::read(
            &read(r#"{"pod-security.kubernetes.io/enforce": "baseline"}"#),
            sekisho_admission::pod_security::Policy::default(),
        )
        .0,
        ..Default::default()
    };
    let gate = Gate {
        mutating: Vec::new(),
        validating: Vec::new(),
        mutating_policies: sekisho_admission::map::Policies::default(),
        policies: Policies { plans: Vec::new() },
        pod_security: restricted,
    };
    let pod = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "lab"},
        "spec": {"hostNetwork": true, "containers": [{"name": "c", "image": "i"}]}}"#;
    let request = Request::create(read(pod), &kinds).unwrap();
    let outcome = gate.admit(
        request,
        Server {
            version: Version::KUBERNETES,
            kinds: &kinds,
            schema: &schema,
            facts: &Namespaces,
            registry: &Bare { schema: &schema },
            endpoint: &crate::Silent,
        },
        None,
    );
    assert_eq!(
        message(&outcome),
        "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)"
    );
}
