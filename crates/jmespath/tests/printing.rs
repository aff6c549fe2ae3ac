//! Printing a query and reading the text again gives the same tree.

mod expressions;

use proptest::prelude::*;
use sekisho_jmespath::{Functions, Query, functions::STANDARD};

use expressions::expression;

fn check(text: &str) -> bool {
    let functions = Functions::new(&[STANDARD]);
    let Ok(query) = Query::compile(text, &functions) else {
        return false;
    };
    // The node that a malformed index leaves behind has no text of its own.
    if query.outline().contains("Empty") {
        return false;
    }
    let printed = query.to_string();
    let again = Query::compile(&printed, &functions);
    assert_eq!(again.as_ref(), Ok(&query), "`{text}` was printed as `{printed}`");
    assert_eq!(
        again.map(|it| it.outline()),
        Ok(query.outline()),
        "`{text}` was printed as `{printed}`"
    );
    true
}

#[test]
fn parentheses_stand_where_they_must() {
    let rows: &[(&str, &str)] = &[
        ("a . b [ 0 ]", "a.b[0]"),
        ("f(& &t)", "f(& &t)"),
        ("[][2][2]", "[][2][2]"),
        ("a.n.c[0]", "a.n.c[0]"),
        ("!&[:][B] [:]", "!&[:][B][:]"),
        ("(a.b)[0]", "(a.b)[0]"),
        ("(a)[*].b", "a[*].b"),
        ("(a[*].b).c", "(a[*].b).c"),
        ("(a[*]).b", "(a[*]).b"),
        ("a[].{k: b}.k", "a[].{k: b}.k"),
        ("a.*.b.c", "a.*.b.c"),
        ("(a || b) && c", "(a || b) && c"),
        ("a || b && c", "a || b && c"),
        ("a || (b || c)", "a || (b || c)"),
        ("(a == b) == c", "a == b == c"),
        ("!(a.b)", "!(a.b)"),
        ("!a.b", "!a.b"),
        ("!(a[0])", "!a[0]"),
        ("f(a b,)", "f(a, b)"),
        ("'length'(a)", "length(a)"),
        ("@(a)", "@(a)"),
        ("(&a).b", "(&a).b"),
        ("[(*)]", "[(*)]"),
        ("[*]", "[*]"),
        ("[*, a]", "[*, a]"),
        (r#""a b"."c""#, r#""a b".c"#),
        (r#"`{ "a": "b\`c\\" }`"#, r#"`{"a":"b\u0060c\\"}`"#),
        (r"'it\'s'", r"'it\'s'"),
        (r#"`"\\"`"#, r#"`"\\"`"#),
        ("a[:1 2]", "a[:2]"),
        ("a[::-1]", "a[::-1]"),
        ("{a: b c: d}", "{a: b, c: d}"),
        ("a[?b][?c].d", "a[?b][?c].d"),
        ("(a[?b]).d", "(a[?b]).d"),
        ("a[*][b].c", "a[*][b].c"),
        ("a | (b | c)", "a | (b | c)"),
    ];
    for (text, printed) in rows {
        assert!(check(text), "{text}");
        let query = Query::compile(text, &Functions::new(&[STANDARD])).unwrap();
        assert_eq!(query.to_string(), *printed, "{text}");
    }
}

/// Pieces whose mixture often is a query.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b",
        "zz",
        "\"x y\"",
        "`1`",
        "`{\"k\": [1, null]}`",
        "'s'",
        "@",
        "*",
        "[*]",
        "[]",
        "[?",
        "]",
        "[",
        "[0]",
        "[-1]",
        "[1:2]",
        "[::-1]",
        "{",
        "}",
        "(",
        ")",
        ".",
        ".",
        ".",
        ",",
        ":",
        "|",
        "||",
        "&&",
        "!",
        "&",
        "==",
        "<",
        "k:",
        "{k:",
        "[a,",
        ".*",
        ".[",
        ".{k:",
        "length(",
        "map(&",
        "f(",
        "`[]`",
        "'\\''",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_expression(text in expression()) {
        check(&text);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(piece(), 1..12)) {
        check(&pieces.concat());
    }

    /// Whatever the text is, reading it ends with a tree or an error inside of the text.
    #[test]
    fn any_text(text in "\\PC{0,40}") {
        match Query::compile(&text, &Functions::default()) {
            Ok(query) => prop_assert_eq!(query.text(), &text),
            Err(error) => prop_assert!(error.at.start <= error.at.end && error.at.end as usize <= text.len()),
        }
    }
}
