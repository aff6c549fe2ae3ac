//! The tables of libraries hold together, and every example says what happens.

use std::collections::BTreeSet;

use sekisho_cel::{Environment, Limits, Meter, Program, Release, Rules, Values, equal, library};

use super::*;

const ALL: &[&Library] = &[
    &authz::AUTHORIZATION,
    &CIDR,
    &FORMAT,
    &IP,
    &JSON_PATCH,
    &LISTS,
    &QUANTITY,
    &REGEX,
    &SEMVER,
    &URL,
];

#[test]
fn tables_are_sorted_and_complete() {
    let mut ids = BTreeSet::new();
    for library in ALL {
        assert!(library.functions.is_sorted_by_key(|function| function.name));
        for function in library.functions {
            let name = function.name;
            assert!(
                !function.summary.is_empty() && !function.summary.ends_with('.'),
                "{name}"
            );
            // Without an authorizer no example of its functions can be run.
            let parts = ["authorizer_", "check_", "decision_"];
            let mut overloads = function.overloads.iter();
            let is_of_authorizer = overloads.any(|it| parts.iter().any(|part| it.id.contains(part)));
            assert_eq!(function.examples.is_empty(), is_of_authorizer, "{name}");
            for overload in function.overloads {
                assert!(ids.insert(overload.id), "{}", overload.id);
            }
        }
    }
}

#[test]
fn examples_hold() {
    let libraries: Vec<&Library> = library::KUBERNETES.iter().chain(ALL).copied().collect();
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let environment = Environment::new(&libraries, Release::STORED, rules, Limits::STANDARD);
    let run = |text: &str| Program::compile(text, &environment).unwrap_or_else(|error| panic!("{error}"));
    for example in ALL
        .iter()
        .flat_map(|library| library.functions)
        .flat_map(|it| it.examples)
    {
        let (expression, result) = (run(example.expression), run(example.result));
        let mut meter = Meter::new(Limits::STANDARD, None);
        let values = Values::new();
        let found = expression.evaluate(&values, &mut meter).unwrap_or_else(|fault| {
            panic!("{}: {fault}", example.expression);
        });
        let expected = result.evaluate(&values, &mut meter).unwrap();
        assert!(
            equal(&found, &expected, &mut meter).unwrap() && found.type_name() == expected.type_name(),
            "{}: {found:?} is not {expected:?}",
            example.expression
        );
    }
}

#[test]
fn lists_of_older_policies_lack_only_includes() {
    let names = |library: &Library| -> Vec<&str> { library.functions.iter().map(|it| it.name).collect() };
    let mut newest = names(&LISTS);
    newest.retain(|name| *name != "includes");
    assert_eq!(newest, names(&LISTS_BEFORE_INCLUDES));
}

/// What values hold of the text they were read from is counted, and so is each search for a match.
#[test]
fn values_and_searches_without_end_are_stopped() {
    let libraries: Vec<&Library> = library::KUBERNETES.iter().chain(ALL).copied().collect();
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let limits = Limits {
        room: 8 << 20,
        steps: 500_000,
        ..Limits::FREE
    };
    let environment = Environment::new(&libraries, Release::STORED, rules, limits);
    let long = "a".repeat(20_000);
    let parts = "-a.".repeat(6_000);
    for text in [
        format!("lists.range(9000).map(i, semver('1.0.0-{long}'))"),
        format!("lists.range(9000).map(i, semver('1.0.0{parts}a'))"),
        format!("lists.range(9000).map(i, url('https://example.com/{long}'))"),
        format!("lists.range(9000).map(i, url('https://example.com/?{long}').getQuery())"),
        format!(
            "lists.range(9000).all(i, isURL('https://example.com/{long}') || semver('{long}').major() == 1 || true)"
        ),
        format!("lists.range(9000).all(i, '{long}'.findAll('a.*b|a').size() > 0)"),
        format!("lists.range(9000).all(i, '{long}'.find('(a|b){{900}}' + string(i)) == '')"),
    ] {
        let program = Program::compile(&text, &environment).unwrap();
        let mut meter = Meter::new(limits, None);
        let fault = program
            .evaluate(&Values::new(), &mut meter)
            .unwrap_err()
            .to_string();
        let start = text.get(..60).unwrap();
        assert!(fault.starts_with("operation cancelled"), "{start}: {fault}");
    }
}
