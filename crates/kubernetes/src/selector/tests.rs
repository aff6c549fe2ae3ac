//! Selectors of all three forms against label sets, and the texts of their errors.

use sekisho_document::json;

use super::*;

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::GO).unwrap()
}

fn matches(selector: &str, labels: &str) -> bool {
    let labels = value(labels);
    Selector::read(&value(selector))
        .unwrap()
        .matches(Labels::of(Some(&labels)))
}

#[test]
fn maps_select_labels() {
    let labels = r#"{"app": "web", "tier": "", "n": "7"}"#;
    for (selector, expected) in [
        ("{}", true),
        ("null", true),
        (r#"{"matchLabels": {"app": "web"}}"#, true),
        (r#"{"matchLabels": {"app": "web", "tier": "x"}}"#, false),
        (r#"{"matchLabels": {"app": "w*"}}"#, false),
        (
            r#"{"matchExpressions": [{"key": "app", "operator": "In", "values": ["api", "web"]}]}"#,
            true,
        ),
        (
            r#"{"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["web"]}]}"#,
            false,
        ),
        (
            r#"{"matchExpressions": [{"key": "no", "operator": "NotIn", "values": ["web"]}]}"#,
            true,
        ),
        (
            r#"{"matchExpressions": [{"key": "tier", "operator": "Exists"}]}"#,
            true,
        ),
        (
            r#"{"matchExpressions": [{"key": "no", "operator": "DoesNotExist", "values": []}]}"#,
            true,
        ),
        (
            r#"{"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}"#,
            false,
        ),
    ] {
        let is_valid = Selector::read(&value(selector));
        if selector.contains("w*") {
            assert!(is_valid.is_err(), "{selector}");
            continue;
        }
        assert_eq!(matches(selector, labels), expected, "{selector}");
    }
}

#[test]
fn texts_select_labels_and_print_in_order_of_keys() {
    let labels = value(r#"{"app": "web", "tier": "", "n": "7"}"#);
    for (text, printed, expected) in [
        ("", "", true),
        ("app=web", "app=web", true),
        (" tier , app == web ", "app==web,tier", true),
        ("app!=web", "app!=web", false),
        ("app in (api, web ),!canary", "app in (api,web),!canary", true),
        ("app notin (web,)", "app notin (,web)", false),
        ("tier in ()", "tier in ()", true),
        ("tier=", "tier=", true),
        ("tier=,app", "app,tier=", true),
        ("n>6,n<8", "n>6,n<8", true),
        ("app>6", "app>6", false),
        ("in in (in)", "in in (in)", false),
    ] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector.to_string(), printed, "{text}");
        assert_eq!(selector.matches(Labels::of(Some(&labels))), expected, "{text}");
        assert_eq!(Selector::parse(printed).unwrap(), selector, "{text}");
    }
}

#[test]
fn texts_that_cannot_be_read_say_why() {
    for (text, expected) in [
        ("=a", "found '=', expected: !, identifier, or 'end of string'"),
        ("a,", "found '', expected: identifier after ','"),
        ("a=b c", "found 'c', expected: ',' or 'end of string'"),
        ("a in b", "unable to parse requirement: found 'b' expected: '('"),
        (
            "a in (b",
            "unable to parse requirement: found '', expected: ',' or ')'",
        ),
        (
            "a in (=",
            "unable to parse requirement: found '=', expected: ',', ')' or identifier",
        ),
        (
            "a in (b,=",
            "unable to parse requirement: found '=', expected: ',', or identifier",
        ),
        (
            "a b",
            "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
        ),
        ("!", "unable to parse requirement: found '', expected: identifier"),
        ("!a=b", "found '=', expected: ',' or 'end of string'"),
        (
            "a=(",
            "unable to parse requirement: found '(', expected: identifier",
        ),
        (
            "/a=b",
            "unable to parse requirement: <nil>: Invalid value: \"/a\": prefix part must be non-empty",
        ),
        (
            "a>b",
            "unable to parse requirement: values[0]: Invalid value: \"b\": \
             for 'Gt', 'Lt' operators, the value must be an integer",
        ),
    ] {
        assert_eq!(Selector::parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn maps_that_cannot_be_built_say_why() {
    for (selector, expected) in [
        (
            r#"{"matchExpressions": [{"key": "a", "operator": "Like"}]}"#,
            "\"Like\" is not a valid label selector operator",
        ),
        (
            r#"{"matchExpressions": [{"key": "a", "operator": "In"}]}"#,
            "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
        ),
        (
            r#"{"matchExpressions": [{"key": "a", "operator": "Exists", "values": ["b"]}]}"#,
            "values: Invalid value: [\"b\"]: values set must be empty for exists and does not exist",
        ),
        (
            r#"{"matchLabels": {"/a": "b"}}"#,
            "key: Invalid value: \"/a\": prefix part must be non-empty",
        ),
        (
            r#"{"matchLabels": ["a"]}"#,
            "expected a map at `matchLabels`, found a list",
        ),
        (
            r#"{"matchLabels": {"a": 1}}"#,
            "expected a string at `matchLabels.a`, found a number",
        ),
        (
            r#"{"matchExpressions": {}}"#,
            "expected a list at `matchExpressions`, found a map",
        ),
        (
            r#"{"matchExpressions": ["a"]}"#,
            "expected a map at `selector`, found a string",
        ),
    ] {
        assert_eq!(
            Selector::read(&value(selector)).unwrap_err().to_string(),
            expected,
            "{selector}"
        );
    }
    let several = Selector::read(&value(r#"{"matchLabels": {"/a": "-"}}"#))
        .unwrap_err()
        .to_string();
    assert!(
        several.starts_with("[key: Invalid value: \"/a\": prefix"),
        "{several}"
    );
    assert!(
        several.contains(", values[0][/a]: Invalid value: \"-\": a valid label"),
        "{several}"
    );
}

#[test]
fn the_server_reports_every_fault_of_a_stored_selector() {
    let selector = value(
        r#"{"matchLabels": {"/a": "b"}, "matchExpressions": [
            {"key": "a", "operator": "In"},
            {"key": "a", "operator": "Exists", "values": ["b"]},
            {"key": "a", "operator": "in", "values": ["b"]}]}"#,
    );
    let said: Vec<String> = validate(&selector, "spec.selector")
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        said,
        [
            "spec.selector.matchLabels: Invalid value: \"/a\": prefix part must be non-empty",
            "spec.selector.matchExpressions[0].values: Required value: \
             must be specified when `operator` is 'In' or 'NotIn'",
            "spec.selector.matchExpressions[1].values: Forbidden: \
             may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            "spec.selector.matchExpressions[2].operator: Invalid value: \"in\": \
             not a valid selector operator",
        ]
    );
}

#[test]
fn kyverno_takes_wildcards_in_match_labels() {
    for (selector, labels, expected) in [
        ("{}", "{}", true),
        (r#"{"matchLabels": {"*": "*"}}"#, "{}", false),
        (r#"{"matchLabels": {"*": "*"}}"#, r#"{"a": "b"}"#, true),
        (
            r#"{"matchLabels": {"app": "web-*"}}"#,
            r#"{"app": "web-1"}"#,
            true,
        ),
        (
            r#"{"matchLabels": {"app": "web-?"}}"#,
            r#"{"app": "web-10"}"#,
            false,
        ),
        (
            r#"{"matchLabels": {"a*": "x", "b": "y"}}"#,
            r#"{"ab": "x", "b": "y"}"#,
            true,
        ),
        (
            r#"{"matchLabels": {"a*": "x", "b": "y"}}"#,
            r#"{"ab": "x", "b": "z"}"#,
            false,
        ),
        (r#"{"matchLabels": {"a*": "*"}}"#, r#"{"a0": "0"}"#, true),
        (r#"{"matchLabels": {"a": "*"}}"#, r#"{"a": "not a label"}"#, false),
        (
            r#"{"matchLabels": {"a": "?*"}, "matchExpressions": [{"key": "b", "operator": "DoesNotExist"}]}"#,
            r#"{"a": "x", "b": "y"}"#,
            false,
        ),
    ] {
        let labels = value(labels);
        let selector = KyvernoSelector::read(&value(selector)).unwrap();
        assert_eq!(
            selector.matches(Labels::of(Some(&labels))),
            expected,
            "{selector:?} {labels:?}"
        );
    }
    let error = KyvernoSelector::read(&value(r#"{"matchLabels": {"a/b/c": "d"}}"#));
    assert!(error.is_err());
}

/// Quadratic work would be noticed here.
#[test]
fn long_selectors_cost_no_more_than_their_length() {
    let names: Vec<String> = (0..20_000).map(|number| format!("v{number}")).collect();
    let selector = Selector::parse(&format!("a in ({})", names.join(","))).unwrap();
    let labels = value(r#"{"a": "v19999"}"#);
    assert!(selector.matches(Labels::of(Some(&labels))));
    let error = Selector::parse(&format!("a in ({})", names.join("-,-"))).unwrap_err();
    assert!(error.to_string().len() > 2_000_000);
}
