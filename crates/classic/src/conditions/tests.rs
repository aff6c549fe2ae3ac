//! Operators against keys and values, combinations, limits.

use std::convert::Infallible;

use sekisho_document::json::{self, Rules};
use sekisho_evaluator::{ConditionStep, Observer};

use super::*;

fn document(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::KUBERNETES).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn decided(key: &Value, operator: &str, value: &Value) -> bool {
    let comparison = Comparison::compile(operator).unwrap_or_else(|error| panic!("{operator}: {error}"));
    let answer = decide(&comparison, key, value, &Limits::DEFAULT);
    let fixed = decide(&comparison.with_value(value), key, &Value::Null, &Limits::DEFAULT);
    assert_eq!(answer, fixed, "{key:?} {operator} {value:?}");
    answer.unwrap_or_else(|error| panic!("{operator}: {error}"))
}

#[test]
fn examples_are_true() {
    for operator in operators::all() {
        assert!(!operator.examples.is_empty(), "{}", operator.name);
        for example in operator.examples {
            let (key, value) = (document(example.key), document(example.value));
            assert_eq!(
                decided(&key, operator.name, &value),
                example.holds,
                "{} {} {}",
                example.key,
                operator.name,
                example.value
            );
        }
    }
}

#[test]
fn the_table_is_sorted_and_its_advice_exists() {
    for family in operators::OPERATORS {
        assert!(family.is_sorted_by_key(|operator| operator.name));
    }
    for operator in operators::all() {
        for advice in operator.instead.iter().flat_map(|advice| advice.split(", or ")) {
            assert!(operators::find(advice).is_some(), "{advice}");
        }
    }
}

