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
