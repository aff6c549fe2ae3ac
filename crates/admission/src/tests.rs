//! Variables, conditions and budgets together, as small tables.

use sekisho_cel::{Environment, Limits, Release, Rules, Type, Value, library};
use sekisho_document::{Text, json};

use crate::budget::{self, Budget, OutOfBudget};
use crate::conditions::{Condition, Matched, matched};
use crate::{Activation, Expression, Given, NoWorld, Place, Returns, Variables};

fn environment() -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    environment.declare_variable("object", Type::Dyn);
    environment
}

/// What an expression over variables gives, and what it and its variables cost.
fn result(definitions: &[(&str, &str)], text: &str) -> (Result<String, String>, u64) {
    let mut environment = environment();
    let variables = Variables::compile(definitions.iter().copied(), &mut environment);
    let expression = Expression::compile(text, &[], &environment);
    let place = Place::of(&environment);
    let object = json::read(br#"{"size": 3}"#, json::Rules::KUBERNETES).unwrap();
    let given = Given::of([("object", Value::of(&object))]);
    let activation = Activation::new(&given, &variables, &NoWorld);
    let (value, cost) = activation.evaluate(&expression, &place);
    let shown = value.map(|value| format!("{value:?}"));
    (
        shown.map_err(|trouble| expression.blame(&trouble)),
        cost + activation.take_spent(),
    )
}

#[test]
fn variables_are_typed_in_order_and_evaluated_on_demand() {
    let chain: &[_] = &[
        ("a", "object.size"),
        ("b", "variables.a + 1"),
        ("broken", "1 / 0 == 1"),
    ];
    for (definitions, text, expected) in [
        (chain, "variables.b", Ok("4")),
        (chain, "has(variables.a) && !has(object.a)", Ok("true")),
        (&[("a", "1"), ("a", "'x'")], "variables.a + 'y'", Ok("\"xy\"")),
        (
            chain,
            "variables.broken",
            Err(
                "expression 'variables.broken' resulted in error: composited variable \"broken\" fails to evaluate: division by zero",
            ),
        ),
        (
            &[("a", "1")],
            "variables.a == 'x'",
            Err(
                "compilation error: compilation failed: ERROR: <input>:1:13: found no matching overload for '_==_' applied to '(int, string)'\n | variables.a == 'x'\n | ............^",
            ),
        ),
        (
            &[("a", "variables.b"), ("b", "1")],
            "variables.a",
            Err(
                "expression 'variables.a' resulted in error: composited variable \"a\" fails to compile: compilation failed: ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^",
            ),
        ),
    ] {
        let (found, _) = result(definitions, text);
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{text}");
    }
}

#[test]
fn a_variable_is_paid_for_once() {
    let definitions = [("a", "object.size + object.size")];
    let (_, once) = result(&definitions, "variables.a");
    let (_, twice) = result(&definitions, "variables.a + variables.a");
    let (_, alone) = result(&definitions, "object.size + object.size");
    assert_eq!(once, 2 + alone);
    assert_eq!(twice, 2 + 2 + 1 + alone);
}

#[test]
fn variables_that_use_one_another_without_end_are_stopped() {
    let chain = |count: usize, open: &str, close: &str| -> Vec<(String, String)> {
        let text = |number: usize| match number {
            0 => format!("{open}1{close}"),
            _ => format!("{open}variables.v{}{close}", number - 1),
        };
        (0..count)
            .map(|number| (format!("v{number}"), text(number)))
            .collect()
    };
    let lists = ("[".repeat(100), "]".repeat(100));
    for (definitions, text, holds) in [
        (chain(5_000, "", ""), "variables.v4999", false),
        (chain(5_000, "", ""), "variables.v200", true),
        (chain(20, &lists.0, &lists.1), "variables.v19", false),
        (chain(20, &lists.0, &lists.1), "variables.v1", true),
    ] {
        let definitions: Vec<(&str, &str)> = definitions
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let (found, _) = result(&definitions, text);
        match found {
            Ok(_) => assert!(holds, "{text}"),
            Err(error) => assert!(!holds && error.contains("too deep"), "{text}: {error}"),
        }
    }
}

fn conditions(texts: &[&str], budget: Budget) -> Matched {
    let environment = environment();
    let conditions: Vec<Condition> = texts
        .iter()
        .enumerate()
        .map(|(position, text)| Condition {
            name: Text::from(format!("c{position}")),
            expression: Expression::compile(text, &[Returns::Bool], &environment),
        })
        .collect();
    let place = Place::of(&environment);
    let variables = Variables::compile([], &mut environment.clone());
    let given = Given::of([("object", Value::Null)]);
    let activation = Activation::new(&given, &variables, &NoWorld);
    matched(&conditions, &place, &activation, budget)
}

#[test]
fn a_false_condition_beats_an_error() {
    let no_key = |text: &str| format!("expression '{text}' resulted in error: no such key: a");
    for (texts, expected) in [
        (&["true", "object == null"] as &[&str], Matched::All),
        (&[], Matched::All),
        (&["object.a == 1", "false"], Matched::Not(Text::from("c1"))),
        (
            &["object.a == 1", "true"],
            Matched::Undecided(no_key("object.a == 1")),
        ),
        (
            &["object.a == 1", "object.a == 2", "object.a == 1"],
            Matched::Undecided(format!(
                "[{}, {}]",
                no_key("object.a == 1"),
                no_key("object.a == 2")
            )),
        ),
    ] {
        assert_eq!(conditions(texts, Budget::CONDITIONS), expected, "{texts:?}");
    }
    let out = Matched::Undecided(OutOfBudget::TEXT.to_owned());
    assert_eq!(conditions(&["false", "object == null"], Budget::of(0)), out);
}

#[test]
fn a_budget_is_shared_by_a_list() {
    let environment = environment();
    let expression = Expression::compile("object == null", &[Returns::Bool], &environment);
    let place = Place::of(&environment);
    let variables = Variables::compile([], &mut environment.clone());
    let given = Given::of([("object", Value::Null)]);
    let activation = Activation::new(&given, &variables, &NoWorld);
    let mut budget = Budget::of(5);
    let spent: Vec<bool> = (0..3)
        .map(|_| budget::evaluate(&expression, &place, &activation, &mut budget).is_ok())
        .collect();
    assert_eq!(spent, [true, true, false]);
}
