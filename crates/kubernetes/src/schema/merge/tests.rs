//! What configurations make of objects, and what is said of those that do not fit.

use sekisho_document::json;

use super::*;
use crate::{Definition, Version};

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

fn schema() -> Schema {
    let mut schema = Schema::builtin(Version::KUBERNETES);
    let definition = read(
        r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.x.io"},
        "spec": {"group": "x.io", "scope": "Namespaced", "names": {"plural": "things", "kind": "Thing"},
        "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object",
            "properties": {"spec": {"type": "object", "properties": {
                "size": {"type": "integer"}, "when": {"type": "string", "format": "date-time"},
                "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                "ports": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "proto"],
                    "items": {"type": "object", "properties": {"port": {"type": "integer"},
                        "proto": {"type": "string", "default": "TCP"}, "note": {"type": "string"}}}},
                "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}}}}]}}"#,
    );
    schema.add(&Definition::read(&definition).output.unwrap());
    schema
}

fn apply(schema: &Schema, kind: &Gvk, object: &str, configuration: &str) -> Result<Value, String> {
    let configuration = Part::Value(read(configuration));
    let applied = schema.apply_configuration(kind, &read(object), &configuration, Atomics::Refused);
    applied.map_err(|error| error.to_string())
}

#[test]
fn pods_are_merged_by_the_keys_of_their_lists() {
    let schema = schema();
    let pod = Gvk::new("", "v1", "Pod");
    for (object, configuration, expected) in [
        // Maps key by key.
        (
            r#"{"metadata": {"labels": {"a": "1"}}}"#,
            r#"{"metadata": {"labels": {"a": "2", "b": "3"}}, "spec": {"hostNetwork": false}}"#,
            r#"{"metadata": {"labels": {"a": "2", "b": "3"}}, "spec": {"hostNetwork": false}}"#,
        ),
        // Items that only one side has.
        (
            r#"{"spec": {"containers": [{"name": "x", "image": "i"}]}}"#,
            r#"{"spec": {"containers": [{"name": "z"}, {"name": "y"}]}}"#,
            r#"{"spec": {"containers": [{"name": "x", "image": "i"}, {"name": "z"}, {"name": "y"}]}}"#,
        ),
        (
            r#"{"spec": {"containers": [{"name": "api"}, {"name": "log"}]}}"#,
            r#"{"spec": {"containers": [{"name": "new"}, {"name": "log", "image": "i"}]}}"#,
            r#"{"spec": {"containers": [{"name": "api"}, {"name": "new"}, {"name": "log", "image": "i"}]}}"#,
        ),
        // Shared items follow the configuration.
        (
            r#"{"spec": {"volumes": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}}"#,
            r#"{"spec": {"volumes": [{"name": "c"}, {"name": "a"}]}}"#,
            r#"{"spec": {"volumes": [{"name": "b"}, {"name": "c"}, {"name": "a"}]}}"#,
        ),
        // The default of a key counts.
        (
            r#"{"spec": {"containers": [{"name": "a", "ports": [{"containerPort": 80, "protocol": "TCP"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "ports": [{"containerPort": 80, "name": "web"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "ports": [{"containerPort": 80, "protocol": "TCP", "name": "web"}]}]}}"#,
        ),
        // What the object has twice stays, unless it is named.
        (
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "M", "value": "1"}, {"name": "M", "value": "2"}, {"name": "L"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "N"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "M", "value": "1"}, {"name": "M", "value": "2"}, {"name": "L"}, {"name": "N"}]}]}}"#,
        ),
        (
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "M", "value": "1"}, {"name": "M", "value": "2"}, {"name": "L"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "M", "value": "c"}]}]}}"#,
            r#"{"spec": {"containers": [{"name": "a", "env": [{"name": "M", "value": "c"}, {"name": "L"}]}]}}"#,
        ),
        // Sets are united.
        (
            r#"{"metadata": {"finalizers": ["a", "b"]}}"#,
            r#"{"metadata": {"finalizers": ["c", "b"]}}"#,
            r#"{"metadata": {"finalizers": ["a", "c", "b"]}}"#,
        ),
        // Nothing laid over something.
        (
            r#"{"metadata": {"labels": {"a": "1"}}, "spec": {"volumes": [{"name": "a"}], "hostname": "h"}}"#,
            r#"{"metadata": {"labels": {}}, "spec": {"volumes": null, "hostname": null}}"#,
            r#"{"metadata": {"labels": {"a": "1"}}, "spec": {"volumes": [{"name": "a"}], "hostname": null}}"#,
        ),
    ] {
        let found = apply(&schema, &pod, object, configuration).unwrap();
        assert_eq!(found, read(expected), "{configuration}");
    }
}

