//! Leaf patterns against values.

use super::term::is_range;
use super::*;

fn list(items: &[Value]) -> Value {
    Value::List(items.iter().cloned().collect())
}

#[test]
fn patterns_accept_what_the_reference_accepts() {
    let float = Value::Float;
    let int = Value::Int;
    let rows: Vec<(Value, Value, bool)> = vec![
        // Scalars that are no strings.
        (Value::from(true), Value::from(true), true),
        (Value::from(true), Value::from("true"), false),
        (int(80), int(80), true),
        (int(80), float(80.0), true),
        (int(80), float(80.5), false),
        (int(80), Value::from("+80"), true),
        (int(80), Value::from("80.0"), false),
        (float(1.5), float(1.5), true),
        (float(2.0), int(2), true),
        (float(1.5), int(1), false),
        (float(1.5), Value::from("15e-1"), true),
        (Value::Null, Value::Null, true),
        (Value::Null, float(0.0), true),
        (Value::Null, Value::from(""), true),
        (Value::Null, Value::from(false), true),
        (Value::Null, Value::from("x"), false),
        (Value::Null, list(&[]), false),
        // Operators and ranges.
        (Value::from("<=10"), Value::Null, true),
        (Value::from(">0"), Value::Null, false),
        (Value::from("!gold"), Value::Null, false),
        (Value::from("!5"), Value::Null, true),
        (Value::from("1-3"), int(2), true),
        (Value::from("1-3"), Value::from("1-3"), true),
        (Value::from("1!-3"), int(2), false),
        (Value::from("1!-3"), int(4), true),
        (Value::from("-5--1"), int(-2), true),
        (Value::from("10Mi-1Gi"), Value::from("64Mi"), true),
        (Value::from("1h-2h"), Value::from("90m"), true),
        (Value::from("1 - 3"), int(2), false),
        (Value::from("a-b"), Value::from("a-b"), true),
        (Value::from("!10-20"), Value::from("15"), true),
        (Value::from("!"), Value::from("!"), true),
        (Value::from("!!"), Value::from("x"), true),
        (Value::from("> 5"), int(6), true),
        // Quantities, durations, texts.
        (Value::from("1.20"), Value::from("1.2"), true),
        (Value::from("!1.20"), Value::from("1.2"), false),
        (Value::from("<5m"), Value::from("200s"), true),
        (Value::from("<=1"), Value::from("500m"), true),
        (Value::from("80*"), int(8080), true),
        (Value::from("80*"), float(8080.0), false),
        (Value::from("false"), Value::from(false), true),
        (Value::from("?*"), Value::Null, false),
        (Value::from(">x"), Value::from("y"), false),
        // Alternatives and terms.
        (Value::from("*:latest | !*:*"), Value::from("nginx"), true),
        (Value::from("!*:latest & !*:dev"), Value::from("nginx:dev"), false),
        (Value::from(">1 & <10 | 42"), int(42), true),
        (Value::from(""), Value::from(""), true),
        (Value::from("a|"), Value::from(""), true),
    ];
    for (pattern, value, expected) in rows {
        assert_eq!(
            LeafPattern::compile(&pattern).matches(&value),
            expected,
            "{value:?} against {pattern:?}"
        );
    }
}

#[test]
fn containers_as_leaves() {
    let map = Value::Map(sekisho_document::Map::new());
    let any_map = LeafPattern::compile(&map);
    assert!(any_map.matches(&map));
    assert!(!any_map.matches(&Value::Null));
    assert!(!LeafPattern::compile(&list(&[])).matches(&list(&[])));
}

#[test]
fn ranges_have_strict_forms() {
    for (text, expected) in [
        ("1-10", true),
        ("1.5-2.5", true),
        ("-5--1", true),
        ("+1-+2", true),
        ("|1-2", true),
        ("2024-01", true),
        ("1Gi-2Gi", true),
        ("1!-10", false),
        ("1.-2", false),
        ("1-", false),
        ("-1", false),
        ("a-b", false),
        ("1-2-3", false),
        ("1-2 ", false),
    ] {
        assert_eq!(is_range(text), expected, "{text}");
    }
}
