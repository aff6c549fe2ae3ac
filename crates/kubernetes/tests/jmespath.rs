//! The recorded answers of Kyverno's JMESPath dialect: every row of the corpus, where it lies.
//!
//! Kinds of outcome, values (kinds of numbers aside), missing keys, trees and texts of errors must agree;
//! of queries that do not compile the kind alone. Where the original crashes, any error is right.

use std::collections::BTreeMap;
use std::path::Path;

use sekisho_document::json::{self, Rules};
use sekisho_document::{List, Numbers, Value};
use sekisho_jmespath::{Dialect, Functions, Limits, Loaded, Query, QueryError, Setting, Skeleton, functions};
use sekisho_kubernetes::jmespath::KYVERNO;

const CORPUS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/corpus/jmespath/vectors.json"
);

#[derive(Debug, Default)]
struct Score {
    right: usize,
    wrong: Vec<String>,
}

#[test]
fn every_recorded_answer() {
    #[expect(clippy::disallowed_methods, reason = "the corpus is read where it lies")]
    let Ok(bytes) = std::fs::read(Path::new(CORPUS)) else {
        println!("skipped: {CORPUS} is not there");
        return;
    };
    let corpus = json::read(&bytes, Rules::GO).unwrap();
    let functions = Functions::new(&[functions::STANDARD, KYVERNO]);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for (group, content) in corpus.as_map().unwrap() {
        let Some(rows) = content.get("cases").and_then(Value::as_list) else {
            continue;
        };
        let score = scores.entry(group.to_string()).or_default();
        for row in rows {
            let inputs = content.get("docs").or(content.get("contexts"));
            let number = row.get("d").or(row.get("ctx")).and_then(Value::as_f64);
            let input = inputs.and_then(|it| it.as_list()?.get(number? as usize));
            let got = match (row.get("e"), row.get("doc")) {
                (Some(query), _) if row.get("ast").is_some() => outline(query.as_str().unwrap(), &functions),
                (Some(query), _) => search(query.as_str().unwrap(), input.unwrap(), &functions),
                (None, Some(template)) => substitute(template, input.unwrap(), &functions),
                (None, None) => continue,
            };
            check(score, row, &got);
        }
    }
    for (group, score) in &scores {
        println!("{group}: {} right, {} wrong", score.right, score.wrong.len());
    }
    let wrong: Vec<&String> = scores.values().flat_map(|score| &score.wrong).collect();
    for text in wrong.iter().take(40) {
        println!("{text}");
    }
    assert!(wrong.is_empty(), "{} rows are wrong", wrong.len());
}

#[derive(Debug)]
enum Answer {
    Value(Value),
    NotFound(String),
    Failed(String),
    CompileError,
    Tree(String),
}

fn search(text: &str, document: &Value, functions: &Functions) -> Answer {
    let query = match Query::compile(text, functions) {
        Ok(query) => query,
        Err(_) => return Answer::CompileError,
    };
    if !query.outline().contains("Empty") {
        let printed = query.to_string();
        assert_eq!(Query::compile(&printed, functions), Ok(query.clone()), "{text}");
    }
    match query.search(document, Setting::ALONE) {
        Ok(found) => Answer::Value(found.into_value()),
        Err(QueryError::NotFound(key)) => Answer::NotFound(key.to_string()),
        Err(QueryError::Failed(complaint)) => Answer::Failed(complaint.message),
    }
}

fn substitute(template: &Value, context: &Value, functions: &Functions) -> Answer {
    let dialect = Dialect {
        functions,
        limits: &Limits::STANDARD,
        entries: &[],
    };
    let mut scope = Loaded {
        root: context,
        functions,
        deletes: context.str_at(&["request", "operation"]) == "DELETE",
    };
    match Skeleton::compile(template, &dialect).fill(&mut scope, Setting::ALONE) {
        Ok(value) => Answer::Value(value),
        Err(error) => Answer::Failed(error.message),
    }
}

fn outline(text: &str, functions: &Functions) -> Answer {
    Answer::Tree(match Query::compile(text, functions) {
        Ok(query) => query.outline(),
        Err(error) => format!("ERR {error}"),
    })
}

fn check(score: &mut Score, row: &Value, got: &Answer) {
    let unordered = row.get("unordered").is_some();
    let text = |key: &str| row.get(key).and_then(Value::as_str);
    let right = match got {
        Answer::Value(value) if row.get("not_json").is_some() => {
            matches!(value, Value::Float(float) if !float.is_finite())
        }
        Answer::Value(value) => row.get("ok").is_some_and(|wanted| same(wanted, value, unordered)),
        Answer::NotFound(key) => text("not_found") == Some(key),
        Answer::Failed(message) => {
            row.get("crash").is_some() || text("error").is_some_and(|error| error == "*" || error == message)
        }
        Answer::CompileError => row.get("compile_error").is_some(),
        Answer::Tree(tree) => text("ast") == Some(tree),
    };
    if right {
        score.right += 1;
    } else {
        let row = json::write(row, json::Form::COMPACT);
        score.wrong.push(format!("{row}\n    {got:?}"));
    }
}

/// Equal but for the kinds of numbers and, if so recorded, the order of lists.
fn same(left: &Value, right: &Value, unordered: bool) -> bool {
    let plain = |value: &Value| {
        let value = value.renumber(Numbers::AllFloat);
        if unordered { sorted(&value) } else { value }
    };
    plain(left) == plain(right)
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::List(list) => {
            let mut items: Vec<Value> = list.iter().map(sorted).collect();
            items.sort_by_key(|item| json::write(item, json::Form::CANONICAL));
            Value::List(List::from(items))
        }
        // Maps made of two lists have any key with any value, because both lists have any order.
        Value::Map(map) => {
            let keys: List = map.keys().map(|key| Value::from(key.clone())).collect();
            let values: List = map.values().cloned().collect();
            Value::List(vec![sorted(&keys.into()), sorted(&values.into())].into())
        }
        other => other.clone(),
    }
}