/// The table of engine reference §4.5.
#[test]
fn answers_of_the_reference() {
    let rows = [
        ("null", "NotEquals", r#""x""#, false),
        ("null", "AllNotIn", r#"["x"]"#, false),
        (r#""10""#, "Equals", r#""1*""#, false),
        (r#""1.0""#, "Equals", r#""1""#, true),
        (r#""1h""#, "Equals", "3600", true),
        ("3600", "Equals", r#""1h""#, false),
        (r#""ng*""#, "Equals", r#""nginx""#, false),
        ("1000000.0", "AnyIn", "[1000000]", false),
        ("1000000", "AnyIn", "[1000000]", true),
        ("[80.0]", "Equals", "[80]", false),
        ("[80]", "Equals", "[80]", true),
        ("80.0", "Equals", "80", true),
        (r#"["a"]"#, "NotIn", r#""a""#, true),
        ("[]", "AllIn", r#""x""#, true),
        (r#""""#, "Equals", r#""*""#, true),
        (r#"{"a":1}"#, "AnyIn", r#"["a"]"#, false),
        (r#"{"a":1,"b":[2]}"#, "Equals", r#"{"b":[2],"a":1}"#, true),
        (r#""1!-10""#, "AnyIn", r#""1!-10""#, true),
        (r#"["5"]"#, "AnyNotIn", r#""-9-10""#, true),
        (r#"["a",null]"#, "AnyIn", r#"["<nil>"]"#, true),
        (r#""a""#, "AnyIn", "null", false),
        (r#""a""#, "AnyNotIn", "null", false),
        (r#""""#, "In", r#"["",null]"#, true),
        (r#""0""#, "GreaterThanOrEquals", "0", true),
    ];
    for (key, operator, value, expected) in rows {
        assert_eq!(
            decided(&document(key), operator, &document(value)),
            expected,
            "{key} {operator} {value}"
        );
    }
}

#[test]
fn names_are_found_in_any_case_but_numeric_ones_then_never_hold() {
    let (two, one) = (Value::Int(2), Value::Int(1));
    assert!(decided(&one, "EQUALS", &one));
    assert!(decided(&one, "notEqual", &two));
    assert!(decided(&two, "GreaterThan", &one));
    assert!(!decided(&two, "greaterthan", &one));
    assert!(!decided(&one, "greaterthan", &two));
    let error = Comparison::compile("Near").expect_err("no such operator");
    assert_eq!(
        error.to_string(),
        "failed to create handler for condition operator: %!w(<nil>)"
    );
}

#[test]
fn what_the_engine_cannot_decide_is_an_error() {
    let comparison = Comparison::compile("In").expect("an operator");
    let answer = decide(
        &comparison,
        &document("[1]"),
        &document(r#"["1"]"#),
        &Limits::DEFAULT,
    );
    assert_eq!(answer, Err(ConditionError::NotStrings { operator: "In" }));
}

#[test]
fn long_lists_end_at_the_limit() {
    let list = |prefix: &str| -> Value {
        let item = |number: usize| Value::from(format!("{prefix}{number}"));
        Value::List((0..1000).map(item).collect())
    };
    let limits = Limits {
        comparison_steps: 10_000,
        ..Limits::DEFAULT
    };
    for operator in ["AnyIn", "AllNotIn", "NotIn"] {
        let comparison = Comparison::compile(operator).expect("an operator");
        let (keys, values) = (list("a"), list("a"));
        let answer = decide(&comparison, &keys, &values, &limits);
        match operator {
            "AnyIn" => assert_eq!(answer, Ok(true)),
            "AllNotIn" => assert_eq!(answer, Ok(false)),
            _ => assert_eq!(answer, Err(ConditionError::Steps { limit: 10_000 })),
        }
    }
    let comparison = Comparison::compile("Equals").expect("an operator");
    let key = Value::from("a".repeat(100_000));
    let value = Value::from(format!("*{}b", "a?".repeat(50_000)));
    let answer = decide(&comparison, &key, &value, &limits);
    assert_eq!(answer, Err(ConditionError::Steps { limit: 10_000 }));
}

#[test]
fn a_number_that_is_the_whole_operand_becomes_a_float() {
    assert_eq!(*literal(&Value::Int(80)), Value::Float(80.0));
    assert_eq!(*literal(&document("[80]")), document("[80]"));
}

/// A condition of the tests: its answer and its message.
struct Given(bool, &'static str);

impl Condition for Given {
    fn message(&self) -> &str {
        self.1
    }
}

fn given(conditions: &[(bool, &'static str)]) -> Box<[Given]> {
    conditions
        .iter()
        .map(|(holds, message)| Given(*holds, message))
        .collect()
}

/// The answer, the message, and how many conditions were looked at.
fn combined(set: &AnyAll<Given>) -> (bool, String, usize) {
    let mut looked_at = 0;
    let decision = any_all(set, |_, condition: &Given| {
        looked_at += 1;
        Ok::<bool, Infallible>(condition.0)
    });
    let Ok(decision) = decision;
    (decision.holds, decision.message, looked_at)
}

#[test]
fn any_and_all_make_one_answer() {
    type Conditions = Option<&'static [(bool, &'static str)]>;
    type Row = (Conditions, Conditions, bool, &'static str, usize);
    let rows: [Row; 8] = [
        (None, None, true, "", 0),
        (Some(&[]), None, false, "", 0),
        (None, Some(&[]), true, "", 0),
        (
            Some(&[(false, "a"), (true, "b"), (true, "c")]),
            None,
            true,
            "b",
            2,
        ),
        (
            Some(&[(true, "a")]),
            Some(&[(true, "b"), (true, "")]),
            true,
            "a; b",
            3,
        ),
        (
            Some(&[(false, "a"), (false, "b")]),
            Some(&[(true, "c")]),
            false,
            "a; b",
            3,
        ),
        (
            Some(&[(false, "a")]),
            Some(&[(false, "c"), (false, "d")]),
            false,
            "a; c",
            2,
        ),
        (
            Some(&[(false, "a"), (true, "b")]),
            Some(&[(true, "c"), (false, "d")]),
            false,
            "d",
            4,
        ),
    ];
    for (any, all, holds, message, looked_at) in rows {
        let set = AnyAll {
            any: any.map(given),
            all: all.map(given),
        };
        assert_eq!(
            combined(&set),
            (holds, message.to_owned(), looked_at),
            "{any:?} {all:?}"
        );
    }
}

#[test]
fn lists_need_every_condition() {
    let answer = |_: usize, condition: &Given| Ok::<bool, Infallible>(condition.0);
    let decision = |holds: bool, message: &str| {
        Ok(Decision {
            holds,
            message: message.to_owned(),
        })
    };
    assert_eq!(every(&given(&[]), answer), decision(true, ""));
    assert_eq!(
        every(&given(&[(true, "a"), (true, "b")]), answer),
        decision(true, "a;b")
    );
    assert_eq!(
        every(&given(&[(true, "a"), (false, "b"), (false, "c")]), answer),
        decision(false, "b")
    );

    let set = |any: &[(bool, &'static str)]| AnyAll {
        any: Some(given(any)),
        all: None,
    };
    let both = [set(&[(true, "a")]), set(&[(true, "b")])];
    assert_eq!(every_set(&both, answer), decision(true, "a;b"));
    let second = [set(&[(true, "a")]), set(&[(false, "b")])];
    assert_eq!(every_set(&second, answer), decision(false, "b"));
}

#[test]
fn exceptions_take_an_empty_any_for_true() {
    let answer = |any: Option<&[(bool, &'static str)]>, all: &[(bool, &'static str)]| {
        let set = AnyAll {
            any: any.map(given),
            all: Some(given(all)),
        };
        all_then_any(&set, |_, condition: &Given| Ok::<bool, Infallible>(condition.0))
    };
    assert_eq!(answer(None, &[]), Ok(true));
    assert_eq!(answer(Some(&[]), &[(true, "")]), Ok(true));
    assert_eq!(answer(Some(&[(false, ""), (true, "")]), &[(true, "")]), Ok(true));
    assert_eq!(answer(Some(&[(false, "")]), &[(true, "")]), Ok(false));
    assert_eq!(answer(Some(&[(true, "")]), &[(false, "")]), Ok(false));
}

#[derive(Default)]
struct Seen(Vec<String>);

impl Observer for Seen {
    fn condition(&mut self, step: &ConditionStep<'_>) {
        let ConditionStep {
            index,
            operator,
            holds,
            ..
        } = step;
        self.0.push(format!(
            "{index}: {:?} {operator} {:?} {holds}",
            step.key, step.value
        ));
    }
}

#[test]
fn the_observer_sees_operands_and_answer() {
    let comparison = Comparison::compile("equals").expect("an operator");
    let mut seen = Seen::default();
    let holds = observe(
        &comparison,
        3,
        &Value::Bool(true),
        &Value::Null,
        &Limits::DEFAULT,
        &mut seen,
    );
    assert_eq!(holds, Ok(false));
    assert_eq!(seen.0, ["3: true Equals null false"]);
}