#[test]
fn custom_kinds_are_merged_as_their_schema_says() {
    let schema = schema();
    let thing = Gvk::new("x.io", "v1", "Thing");
    for (object, configuration, expected) in [
        (
            r#"{"spec": {"tags": ["a"], "ports": [{"port": 1, "proto": "TCP"}]}}"#,
            r#"{"spec": {"tags": ["b"], "ports": [{"port": 1, "note": "n"}, {"port": 1, "proto": "UDP"}]}}"#,
            r#"{"spec": {"tags": ["a", "b"], "ports": [{"port": 1, "proto": "TCP", "note": "n"}, {"port": 1, "proto": "UDP"}]}}"#,
        ),
        (
            r#"{"spec": {"free": {"a": [1], "m": {"x": 1}}}}"#,
            r#"{"spec": {"free": {"a": [2], "m": {"y": 2}}}}"#,
            r#"{"spec": {"free": {"a": [2], "m": {"x": 1, "y": 2}}}}"#,
        ),
    ] {
        let found = apply(&schema, &thing, object, configuration).unwrap();
        assert_eq!(found, read(expected), "{configuration}");
    }
    let object = r#"{"spec": {"bogus": 1}}"#;
    assert_eq!(
        apply(&schema, &thing, object, "{}").unwrap_err(),
        "failed to convert original object to typed object: .spec.bogus: field not declared in schema"
    );
}

#[test]
fn what_does_not_fit_is_refused_in_the_words_of_the_server() {
    let schema = schema();
    let typed = "failed to convert patch object to typed object: ";
    let atomic = "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ";
    for (kind, configuration, prefix, expected) in [
        (
            "Pod",
            r#"{"spec": {"containers": [{"name": "a", "args": ["x"]}]}}"#,
            atomic,
            ".spec.containers[0].args",
        ),
        (
            "Pod",
            r#"{"spec": {"nodeSelector": {"a": "b"}, "imagePullSecrets": [{"name": "s"}]}}"#,
            atomic,
            ".spec.nodeSelector, .spec.imagePullSecrets[0]",
        ),
        (
            "Pod",
            r#"{"spec": {"nosuch": 1}}"#,
            typed,
            ".spec.nosuch: field not declared in schema",
        ),
        (
            "Pod",
            r#"{"spec": {"containers": [{"name": "app", "imagePullpolicy": "x"}]}}"#,
            typed,
            r#".spec.containers[name="app"].imagePullpolicy: field not declared in schema"#,
        ),
        (
            "Pod",
            r#"{"spec": {"terminationGracePeriodSeconds": "5"}}"#,
            typed,
            ".spec.terminationGracePeriodSeconds: expected numeric (int or float), got string",
        ),
        (
            "Pod",
            r#"{"spec": {"hostNetwork": "yes"}}"#,
            typed,
            ".spec.hostNetwork: expected boolean, got &{yes}",
        ),
        (
            "Pod",
            r#"{"spec": {"containers": ["a"]}}"#,
            typed,
            ".spec.containers: element 0: associative list with keys may not have non-map elements",
        ),
        (
            "Pod",
            r#"{"spec": {"containers": [{"name": "d"}, {"name": "d"}]}}"#,
            typed,
            r#".spec.containers: duplicate entries for key [name="d"]"#,
        ),
        (
            "Pod",
            r#"{"metadata": {"labels": {"n": 5}}}"#,
            typed,
            ".metadata.labels.n: expected string, got &value.valueUnstructured{Value:5}",
        ),
        ("Pod", r#"{"spec": []}"#, typed, ".spec: expected map, got &{[]}"),
        ("Nope", "{}", typed, "no corresponding type for /v1, Kind=Nope"),
    ] {
        let found = apply(&schema, &Gvk::new("", "v1", kind), "{}", configuration).unwrap_err();
        assert_eq!(found, format!("{prefix}{expected}"), "{configuration}");
    }
}

#[test]
fn without_types_maps_are_merged_and_lists_refused() {
    let object = read(r#"{"spec": {"a": 1, "m": {"x": 1}}}"#);
    let apply = |text: &str| apply_untyped(&object, &Part::Value(read(text)), Atomics::Refused);
    assert_eq!(
        apply(r#"{"spec": {"b": 2, "m": {"y": 2}}}"#).unwrap(),
        read(r#"{"spec": {"a": 1, "b": 2, "m": {"x": 1, "y": 2}}}"#)
    );
    assert_eq!(
        apply(r#"{"spec": {"l": [1]}}"#).unwrap_err(),
        ApplyError::Atomic(vec![".spec.l".to_owned()])
    );
}

#[test]
fn depth_is_limited() {
    let deep = |levels: usize| {
        let text = format!("{}1{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
        json::read(
            text.as_bytes(),
            json::Rules {
                depth: 2000,
                ..json::Rules::KUBERNETES
            },
        )
        .unwrap()
    };
    let apply = |levels| apply_untyped(&deep(levels), &Part::Value(deep(levels)), Atomics::Refused);
    assert!(apply(DEPTH - 1).is_ok());
    assert!(
        apply(DEPTH + 1)
            .unwrap_err()
            .to_string()
            .ends_with("nested too deep")
    );
}

#[test]
fn numbers_become_those_of_the_structure() {
    let schema = schema();
    let pod = Gvk::new("", "v1", "Pod");
    let convert = |text: &str| schema.go_object(&read(text), &pod);
    assert_eq!(
        convert(r#"{"spec": {"terminationGracePeriodSeconds": 5.0}}"#).unwrap(),
        read(r#"{"spec": {"terminationGracePeriodSeconds": 5}}"#)
    );
    assert_eq!(
        convert(r#"{"spec": {"terminationGracePeriodSeconds": 5.5}}"#).unwrap_err(),
        "unable to convert unstructured object to /v1, Kind=Pod: cannot convert float64 to int64"
    );
}
