//! Rows of patches and what becomes of a resource.

use sekisho_document::{Numbers, json, yaml};

use super::*;

fn read(text: &str) -> Value {
    yaml::read(text, &yaml::Limits::DEFAULT, Numbers::AsWritten).unwrap()
}

fn merged(resource: &Value, patch: &Value) -> Result<Option<Value>, String> {
    MergePatch::new(patch).apply(resource, &mut Budget::new(&Limits::DEFAULT))
}

fn pod(spec: &str) -> Value {
    read(&format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {spec}}}"
    ))
}

#[test]
fn parts_of_a_pod_become_others() {
    for (spec, patch, expected) in [
        (
            "{containers: [{name: a, image: 'x:latest'}, {name: b, image: 'y:1'}]}",
            "{containers: [{(image): '*:latest', imagePullPolicy: Always}]}",
            Some(
                "{containers: [{name: a, image: 'x:latest', imagePullPolicy: Always}, {name: b, image: 'y:1'}]}",
            ),
        ),
        (
            "{containers: [{name: a, image: 'y:1'}]}",
            "{containers: [{(image): '*:latest', imagePullPolicy: Always}]}",
            None,
        ),
        (
            "{containers: [{name: a}]}",
            "{containers: [{name: side, image: s}]}",
            Some("{containers: [{name: side, image: s}, {name: a}]}"),
        ),
        (
            "{containers: [{name: a, env: [{name: A, value: 1}, {name: A, value: 2}]}]}",
            "{}",
            Some("{containers: [{name: a, env: [{name: A, value: 2}]}]}"),
        ),
        (
            "{volumes: []}",
            "{volumes: [{name: v, emptyDir: {}}]}",
            Some("{volumes: [{name: v}]}"),
        ),
        (
            "{tolerations: [{key: a}], hostNetwork: true}",
            "{tolerations: [{key: b}], hostNetwork: null}",
            Some("{tolerations: [{key: b}]}"),
        ),
        ("{priority: 5.0}", "{priority: 5}", None),
        ("{priority: 5.0}", "{+(priority): 6}", None),
        ("{}", "{+(priority): 6}", Some("{priority: 6}")),
        (
            "{containers: [{name: a}, {name: b}]}",
            "{containers: [{name: a, $patch: delete}]}",
            Some("{containers: [{name: b}]}"),
        ),
    ] {
        let patch = read(&format!("{{spec: {patch}}}"));
        let got = merged(&pod(spec), &patch).unwrap();
        let expected = expected.map(|spec| json::write(&pod(spec), json::Form::CANONICAL));
        let got = got.map(|got| json::write(&got.renumber(Numbers::AsWritten), json::Form::CANONICAL));
        assert_eq!(got, expected, "{patch:?}");
    }
}

#[test]
fn what_does_not_fit_together_is_said() {
    for (spec, patch, expected) in [
        (
            "{hostNetwork: true}",
            "{hostNetwork: {a: 1}}",
            "wrong node kind: expected ScalarNode but got MappingNode: node contents:\n{\"a\": 1}\n",
        ),
        (
            "{a: {}}",
            "{a: {$patch: bogus}}",
            "unknown patch strategy 'bogus'",
        ),
    ] {
        let patch = read(&format!("{{spec: {patch}, x: [1]}}"));
        assert_eq!(merged(&pod(spec), &patch).unwrap_err(), expected);
    }
}

#[test]
fn deep_patches_and_endless_work_are_refused() {
    let mut deep = Value::Int(1);
    for _ in 0..=DEPTH_LIMIT {
        deep = Value::Map([("a", deep)].into_iter().collect());
    }
    let object = pod("{}");
    assert_eq!(
        merged(&object, &deep).unwrap_err(),
        "the patch is nested deeper than 200 levels"
    );
    let items = |key: &str| -> Value {
        let list = (0..2_000).map(|number| {
            let name = Value::from(format!("c{number}"));
            Value::Map([(key, name), ("b", Value::Int(1))].into_iter().collect())
        });
        let spec = Value::Map(
            [("containers", Value::List(list.collect()))]
                .into_iter()
                .collect(),
        );
        Value::Map(
            [
                ("kind", Value::from("Pod")),
                ("apiVersion", Value::from("v1")),
                ("spec", spec),
            ]
            .into_iter()
            .collect(),
        )
    };
    let mut budget = Budget { left: 1_000_000 };
    let outcome = MergePatch::new(&items("(name)")).apply(&items("name"), &mut budget);
    assert_eq!(
        outcome.unwrap_err(),
        "the patch takes too many steps for this object"
    );
}

#[test]
fn long_lists_take_time_in_proportion() {
    let list = |from: i64, count: i64, key: &str| -> Value {
        let items = (from..from + count).map(|number| {
            Value::Map(
                [(key, Value::from(number)), ("protocol", Value::from("TCP"))]
                    .into_iter()
                    .collect(),
            )
        });
        Value::List(items.collect())
    };
    let object = |key: &'static str, list: Value| {
        let mut container = Map::new();
        container.insert("name", Value::from("a"));
        container.insert(key, list);
        let containers = Value::List([Value::Map(container)].into_iter().collect());
        let spec = Value::Map([("containers", containers)].into_iter().collect());
        Value::Map(
            [
                ("kind", Value::from("Pod")),
                ("apiVersion", Value::from("v1")),
                ("spec", spec),
            ]
            .into_iter()
            .collect(),
        )
    };
    for (field, key) in [("env", "name"), ("ports", "containerPort")] {
        let resource = object(field, list(0, 100_000, key));
        let patch = object(field, list(50_000, 100_000, key));
        let mut budget = Budget { left: 3_000_000 };
        let merged = MergePatch::new(&patch)
            .apply(&resource, &mut budget)
            .unwrap()
            .unwrap();
        let items = merged
            .at(&["spec", "containers"])
            .and_then(Value::as_list)
            .unwrap();
        assert_eq!(
            items[0].get(field).and_then(Value::as_list).unwrap().len(),
            150_000,
            "{field}"
        );
    }
}
