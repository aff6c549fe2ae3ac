//! Every recorded answer of Go's YAML reader: values, several documents, refusals, strict refusals.

use std::path::Path;

use sekisho_document::json::{self, Form};
use sekisho_document::yaml::{self, Limits, ReadError};
use sekisho_document::{Numbers, Value};

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the recorded answers lie outside the repository"
)]
fn recorded_answers_of_go() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/yaml/scalars.json");
    let Ok(bytes) = std::fs::read(&path) else {
        println!("skipped: there is no corpus at ../shared/corpus");
        return;
    };
    let rows = json::read(&bytes, json::Rules::KUBERNETES).unwrap();
    let rows = rows.as_list().unwrap();
    let mut differences = Vec::new();
    let mut words = 0;
    for row in rows {
        if row.get("nondeterministic").is_some() {
            continue;
        }
        let expected = expected(row);
        let got = if row.get("docs").is_some() {
            file(row.str_at(&["yaml"]))
        } else {
            text(row.str_at(&["yaml"]))
        };
        if got.without_words() != expected.without_words() {
            differences.push(format!("{row:?}\n  expected {expected:?}\n  got      {got:?}"));
        } else if got != expected {
            words += 1;
            println!(
                "{:?}\n  expected {:?}\n  got      {:?}",
                row.str_at(&["yaml"]),
                expected.error,
                got.error
            );
        }
    }
    println!(
        "{} rows, {} differ, {words} in the words of the error alone",
        rows.len(),
        differences.len()
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(words, 0, "errors in other words than Go's");
}

/// What a reader makes of a text.
#[derive(Debug, PartialEq)]
struct Answer {
    documents: Vec<String>,
    error: Option<String>,
    strict_error: Option<String>,
}

impl Answer {
    fn without_words(&self) -> (&[String], bool, bool) {
        (&self.documents, self.error.is_some(), self.strict_error.is_some())
    }
}

fn expected(row: &Value) -> Answer {
    let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let documents = match row.get("docs").and_then(Value::as_list) {
        Some(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => text("json").into_iter().collect(),
    };
    Answer {
        documents,
        error: text("error").as_deref().map(without_prefix),
        strict_error: text("strict_error").as_deref().map(without_prefix),
    }
}

fn file(text: &str) -> Answer {
    let mut documents = Vec::new();
    let mut error = None;
    for document in yaml::documents(text) {
        match document.and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten)) {
            Ok(value) => documents.push(json::write(&value, Form::GO)),
            Err(fault) => {
                error = Some(words(&fault));
                break;
            }
        }
    }
    Answer {
        documents,
        error,
        strict_error: None,
    }
}

fn text(text: &str) -> Answer {
    let read = yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten);
    let strict = yaml::read_strict(text, &Limits::DEFAULT, Numbers::AsWritten);
    let (documents, error) = match &read {
        Ok(value) => (vec![json::write(value, Form::GO)], None),
        Err(error) => (Vec::new(), Some(words(error))),
    };
    Answer {
        documents,
        strict_error: strict
            .err()
            .filter(|_| error.is_none())
            .map(|error| words(&error)),
        error,
    }
}

fn words(error: &ReadError) -> String {
    without_prefix(&error.upstream())
}

/// The recording has blanks for line breaks, and Go's prefix in some groups only.
fn without_prefix(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.strip_prefix("yaml: ").unwrap_or(&words).to_owned()
}
