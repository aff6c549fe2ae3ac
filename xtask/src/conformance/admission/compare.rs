//! Whether an answer is the recorded one.

use sekisho_document::{Map, Value};

use super::row::Answer;
use crate::conformance::case::{Difference, Outcome};
use crate::conformance::json::{same, show_sorted};

/// Audit keys of other plugins, which are not asked here.
const FOREIGN: [&str; 2] = ["authentication.kubernetes.io/", POD_SECURITY];

const POD_SECURITY: &str = "pod-security.kubernetes.io/";

/// Stands before the audit keys of Pod Security where they are compared.
const OWN: &str = "own:";

/// The answer with the audit keys of Pod Security among those that are compared.
pub(crate) fn with_pod_security(answer: Answer) -> Answer {
    let keys = answer.audit_annotations.into_iter();
    let keys = keys.map(|(key, value)| match key.starts_with(POD_SECURITY) {
        true => (format!("{OWN}{key}"), value),
        false => (key, value),
    });
    Answer {
        audit_annotations: keys.collect(),
        ..answer
    }
}

/// Compares code, status, object, warnings and audit annotations. Warnings have no order.
pub(crate) fn compare(input: &str, expected: &[Answer], got: &Answer) -> Outcome {
    let found = show(got);
    let wanted: Vec<String> = expected.iter().map(show).collect();
    let passes = wanted.contains(&found);
    Outcome::of(passes, || {
        let nearest = expected.first();
        let (expected, got) = match nearest {
            Some(nearest) => differing(nearest, got),
            None => ("no answer".to_owned(), found),
        };
        Difference {
            input: input.to_owned(),
            expected,
            got,
        }
    })
}

fn show(answer: &Answer) -> String {
    parts(answer).into_iter().map(|(_, text)| text + "\n").collect()
}

/// The parts that differ.
fn differing(expected: &Answer, got: &Answer) -> (String, String) {
    let pairs = parts(expected).into_iter().zip(parts(got));
    let differing = pairs.filter(|(expected, got)| expected != got);
    let (expected, got): (Vec<String>, Vec<String>) = differing
        .map(|((name, expected), (_, got))| (format!("{name}: {expected}"), format!("{name}: {got}")))
        .unzip();
    (expected.join("; "), got.join("; "))
}

fn parts(answer: &Answer) -> [(&'static str, String); 6] {
    let mut warnings = answer.warnings.clone();
    warnings.sort();
    let audit = answer
        .audit_annotations
        .iter()
        .filter(|(key, _)| !FOREIGN.iter().any(|prefix| key.starts_with(prefix)));
    let audit: Vec<String> = audit
        .map(|(key, value)| format!("{key}={}", without_ids(value)))
        .collect();
    let mut calls: Vec<String> = answer.calls.iter().map(|call| show_sorted(&call.0)).collect();
    // Hooks that judge are called at the same time.
    let judging = calls
        .iter()
        .position(|call| call.contains(r#""phase":"validating""#));
    if let Some(judging) = judging.and_then(|judging| calls.get_mut(judging..)) {
        judging.sort();
    }
    [
        ("code", answer.code.to_string()),
        ("status", show_sorted(&answer.status.0)),
        ("object", show_sorted(&settled(&answer.object.0))),
        ("warnings", warnings.join("\n")),
        ("audit", audit.join("\n")),
        ("calls", calls.join("\n")),
    ]
}

/// Ids are random: the recording has a word in their place.
fn without_ids(text: &str) -> String {
    let is_id = |text: &str| {
        text.len() == 36
            && text.char_indices().all(|(at, character)| match at {
                8 | 13 | 18 | 23 => character == '-',
                _ => character.is_ascii_hexdigit(),
            })
    };
    let parts: Vec<&str> = text
        .split('"')
        .map(|part| if is_id(part) { "<uid>" } else { part })
        .collect();
    parts.join("\"")
}

/// Without what the recording leaves out, numbers as JavaScript would read them.
fn settled(object: &Value) -> Value {
    let mut object = numbers(object);
    if let Value::Map(map) = &mut object
        && let Some(Value::Map(metadata)) = map.get("metadata")
    {
        let hidden = ["uid", "resourceVersion", "creationTimestamp", "managedFields"];
        let kept: Map = metadata
            .iter()
            .filter(|(key, value)| !hidden.contains(&key.as_str()) && !same(value, &Value::Null))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        map.insert("metadata", Value::Map(kept));
    }
    object
}

/// Whole floats become integers, what 64 bits with a sign can not hold becomes a float: the server prints
/// numbers of custom resources so.
fn numbers(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(numbers).collect()),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| (key.clone(), numbers(value)));
            Value::Map(entries.collect::<Map>())
        }
        Value::UInt(_) => value.as_f64().map_or(Value::Null, Value::Float),
        Value::Float(float) if float.fract() == 0.0 => {
            let whole = format!("{float:.0}").parse();
            whole.map_or(value.clone(), Value::Int)
        }
        _ => value.clone(),
    }
}
