//! Reviews in, requests out, and what is said about broken ones.

use super::*;

fn map(entries: &[(&str, Value)]) -> Value {
    Value::Map(entries.iter().map(|(key, value)| (*key, value.clone())).collect())
}

fn request() -> Value {
    map(&[
        ("uid", "7f".into()),
        (
            "kind",
            map(&[
                ("group", "apps".into()),
                ("version", "v1".into()),
                ("kind", "Deployment".into()),
            ]),
        ),
        (
            "resource",
            map(&[
                ("group", "apps".into()),
                ("version", "v1".into()),
                ("resource", "deployments".into()),
            ]),
        ),
        ("name", "web".into()),
        ("namespace", "shop".into()),
        ("operation", "CREATE".into()),
        ("userInfo", map(&[("username", "ann".into())])),
        ("object", map(&[("kind", "Deployment".into())])),
        ("oldObject", Value::Null),
    ])
}

fn review(api_version: &str, request: Value) -> Value {
    map(&[
        ("apiVersion", api_version.into()),
        ("kind", "AdmissionReview".into()),
        ("request", request),
    ])
}

fn with(base: &Value, key: &str, value: Value) -> Value {
    let mut map = base.as_map().unwrap().clone();
    map.insert(key, value);
    Value::Map(map)
}

#[test]
fn a_review_and_its_bare_request_read_alike() {
    let bare = Review::read(&request()).output.unwrap();
    let wrapped = Review::read(&review("admission.k8s.io/v1", request()))
        .output
        .unwrap();
    assert_eq!(bare, wrapped);
    assert_eq!(bare.request.kind, Gvk::new("apps", "v1", "Deployment"));
    assert_eq!(bare.request.operation, Verb::Create);
    assert_eq!(bare.request.user.as_ref().unwrap().name, "ann");
    assert_eq!(bare.request.old_object, None);
    assert_eq!(bare.request.requested, None);
    let old = Review::read(&review("admission.k8s.io/v1beta1", request()))
        .output
        .unwrap();
    assert_eq!(old.version, ReviewVersion::V1Beta1);
}

#[test]
fn what_is_written_reads_back_as_it_was() {
    let mut value = request();
    value = with(&value, "requestSubResource", "scale".into());
    value = with(
        &value,
        "requestKind",
        map(&[
            ("group", "autoscaling".into()),
            ("version", "v1".into()),
            ("kind", "Scale".into()),
        ]),
    );
    let request = Review::read(&value).output.unwrap().request;
    assert_eq!(request.requested_kind().kind, "Scale");
    assert_eq!(request.requested_resource().resource, "deployments");
    assert_eq!(Review::read(&request.to_value()).output.unwrap().request, request);
    let written = request.to_value();
    assert_eq!(written.get("oldObject"), Some(&Value::Null));
    assert_eq!(written.get("subResource"), None);
}

#[test]
fn every_fault_is_said() {
    for (document, expected) in [
        (Value::from("x"), "expected an AdmissionReview, found a string"),
        (
            map(&[]),
            "expected `admission.k8s.io/v1` `AdmissionReview`, found `` ``",
        ),
        (
            review("admission.k8s.io/v2", request()),
            "expected `admission.k8s.io/v1` `AdmissionReview`, found `admission.k8s.io/v2` `AdmissionReview`",
        ),
        (
            review("admission.k8s.io/v1", Value::Null),
            "AdmissionReview has no `request`",
        ),
        (
            review("admission.k8s.io/v1", with(&request(), "resource", Value::Null)),
            "admission request has no `request.resource`",
        ),
        (
            with(&request(), "operation", "create".into()),
            "expected `CREATE`, `UPDATE`, `DELETE` or `CONNECT` at `operation`, found `create`",
        ),
        (
            with(&request(), "object", Value::List(List::new())),
            "expected a map at `object`, found a list",
        ),
        (
            with(&request(), "userInfo", map(&[("groups", "a".into())])),
            "expected a list of strings at `userInfo.groups`, found a string",
        ),
    ] {
        let diagnosed = Review::read(&document);
        assert_eq!(diagnosed.output, None, "{expected}");
        let messages: Vec<&str> = diagnosed
            .diagnostics
            .iter()
            .map(|said| said.message.as_str())
            .collect();
        assert_eq!(messages, [expected]);
    }
}
