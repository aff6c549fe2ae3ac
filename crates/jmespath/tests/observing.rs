//! An observer sees the value of every sub-expression, innermost first.

mod expressions;

use std::ops::Range;

use proptest::prelude::*;
use sekisho_document::json::{self, Form, Rules};
use sekisho_jmespath::{Found, Functions, Observer, Query, QueryError, Setting, functions::STANDARD};

use expressions::expression;

#[derive(Default)]
struct Seen(Vec<String>);

impl Observer for Seen {
    fn expression(&mut self, text: &str, at: Range<u32>, value: Result<&Found<'_>, &QueryError>) {
        let value = match value {
            Ok(found) => json::write(&found.clone().into_value(), Form::GO),
            Err(error) => error.to_string(),
        };
        self.0.push(format!("{}..{} {text} = {value}", at.start, at.end));
    }
}

#[test]
fn every_sub_expression_is_seen() {
    let query = "(zz || a.b)[*].c | length(@)";
    let query = Query::compile(query, &Functions::new(&[STANDARD])).unwrap();
    let document = json::read(br#"{"a":{"b":[{"c":1}]}}"#, Rules::GO).unwrap();
    let mut seen = Seen::default();
    let found = query.observe(&document, Setting::ALONE, &mut seen).unwrap();
    assert_eq!(found, query.search(&document, Setting::ALONE).unwrap());
    let expected = [
        "1..3 zz = Unknown key \"zz\" in path",
        "7..8 a = {\"b\":[{\"c\":1}]}",
        "9..10 b = [{\"c\":1}]",
        "7..10 a.b = [{\"c\":1}]",
        "1..10 zz || a.b = [{\"c\":1}]",
        "15..16 c = 1",
        "0..16 (zz || a.b)[*].c = [1]",
        "26..27 @ = [1]",
        "19..28 length(@) = 1",
        "0..28 (zz || a.b)[*].c | length(@) = 1",
    ];
    assert_eq!(seen.0, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Watching changes nothing: the unobserved way takes short cuts.
    #[test]
    fn watching_changes_nothing(text in expression()) {
        let document = br#"{"a":{"a":[{"a":1,"b":[1,[2]]},{"b":null}],"b":"s"},"b":[[1],{"a":{"b":2}}],"x y":{}}"#;
        let document = json::read(document, Rules::GO).unwrap();
        let query = Query::compile(&text, &Functions::new(&[STANDARD])).unwrap();
        let mut seen = Seen::default();
        let observed = query.observe(&document, Setting::ALONE, &mut seen);
        prop_assert_eq!(&observed, &query.search(&document, Setting::ALONE));
        let last = seen.0.last().unwrap();
        let result = match &observed {
            Ok(found) => json::write(&found.clone().into_value(), Form::GO),
            Err(error) => error.to_string(),
        };
        prop_assert!(last.ends_with(&format!(" = {result}")), "{last} is not {result}");
    }
}
