//! What the values of mutations become.

use sekisho_cel::{Expression, Meter, Release, Values};
use sekisho_document::json;

use super::*;
use crate::cel::{Place, environment};

fn read(text: &str) -> sekisho_document::Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

/// What an expression gives, handed to a function.
fn with<T>(text: &str, object: &sekisho_document::Value, of: impl FnOnce(&sekisho_cel::Value<'_>) -> T) -> T {
    let environment = environment(Place::MutationWithoutParameters, Release::STORED);
    let program = Expression::check(text, &environment)
        .unwrap()
        .plan(&environment)
        .unwrap();
    let mut values = Values::new();
    let slot = environment.variable("object").unwrap();
    values.set(slot, "object", sekisho_cel::Value::of(object));
    let mut meter = Meter::new(environment.limits, None);
    of(&program.evaluate(&values, &mut meter).unwrap())
}

#[test]
fn patches_change_objects() {
    let object = read(r#"{"spec": {"n": 9007199254740993, "m": {"k": 1}}}"#);
    let marshal = "JSONPath valueExpression evaluated to a type that could not marshal to JSON: ";
    for (operation, expected) in [
        (r#"op: "add", path: "/spec/m", value: "x""#, Ok(r#""x""#)),
        (
            r#"op: "add", path: "/spec/m", value: 9007199254740992"#,
            Ok(r#""9007199254740992""#),
        ),
        (
            r#"op: "add", path: "/spec/m", value: 9007199254740991"#,
            Ok("9007199254740991"),
        ),
        (r#"op: "add", path: "/spec/m", value: 1.0"#, Ok("1")),
        (r#"op: "add", path: "/spec/m", value: b"hi""#, Ok(r#""aGk=""#)),
        (
            r#"op: "add", path: "/spec/m", value: duration("90s")"#,
            Ok(r#""90s""#),
        ),
        (
            r#"op: "add", path: "/spec/m", value: object.spec"#,
            Ok(r#"{"n": "9007199254740993", "m": {"k": 1}}"#),
        ),
        (
            r#"op: "add", path: "/spec/m", value: Object.spec.m{a: [1]}"#,
            Ok(r#"{"a": [1]}"#),
        ),
        (r#"op: "add", path: "/spec/m", ?value: optional.of(1)"#, Ok("1")),
        (r#"op: "add", path: "/spec/m""#, Ok("null")),
        (r#"op: "test", path: "/spec/m", value: 5"#, Ok(r#"{"k": 1}"#)),
        (
            r#"op: "add", path: "/spec/m", value: {1: "a"}"#,
            Err("unsupported type conversion from 'int' to string"),
        ),
        (
            r#"op: "add", path: "/spec/m", value: type(1)"#,
            Err("type conversion not supported for 'type'"),
        ),
        (
            r#"op: "add", path: "/spec/m", value: ip("10.0.0.1")"#,
            Err("type conversion error from 'IP' to '*structpb.Value'"),
        ),
    ] {
        let text = format!("[JSONPatch{{{operation}}}]");
        let found = with(&text, &object, |patches| patched(&object, patches));
        let found = found.map(|found| found.at(&["spec", "m"]).cloned().unwrap());
        let expected = expected.map(read).map_err(|why| format!("{marshal}{why}"));
        assert_eq!(found.map_err(|error| error.to_string()), expected, "{text}");
    }
    let failing = r#"[JSONPatch{op: "remove", path: "/x"}]"#;
    let found = with(failing, &object, |patches| patched(&object, patches)).unwrap_err();
    assert_eq!(
        found.to_string(),
        "JSON Patch: error in remove for path: '/x': Unable to remove nonexistent key: x: missing value"
    );
}

#[test]
fn a_failing_patch_changes_nothing() {
    let object = read(r#"{"a": 1}"#);
    let text = r#"[JSONPatch{op: "remove", path: "/a"}, JSONPatch{op: "test", path: "/b", value: 1}]"#;
    assert_eq!(
        with(text, &object, |patches| patched(&object, patches)),
        Ok(object.clone())
    );
}

#[test]
fn objects_become_configurations() {
    let object = read(r#"{"spec": {"list": [{"deep": [1]}]}}"#);
    for (text, expected) in [
        (
            "Object{spec: Object.spec{a: 1, ?b: optional.none(), ?c: optional.of('x')}}",
            Ok(r#"{"spec": {"a": 1, "c": "x"}}"#),
        ),
        (
            "Object{spec: Object.spec{l: [Object.spec.l{a: 1}], m: {'k': 'v'}}}",
            Ok(r#"{"spec": {"l": [{"a": 1}], "m": {"k": "v"}}}"#),
        ),
        (
            "Object{spec: {'list': object.spec.list}}",
            Ok(r#"{"spec": {"list": [{"deep": [1]}]}}"#),
        ),
        (
            "Object{spec: Object.metadata{}}",
            Err(
                "type mismatch: unexpected type name \"Object.metadata\", expected \"Object.spec\", which matches field name path from root Object type",
            ),
        ),
    ] {
        let found = with(text, &object, configuration).map(|part| part.to_value());
        assert_eq!(found, expected.map(read).map_err(str::to_owned), "{text}");
    }
}

#[test]
fn what_json_does_not_have_is_shown_as_go_shows_it() {
    let object = read("{}");
    for (value, expected) in [
        ("null", "0"),
        ("b'ab'", "[97 98]"),
        (
            "timestamp('2030-01-01T00:00:00Z')",
            "2030-01-01 00:00:00 +0000 UTC",
        ),
        ("duration('300s')", "5m0s"),
        ("{'deep': [1, 2]}", "map[deep:[1, 2]]"),
    ] {
        let text = format!("Object{{spec: {{'x': {value}}}}}");
        let found = with(&text, &object, configuration).unwrap();
        assert_eq!(
            found.to_value().at(&["spec", "x"]).unwrap().as_str(),
            Some(expected),
            "{text}"
        );
    }
}
