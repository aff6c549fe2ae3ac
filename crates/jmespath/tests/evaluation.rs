//! What queries answer, by table; the reference sections are those of the JMESPath reference.

#![expect(clippy::unwrap_used, reason = "a fault here is a fault of the test")]

use sekisho_document::json::{self, Rules};
use sekisho_document::{Map, Value};
use sekisho_jmespath::{Functions, Limits, Nowhere, Query, QueryError, Setting, functions::STANDARD};

fn document(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::GO).unwrap()
}

/// The answer as JSON text, `missing KEY`, `failed`, or `unreadable`.
fn answer(text: &str, document: &Value) -> String {
    answer_within(text, document, &Limits::STANDARD)
}

fn answer_within(text: &str, document: &Value, limits: &Limits) -> String {
    let functions = Functions::new(&[STANDARD]);
    let query = match Query::compile_within(text, &functions, limits) {
        Ok(query) => query,
        Err(error) => return format!("unreadable: {}", error.message()),
    };
    let setting = Setting {
        world: &Nowhere,
        limits,
    };
    match query.search(document, setting) {
        Ok(found) => json::write(&found.into_value(), json::Form::GO),
        Err(QueryError::NotFound(key)) => format!("missing {key}"),
        Err(QueryError::Failed(complaint)) => format!("{}: {}", complaint.code, complaint.message),
    }
}

