//! The table holds together, and every example says what happens.

use std::collections::BTreeSet;

use sekisho_document::Value;
use sekisho_document::json::{self, Rules};

use super::STANDARD;
use crate::{Functions, Query, Setting};

#[test]
fn names_are_sorted_and_each_has_its_file() {
    let names: Vec<&str> = STANDARD.iter().map(|it| it.name).collect();
    assert!(names.is_sorted());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/functions");
    #[expect(
        clippy::disallowed_methods,
        reason = "the test compares the list with the folder"
    )]
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .collect();
    for helper in ["mod", "order", "tests"] {
        assert!(files.remove(helper), "{helper}");
    }
    assert!(
        names.iter().copied().eq(files.iter().map(String::as_str)),
        "{files:?}"
    );
}

#[test]
fn examples_hold() {
    let functions = Functions::new(&[STANDARD]);
    let document = json::read(b"{}", Rules::GO).unwrap();
    for function in STANDARD {
        assert!(!function.examples.is_empty(), "{}", function.name);
        for example in function.examples {
            let query = Query::compile(example.expression, &functions).unwrap();
            let found = query
                .search(&document, Setting::ALONE)
                .map(|found| found.into_value());
            let expected: Value = json::read(example.result.as_bytes(), Rules::GO).unwrap();
            assert_eq!(found, Ok(expected), "{}", example.expression);
        }
    }
}
