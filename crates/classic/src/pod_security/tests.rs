//! Exclusions, messages and places of `validate.podSecurity`.

use sekisho_diagnostics::{SourceId, Span};
use sekisho_document::json::{self, Rules};

use super::*;

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

fn plan(level: &str, version: &str, exclusions: &[&str]) -> PodSecurityPlan {
    let exclusions = exclusions
        .iter()
        .map(|text| Exclusion::compile(&value(text)))
        .collect();
    PodSecurityPlan::new(
        Span::new(SourceId(0), 0, 0),
        Text::new(level),
        Text::new(version),
        exclusions,
    )
}

#[test]
fn messages_say_where_in_the_object() {
    let pod = r#""spec": {"containers": [{"name": "a", "securityContext": {"privileged": true}}]}"#;
    for (object, path, field) in [
        (
            format!(r#"{{"kind": "Pod", {pod}}}"#),
            "spec.containers[0]",
            "/spec/containers/0/securityContext/privileged/",
        ),
        (
            format!(r#"{{"kind": "Deployment", "spec": {{"template": {{{pod}}}}}}}"#),
            "spec.template.spec.containers[0]",
            "/spec/template/spec/containers/0/securityContext/privileged/",
        ),
        (
            format!(
                r#"{{"kind": "CronJob", "spec": {{"jobTemplate": {{"spec": {{"template": {{{pod}}}}}}}}}}}"#
            ),
            "spec.jobTemplate.spec.template.spec.containers[0]",
            "/spec/jobTemplate/spec/template/spec/containers/0/securityContext/privileged/",
        ),
    ] {
        let answer = run(&plan("baseline", "", &[]), "r", &value(&object), &[]);
        let expected = format!(
            "Validation rule 'r' failed. It violates PodSecurity \"baseline:\": (Forbidden reason: privileged, field \
             error list: [{path}.securityContext.privileged is forbidden, forbidden values found: true])"
        );
        assert_eq!((answer.status, answer.message), (Status::Fail, expected));
        assert_eq!(answer.field.as_deref(), Some(field));
        let controls = answer
            .properties
            .last()
            .map(|(key, value)| (key.as_str(), value.as_str()));
        assert_eq!(controls, Some(("controls", "privileged")));
    }
}

#[test]
fn objects_without_pods_and_bad_versions_are_trouble() {
    for (kind, version, expected) in [
        (
            "ConfigMap",
            "latest",
            "Error while getting new resource: could not find correct resource type",
        ),
        (
            "Pod",
            "1.24",
            "failed to parse pod security api version: invalid version \"1.24\": must be \"latest\" or \"v1.x\"",
        ),
    ] {
        let object = value(&format!(r#"{{"kind": "{kind}"}}"#));
        let answer = run(&plan("baseline", version, &[]), "r", &object, &[]);
        assert_eq!(
            (answer.status, answer.message.as_str()),
            (Status::Error, expected)
        );
    }
}

#[test]
fn exclusions_take_one_field_for_each_that_they_name() {
    let adds = r#"{"containers": [{"name": "a", "image": "x:1", "securityContext": {"capabilities": {"add": ["SYS_ADMIN", "NET_ADMIN"]}}},
        {"name": "b", "image": "y:1", "securityContext": {"capabilities": {"add": ["SYS_ADMIN"]}}}]}"#;
    let ports = r#"{"containers": [{"name": "a", "image": "x:1", "ports": [{"hostPort": 80}, {"hostPort": 443}]}], "hostPID": true}"#;
    let volumes = r#"{"volumes": [{"hostPath": {"path": "/a"}}, {"hostPath": {"path": "/b"}}]}"#;
    for (spec, exclusions, expected) in [
        (
            adds,
            &[r#"{"controlName": "Capabilities", "images": ["*"]}"#][..],
            "",
        ),
        (
            adds,
            &[r#"{"controlName": "Capabilities", "images": ["y:*"]}"#],
            "containers[0]",
        ),
        (
            adds,
            &[r#"{"controlName": "Capabilities"}"#],
            "containers[0] containers[1]",
        ),
        (
            adds,
            &[
                r#"{"controlName": "Capabilities", "images": ["*"], "values": ["SYS_ADMIN"],
                "restrictedField": "spec.containers[*].securityContext.capabilities.add"}"#,
            ],
            "containers[0]",
        ),
        (
            ports,
            &[r#"{"controlName": "Host Namespaces"}"#],
            "containers[0].ports[0] containers[0].ports[1]",
        ),
        (
            ports,
            &[
                r#"{"controlName": "Host Namespaces"}"#,
                r#"{"controlName": "Host Ports", "images": ["x*"], "values": ["4*"],
                    "restrictedField": "spec.containers[*].ports[*].hostPort"}"#,
            ],
            // The one that is excluded takes the first of its kind away.
            "containers[0].ports[1]",
        ),
        (volumes, &[r#"{"controlName": "HostPath Volumes"}"#], ""),
        (
            volumes,
            &[r#"{"controlName": "HostPath Volumes", "restrictedField": "spec.volumes[*].nfs"}"#],
            "volumes[0] volumes[1]",
        ),
    ] {
        let failed = plan("baseline", "v1.29", exclusions).failed(&Value::Null, &value(spec), &[]);
        let text: String = failed.into_iter().map(|(_, text)| text).collect();
        let fields = text.split("spec.").skip(1).filter_map(|rest| {
            let (path, _) = rest.split_once([' ', ':'])?;
            Some(
                path.split_once(".hostP")
                    .or(path.split_once(".sec"))
                    .map_or(path, |(path, _)| path),
            )
        });
        assert_eq!(fields.collect::<Vec<_>>().join(" "), expected, "{exclusions:?}");
    }
}

#[test]
fn the_level_privileged_asks_as_much_as_restricted() {
    let spec = value(r#"{"containers": [{"name": "a"}]}"#);
    let failed = |level, version| {
        let failed = plan(level, version, &[]).failed(&Value::Null, &spec, &[]);
        failed.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(failed("privileged", "latest"), failed("restricted", "v1.99"));
    // A version that is older than a check has its first variant.
    assert!(failed("restricted", "v1.19").contains(&"capabilities_restricted"));
    assert_eq!(failed("baseline", "latest"), Vec::<&str>::new());
}
