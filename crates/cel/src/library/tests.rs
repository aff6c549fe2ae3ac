//! The tables hold together, and every example says what happens.

use std::collections::BTreeSet;

use super::{ALL, KUBERNETES};
use crate::{Environment, Library, Limits, Meter, Program, Release, Rules, Value, Values};

const RULES: Rules = Rules {
    homogeneous: true,
    literals: true,
};

fn folder(name: &str) -> BTreeSet<String> {
    let folder = format!("{}/src/{name}", env!("CARGO_MANIFEST_DIR"));
    #[expect(
        clippy::disallowed_methods,
        reason = "the test compares the list with the folder"
    )]
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .collect()
}

#[test]
fn each_entry_has_its_file() {
    for (name, library, helpers) in ALL {
        let entries = library.functions.len() + library.macros.len();
        let mut files = folder(&format!("library/{name}"));
        for helper in *helpers {
            assert!(files.remove(*helper), "{name}/{helper}");
        }
        assert!(files.remove("mod"));
        assert_eq!(files.len(), entries, "{name}: {files:?}");
    }
}

#[test]
fn overloads_have_names_of_their_own() {
    let mut ids = BTreeSet::new();
    for (_, library, _) in ALL {
        for function in library.functions {
            assert!(!function.summary.is_empty() && !function.summary.ends_with('.'));
            for overload in function.overloads {
                assert!(ids.insert(overload.id), "{}", overload.id);
            }
        }
    }
}

#[test]
fn examples_hold() {
    let libraries: Vec<&Library> = ALL.iter().map(|(_, library, _)| *library).collect();
    let environment = Environment::new(&libraries, Release::STORED, RULES, Limits::STANDARD);
    let functions = environment.functions().flat_map(|function| function.examples);
    let macros = environment.macros().flat_map(|entry| entry.examples);
    let mut count = 0;
    for example in functions.chain(macros) {
        let run = |text: &str, check: &dyn Fn(&Value<'_>)| {
            let program = Program::compile(text, &environment).unwrap_or_else(|error| panic!("{error}"));
            let mut meter = Meter::new(Limits::STANDARD, None);
            match program.evaluate(&Values::new(), &mut meter) {
                Ok(value) => check(&value),
                Err(fault) => panic!("{text}: {fault}"),
            }
        };
        run(example.expression, &|found| {
            run(example.result, &|expected| {
                let mut meter = Meter::new(Limits::STANDARD, None);
                let is_nan = |value: &Value<'_>| matches!(value, Value::Double(it) if it.is_nan());
                let same = crate::equal(found, expected, &mut meter).unwrap()
                    && found.type_name() == expected.type_name();
                assert!(
                    same || is_nan(found) && is_nan(expected),
                    "{}: {found:?} is not {expected:?}",
                    example.expression
                );
            });
        });
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn every_entry_has_an_example() {
    for (name, library, _) in ALL {
        for function in library.functions {
            assert!(!function.examples.is_empty(), "{name}: {}", function.name);
        }
        for entry in library.macros {
            assert!(!entry.examples.is_empty(), "{name}: {}", entry.name);
        }
    }
}

#[test]
fn a_release_has_what_appeared_until_then() {
    let at = |release: u16| Environment::new(KUBERNETES, Release(release), RULES, Limits::STANDARD);
    for (expression, since) in [
        ("[1].sort() == [1]", 34),
        ("{'a': 1}.exists(k, v, v == 1)", 32),
        ("sets.contains([1], [1])", 29),
        ("[1].exists(x, x == 1)", 0),
    ] {
        assert!(Program::compile(expression, &at(since)).is_ok(), "{expression}");
        if let Some(before) = since.checked_sub(1) {
            assert!(Program::compile(expression, &at(before)).is_err(), "{expression}");
        }
    }
}
