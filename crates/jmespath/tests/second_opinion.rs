//! The crate `jmespath`, an implementation of the standard, as a second opinion where Kyverno's dialect
//! agrees with it.
//!
//! The expressions leave out what the dialects read differently (reference §14): more than one step behind
//! `.*`, steps behind `.[…]` and `.{…}`, `!` before a chain, `contains` of lists and objects. A missing key, which only Kyverno complains
//! about, counts as the standard's null.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a fault here is a fault of the test"
)]

use proptest::prelude::*;
use sekisho_document::Value;
use sekisho_document::json::{self, Form, Rules};
use sekisho_jmespath::{Functions, Query, QueryError, Setting, functions::STANDARD};

const DOCUMENT: &str = r#"{"a":{"b":1,"c":[{"x":1,"y":"p"},{"x":2},{"x":null,"y":"q"}],"s":"str","n":null},
    "b":[[1,2],[3,[4]],5],"c":[3,1,2],"d":["b","a"],"e":[],"f":{},"t":true,"x y":{"z":[0,""]}}"#;

/// An answer as JSON text; nothing for a failure.
fn ours(text: &str) -> Option<String> {
    let document = json::read(DOCUMENT.as_bytes(), Rules::GO).unwrap();
    let query =
        Query::compile(text, &Functions::new(&[STANDARD])).unwrap_or_else(|it| panic!("{text}: {it}"));
    let value = match query.search(&document, Setting::ALONE) {
        Ok(found) => found.into_value(),
        Err(QueryError::NotFound(_)) => Value::Null,
        Err(QueryError::Failed(_)) => return None,
    };
    Some(json::write(&value, Form::CANONICAL))
}

fn theirs(text: &str) -> Option<String> {
    let document = jmespath::Variable::from_json(DOCUMENT).unwrap();
    let query = jmespath::compile(text).unwrap_or_else(|it| panic!("{text}: {it}"));
    let found = query.search(document).ok()?.to_string();
    let value = json::read(found.as_bytes(), Rules::GO).unwrap();
    Some(json::write(&value, Form::CANONICAL))
}

fn step() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        ".a",
        ".b",
        ".c",
        ".x",
        ".y",
        ".zz",
        ".\"x y\"",
        "[0]",
        "[-1]",
        "[1]",
        "[*]",
        "[]",
        "[1:]",
        "[::-1]",
        "[:2]",
        "[?x]",
        "[?x == `1`]",
        "[?x > `1`]",
        "[?y == 'p']",
    ])
    .prop_map(str::to_owned)
}

fn chain() -> impl Strategy<Value = String> {
    let first = prop::sample::select(vec!["a", "b", "c", "d", "e", "f", "t", "zz", "\"x y\"", "@"]);
    let last = prop::sample::select(vec!["", "", "", ".*", ".[x, y]", ".{k: x, j: zz}"]);
    (first, prop::collection::vec(step(), 0..4), last)
        .prop_map(|(first, steps, last)| format!("{first}{}{last}", steps.concat()))
}

fn expression() -> impl Strategy<Value = String> {
    let literal = prop::sample::select(vec!["`1`", "`[3, 1]`", "'p'", "`null`", "`{\"x\": 2}`", "''"]);
    let leaf = prop_oneof![4 => chain(), 1 => literal.prop_map(str::to_owned)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let operator = prop::sample::select(vec!["||", "&&", "==", "!=", "<", "<=", "|"]);
        let function = prop::sample::select(vec![
            "length",
            "keys",
            "values",
            "sort",
            "max",
            "min",
            "reverse",
            "to_array",
            "to_string",
            "type",
            "abs",
            "ceil",
            "floor",
            "not_null",
        ]);
        let by = prop::sample::select(vec!["sort_by", "max_by", "min_by"]);
        let key = prop::sample::select(vec!["x", "y", "@"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, op, right)| format!("({left}) {op} ({right})")),
            inner.clone().prop_map(|inner| format!("!({inner})")),
            (function, inner.clone()).prop_map(|(name, inner)| format!("{name}({inner})")),
            (by, inner.clone(), key.clone())
                .prop_map(|(name, inner, key)| format!("{name}({inner}, &{key})")),
            (key, inner.clone()).prop_map(|(key, inner)| format!("map(&{key}, {inner})")),
            inner.clone().prop_map(|inner| format!("contains({inner}, 'p')")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("starts_with({left}, {right})")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("[{left}, {right}]")),
            (inner.clone(), inner).prop_map(|(left, right)| format!("{{k: {left}, j: {right}}}")),
        ]
    })
}

/// Where the two are known to part.
fn is_comparable(text: &str) -> bool {
    // Kyverno swallows every fault on the left of a flattening, a filter and `.*` (reference §4), and does
    // not look at the key of a single item (§5).
    let forgives = ["[]", "[?", ".*", "_by("].iter().any(|it| text.contains(it));
    !(forgives && theirs(text).is_none())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_answer_alike(text in expression()) {
        if is_comparable(&text) {
            prop_assert_eq!(ours(&text), theirs(&text));
        }
    }
}