/// §4.1: the same missing key in different places.
#[test]
fn missing_keys_by_position() {
    let document = document(r#"{"a":{"b":{"c":[{"x":1}]},"s":"str","n":null}}"#);
    let rows: &[(&str, &str)] = &[
        ("a.zz", "missing zz"),
        ("a.zz.c", "missing zz"),
        ("(a.zz)", "missing zz"),
        ("a.zz[0]", "missing zz"),
        ("zz[*]", "null"),
        ("a.b.zz[*]", "null"),
        ("a.zz.c[*]", "missing zz"),
        ("a.zz[0:1]", "null"),
        ("a.zz.c[0:1]", "missing zz"),
        ("zz[]", "null"),
        ("zz.b.c[]", "null"),
        ("a.zz.c[?x]", "null"),
        ("a.zz.c.*", "null"),
        ("a.b.c[*].zz", "[]"),
        ("a.b.c[?zz == 'q']", "[]"),
        ("a.b.c[?!zz]", r#"[{"x":1}]"#),
        ("a.b.c[0].zz", "missing zz"),
        ("a.b.c[*].[zz]", "[[null]]"),
        ("a.zz | @", "null"),
        ("a.b | zz", "null"),
        ("a.n.q", "null"),
        ("a.s.q", "null"),
        ("a.zz || 'd'", r#""d""#),
        ("a.zz || b.zz", "null"),
        ("a.zz && 'y'", "null"),
        ("a.b && a.zz", "missing zz"),
        ("!(a.zz)", "true"),
        ("a.zz == 'q'", "false"),
        ("a.zz == `null`", "true"),
        ("a.zz > `1`", "null"),
        ("[a.zz, a.s]", r#"[null,"str"]"#),
        ("{k: a.zz}", r#"{"k":null}"#),
        ("a.zz.[c]", "missing zz"),
        ("a.n.[q]", "null"),
        ("a.zz.to_string(@)", "missing zz"),
        ("to_string(a.zz)", r#""null""#),
        ("length(a.zz.c[] || `[]`)", "0"),
        ("map(&zz, a.b.c)", "[null]"),
        ("nofn(x)[]", "null"),
        ("nofn(x).*", "null"),
        ("(&a.b) == (&a.b)", "true"),
        ("(&a.b) == (&a.c)", "false"),
        ("nofn(x)[*]", "query-failed: unknown function: nofn"),
    ];
    for (query, expected) in rows {
        assert_eq!(answer(query, &document), *expected, "{query}");
    }
}

/// §1: a Go integer is not a number of the language.
#[test]
fn integers() {
    let document = Value::Map(
        [("i", Value::Int(3)), ("f", Value::Float(3.0))]
            .into_iter()
            .collect(),
    );
    let rows: &[(&str, &str)] = &[
        ("i", "3"),
        ("i == f", "false"),
        ("i == i", "true"),
        ("i > `2`", "null"),
        ("f > `2`", "true"),
        ("to_string(i)", r#""3""#),
        ("to_number(to_string(i)) == f", "true"),
        ("type(i)", "query-failed: unknown type"),
        (
            "abs(i)",
            "query-failed: Invalid type for: 3, expected: []jmespath.JpType{\"number\"}",
        ),
        ("i && 'true'", r#""true""#),
    ];
    for (query, expected) in rows {
        assert_eq!(answer(query, &document), *expected, "{query}");
    }
}

/// §15: where Kyverno breaks off, a complaint.
#[test]
fn crashes_are_complaints() {
    for query in [
        "merge(zz, a)",
        "merge(`{}`, `[]`)",
        "contains(`[{}]`, `{}`)",
        "contains(`[[]]`, `[]`)",
        "@(a)",
        "[1",
    ] {
        let answer = answer(query, &document("{}"));
        assert!(answer.starts_with("query-failed: "), "{query}: {answer}");
    }
}

#[test]
fn calls_are_told() {
    let text = "a[?lenght(b) == length(c)] | @(a, b)";
    let query = Query::compile(text, &Functions::new(&[STANDARD])).unwrap();
    let calls: Vec<String> = query
        .calls()
        .map(|call| {
            let at = &text[call.at.start as usize..call.at.end as usize];
            let function = call.function.map(|function| function.name);
            format!("{:?} {function:?} {} {at}", call.name, call.arguments)
        })
        .collect();
    assert_eq!(
        calls,
        [
            "Some(\"lenght\") None 1 lenght(b)",
            "Some(\"length\") Some(\"length\") 1 length(c)",
            "None None 2 @(a, b)",
        ]
    );
}

#[test]
fn faults_are_shown_in_their_place() {
    let rows: &[(&str, &str, &str)] = &[
        (
            "a.b.",
            "SyntaxError: Expected identifier, lbracket, or lbrace",
            "a.b.\n    ^",
        ),
        (
            "a b",
            "SyntaxError: Unexpected token at the end of the expression: tUnquotedIdentifier",
            "a b\n  ^",
        ),
        ("'abc", "SyntaxError: Unclosed delimiter: '", "'abc\n    ^"),
        (
            "a[99999999999999999999]",
            "strconv.Atoi: parsing \"99999999999999999999\": value out of range",
            "a[99999999999999999999]\n  ^",
        ),
        (
            "`x`",
            "invalid character 'x' looking for beginning of value",
            "`x`\n^",
        ),
    ];
    for (query, message, highlight) in rows {
        let error = Query::compile(query, &Functions::default()).unwrap_err();
        assert_eq!(error.to_string(), *message, "{query}");
        assert_eq!(error.highlight(query), *highlight, "{query}");
    }
}

#[test]
fn results_borrow_from_the_document() {
    let functions = Functions::new(&[STANDARD]);
    let document = document(r#"{"a":{"b":[{"c":"text"}]}}"#);
    let expected = document
        .at(&["a", "b"])
        .unwrap()
        .as_list()
        .unwrap()
        .first()
        .unwrap();
    for text in [
        "a.b[0]",
        "a.b[-1]",
        "zz || a.b[0]",
        "a | b | [0]",
        "not_null(zz, a.b[0])",
    ] {
        let query = Query::compile(text, &functions).unwrap();
        let found = query.search(&document, Setting::ALONE).unwrap();
        let found = match &found {
            sekisho_jmespath::Found::Value(std::borrow::Cow::Borrowed(value)) => *value,
            other => panic!("{text} gives {other:?}"),
        };
        assert!(std::ptr::eq(found, expected), "{text}");
    }
}

// ── limits ──────────────────────────────────────────────────────────────────────────────────────

const SMALL: Limits = Limits {
    query_bytes: 10_000,
    steps: 20_000,
    text_bytes: 10_000,
    result_bytes: 10_000,
    ..Limits::STANDARD
};

#[test]
fn deep_queries_are_refused() {
    let deep = |count: usize| {
        [
            format!("{}a{}", "(".repeat(count), ")".repeat(count)),
            format!("{}a{}", "[".repeat(count), "]".repeat(count)),
            format!("{}a{}", "f(".repeat(count), ")".repeat(count)),
            format!("{}a{}", "[?".repeat(count), "]".repeat(count)),
            format!("{}a{}", "{a: ".repeat(count), "}".repeat(count)),
            format!("{}a", "!".repeat(count)),
            format!("{}a", "& ".repeat(count)),
            format!("a{}", ".a".repeat(count)),
            format!("a{}", "[0]".repeat(count)),
            format!("a{}", " | a".repeat(count)),
            format!("a{}", " == a".repeat(count)),
            format!("a{}", "[*]".repeat(count)),
            format!("a{}", "[]".repeat(count)),
            format!("a{}", ".*".repeat(count)),
            format!("a{}", "(a)".repeat(count)),
        ]
    };
    let document = document(r#"{"a":null}"#);
    for text in deep(100_000) {
        let answer = answer(&text, &document);
        let start = &text[..10];
        let calls = text.contains("(a)(a)");
        assert!(
            calls || answer.starts_with("unreadable: the query is nested more than 256"),
            "{start}: {answer}"
        );
    }
    for text in deep(120) {
        let answer = answer(&text, &document);
        assert!(!answer.starts_with("unreadable"), "{}: {answer}", &text[..10]);
    }
}

#[test]
fn long_queries_are_refused() {
    let text = format!("'{}'", "a".repeat(20_000));
    let answer = answer_within(&text, &Value::Null, &SMALL);
    assert_eq!(answer, "unreadable: the query is longer than 10000 bytes");
}

#[test]
fn growing_results_are_refused() {
    let doubled = |count: usize| vec!["[@, @]"; count].join(" | ");
    let items: Vec<Value> = (0..1000).map(|_| Value::text("x")).collect();
    let long = "y".repeat(5_000);
    let alike = format!("{}z", "y".repeat(4_999));
    let keyed: Map = [(long.as_str(), Value::Bool(true))].into_iter().collect();
    let document = Value::Map(
        [
            ("list", Value::List(items.into())),
            ("alike", Value::List(vec![Value::text(alike); 10].into())),
            ("keyed", Value::Map(keyed)),
            ("text", Value::text(long)),
        ]
        .into_iter()
        .collect::<Map>(),
    );
    let rows: &[(String, &str)] = &[
        (
            doubled(60),
            "limit-exceeded: the result would have more than 10000 bytes",
        ),
        (
            format!("{} | to_string(@)", doubled(60)),
            "limit-exceeded: the text of a value would have more than 10000 bytes",
        ),
        (
            format!("{0} | [@, @] | [0] == [1]", doubled(60)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("{} | [][][][][][][][][][][][][][][]", doubled(60)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            "join(join(text, list), list)".to_owned(),
            "limit-exceeded: JMESPath function 'join': the result would have more than 10000 bytes",
        ),
        (
            format!("[{}text]", "text, ".repeat(100)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            "list[*].[@, @, @, @] | [].[@, @, @, @] | [].[@, @, @, @]".to_owned(),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        // Looking is paid for as well: at arguments, at texts that are compared, at what errors show.
        (
            format!("[{}text]", "ends_with(text, 'x'), ".repeat(300)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("[{}text]", "text == text, ".repeat(250)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("[{}text]", "abs(@)[], ".repeat(70)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("[{}text]", "contains(alike, text), ".repeat(30)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("[{}text]", "to_string(list), ".repeat(15)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        // Keys are texts that are copied, too.
        (
            format!("list[*].{{{}: @}} | length(@)", "k".repeat(500)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        (
            format!("merge({}keyed) | length(@)", "keyed, ".repeat(100)),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
        // A literal stands in the query once and may be in the result for each item of a list.
        (
            "list[*].[`[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]`][]".to_owned(),
            "limit-exceeded: the result would have more than 10000 bytes",
        ),
        (
            "map(&`[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]`, list)".to_owned(),
            "limit-exceeded: the result would have more than 10000 bytes",
        ),
        // A limit is no fault that a projection may swallow.
        (
            "(list[*].[@, @, @, @] | [].[@, @, @, @] | [].[@, @, @, @])[]".to_owned(),
            "limit-exceeded: the query takes more than 20000 steps",
        ),
    ];
    for (query, expected) in rows {
        assert_eq!(answer_within(query, &document, &SMALL), *expected, "{query}");
    }
    let large = format!("{} | abs(@)", doubled(60));
    let expected = "query-failed: Invalid type for: a large value, expected: []jmespath.JpType{\"number\"}";
    assert_eq!(answer(&large, &document), expected);
}
