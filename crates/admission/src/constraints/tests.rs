//! Matching of requests, as small tables.

use sekisho_document::{Text, json};
use sekisho_kubernetes::{NoFacts, Version};

use super::*;

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

struct Labelled;

impl Facts for Labelled {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name: "shop" } => {
                Answer::Is(value(r#"{"metadata": {"labels": {"tier": "gold"}}}"#))
            }
            _ => Answer::Absent,
        }
    }
}

fn pod(subresource: &str) -> Request {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let object = value(
        r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop", "labels": {"app": "web"}}}"#,
    );
    Request {
        subresource: Text::new(subresource),
        ..Request::create(object, &kinds).unwrap()
    }
}

fn verdict(constraints: &str, request: &Request, facts: &dyn Facts, habits: Habits) -> Result<bool, String> {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let surroundings = Surroundings {
        kinds: &kinds,
        facts,
        habits,
    };
    let constraints = Constraints::read(&value(constraints));
    let found = constraints.matches(request, surroundings);
    found
        .map(|found| found.is_some())
        .map_err(|error| error.to_string())
}

fn resources(patterns: &str) -> String {
    format!(
        r#"{{"resourceRules": [{{"operations": ["*"], "apiGroups": [""], "apiVersions": ["v1"], "resources": {patterns}}}]}}"#
    )
}

#[test]
fn resources_have_patterns() {
    for (patterns, plain, status) in [
        (r#"["pods"]"#, true, false),
        (r#"["pods/status"]"#, false, true),
        (r#"["pods/*"]"#, true, true),
        (r#"["*"]"#, true, false),
        (r#"["*/status"]"#, false, true),
        (r#"["*/*"]"#, true, true),
        (r#"["Pods", "pod"]"#, false, false),
    ] {
        let constraints = resources(patterns);
        for (subresource, expected) in [("", plain), ("status", status)] {
            let found = verdict(&constraints, &pod(subresource), &NoFacts, Habits::API_SERVER);
            assert_eq!(found, Ok(expected), "{patterns} {subresource}");
        }
    }
}

#[test]
fn selectors_look_at_namespace_and_object() {
    for (constraints, expected) in [
        (
            r#"{"namespaceSelector": {"matchLabels": {"tier": "gold"}}}"#,
            true,
        ),
        (
            r#"{"namespaceSelector": {"matchLabels": {"tier": "iron"}}}"#,
            false,
        ),
        (r#"{"objectSelector": {"matchLabels": {"app": "web"}}}"#, true),
        (
            r#"{"objectSelector": {"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}}"#,
            false,
        ),
        ("{}", true),
        ("null", true),
    ] {
        assert_eq!(
            verdict(constraints, &pod(""), &Labelled, Habits::API_SERVER),
            Ok(expected),
            "{constraints}"
        );
    }
    let absent = r#"{"objectSelector": {"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}}"#;
    assert_eq!(verdict(absent, &pod(""), &Labelled, Habits::KYVERNO), Ok(true));
}

#[test]
fn what_a_selector_can_not_decide_is_said_only_when_the_rules_match() {
    let mut request = pod("");
    request.namespace = Text::from("gone");
    let selector = r#""namespaceSelector": {"matchLabels": {"a": "b"}}"#;
    for (resource, expected) in [
        ("pods", Err("namespaces \"gone\" not found".to_owned())),
        ("secrets", Ok(false)),
    ] {
        let constraints = format!(
            r#"{{{selector}, "resourceRules": [{{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["{resource}"]}}]}}"#
        );
        assert_eq!(
            verdict(&constraints, &request, &Labelled, Habits::API_SERVER),
            expected
        );
    }
}

#[test]
fn equivalent_versions_match() {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let object = value(
        r#"{"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "a", "namespace": "shop"}}"#,
    );
    let request = Request::create(object, &kinds).unwrap();
    let rule = r#""resourceRules": [{"operations": ["*"], "apiGroups": ["autoscaling"], "apiVersions": ["v2"], "resources": ["*"]}]"#;
    for (policy, habits, expected) in [
        ("Exact", Habits::API_SERVER, false),
        ("Equivalent", Habits::API_SERVER, true),
        ("Equivalent", Habits::KYVERNO, false),
    ] {
        let constraints = format!(r#"{{{rule}, "matchPolicy": "{policy}"}}"#);
        assert_eq!(
            verdict(&constraints, &request, &NoFacts, habits),
            Ok(expected),
            "{policy}"
        );
    }
}

#[test]
fn names_are_exact_or_beginnings() {
    let mut request = pod("");
    request.name = Text::default();
    request.object = Some(value(r#"{"metadata": {"generateName": "web-"}}"#));
    let constraints = resources(r#"["pods"], "resourceNames": ["web"]"#);
    for (habits, expected) in [(Habits::API_SERVER, false), (Habits::KYVERNO, true)] {
        assert_eq!(verdict(&constraints, &request, &NoFacts, habits), Ok(expected));
    }
}
