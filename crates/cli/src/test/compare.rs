//! An object against the one that a test expects (command line reference A1.8).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sekisho_diagnostics::Diagnostic;
use sekisho_document::json::{self, Form};
use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::resource::{self, Identity};
use sekisho_kubernetes::{Kinds, Order};

use super::case::objects_of;
use crate::load::Reader;
use crate::load::files::Input;
use crate::load::resources::{Loading, Resource};

/// What a comparison gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Compared {
    Equal,
    /// The paths that differ, and the tidied documents: as expected, as they are.
    Different(String, Box<(Value, Value)>),
    /// The file does not hold such an object, or cannot be read.
    Unreadable(String),
}

/// The files of expected objects, each read once.
#[derive(Debug)]
pub(super) struct ExpectedFiles<'r> {
    reader: &'r mut Reader,
    kinds: &'r Kinds,
    read: HashMap<PathBuf, Result<Vec<Resource>, String>>,
    /// What is said of them beside the rows.
    pub(super) said: Vec<Diagnostic>,
}

impl<'r> ExpectedFiles<'r> {
    pub(super) fn new(reader: &'r mut Reader, kinds: &'r Kinds) -> ExpectedFiles<'r> {
        ExpectedFiles {
            reader,
            kinds,
            read: HashMap::new(),
            said: Vec::new(),
        }
    }

    /// Compares an object with the one of the same identity in a file.
    pub(super) fn compare(&mut self, actual: &Value, file: &Path) -> Compared {
        if !self.read.contains_key(file) {
            let objects = self.objects(file).map_err(|diagnostic| diagnostic.message);
            self.read.insert(file.to_path_buf(), objects);
        }
        let expected = match self.read.get(file) {
            Some(Ok(objects)) => objects.as_slice(),
            Some(Err(cause)) => return Compared::Unreadable(cause.clone()),
            None => &[],
        };
        let identity: Identity = resource::identity(actual);
        match expected.iter().find(|resource| resource.identity == identity) {
            Some(expected) => with_object(actual, &expected.object),
            None => Compared::Unreadable(format!(
                "resource with name {} not found in manifest",
                identity.name
            )),
        }
    }

    fn objects(&mut self, file: &Path) -> Result<Vec<Resource>, Box<Diagnostic>> {
        let source = self.reader.source(&Input::File(file.to_path_buf()))?;
        let loading = Loading::of_resources(self.kinds, Order::KyvernoCli, &self.reader.limits);
        objects_of(&source, &loading, &mut self.said)
    }
}

fn with_object(actual_object: &Value, expected_object: &Value) -> Compared {
    let (actual, expected) = (labelled(actual_object), labelled(expected_object));
    let actual = tidied(&actual).unwrap_or_default();
    let expected = tidied(&expected).unwrap_or_default();
    let mut paths = Vec::new();
    differences(&actual, &expected, "", &mut paths);
    if paths.is_empty() {
        return Compared::Equal;
    }
    let own = |object: &Value| tidied(&without_generated(object)).unwrap_or_default();
    Compared::Different(
        paths.join(", "),
        Box::new((own(expected_object), own(actual_object))),
    )
}

/// An object without the labels of Kyverno's generator.
fn without_generated(object: &Value) -> Value {
    let mut map = object.as_map().cloned().unwrap_or_default();
    let labels = object.at(&["metadata", "labels"]).and_then(Value::as_map);
    if let (Some(labels), Some(metadata)) = (labels, object.get("metadata").and_then(Value::as_map)) {
        let kept = labels
            .iter()
            .filter(|(key, _)| !key.starts_with("generate.kyverno.io/"));
        let kept: Map = kept.map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut metadata = metadata.clone();
        metadata.insert("labels", Value::Map(kept));
        map.insert("metadata", Value::Map(metadata));
    }
    Value::Map(map)
}

/// Own labels over the one that Kyverno sets, without those of its generator.
fn labelled(object: &Value) -> Value {
    let mut labels: Map = [("app.kubernetes.io/managed-by", Value::from("kyverno"))]
        .into_iter()
        .collect();
    for (key, value) in resource::labels(object).iter() {
        if !key.starts_with("generate.kyverno.io/") {
            labels.insert(key, Value::text(value));
        }
    }
    let mut object = object.as_map().cloned().unwrap_or_default();
    let metadata = object.entry("metadata");
    let mut inner = metadata.as_map().cloned().unwrap_or_default();
    inner.insert("labels", Value::Map(labels));
    *metadata = Value::Map(inner);
    Value::Map(object)
}

/// Without null, empty maps and empty lists at any depth, which the reader has limited.
fn tidied(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::Map(map) => {
            let rest = map
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), tidied(value)?)));
            let rest: Map = rest.collect();
            (!rest.is_empty()).then_some(Value::Map(rest))
        }
        Value::List(list) => {
            let rest: List = list.iter().filter_map(tidied).collect();
            (!rest.is_empty()).then_some(Value::List(rest))
        }
        other => Some(other.clone()),
    }
}

/// Where two values differ; numbers are compared by value, lists in order.
fn differences(actual: &Value, expected: &Value, path: &str, paths: &mut Vec<String>) {
    let below = |key: &str| format!("{path}/{key}");
    match (actual, expected) {
        (Value::Map(actual), Value::Map(expected)) => {
            for (key, value) in actual {
                match expected.get(key) {
                    Some(other) => differences(value, other, &below(key), paths),
                    None => paths.push(format!("{} is not expected", below(key))),
                }
            }
            let missing = expected.keys().filter(|key| !actual.contains_key(key));
            paths.extend(missing.map(|key| format!("{} is missing", below(key))));
        }
        (Value::List(actual), Value::List(expected)) if actual.len() == expected.len() => {
            for (position, (actual, expected)) in actual.iter().zip(expected.iter()).enumerate() {
                differences(actual, expected, &below(&position.to_string()), paths);
            }
        }
        (Value::List(actual), Value::List(expected)) => paths.push(format!(
            "{path} has {} items instead of {}",
            actual.len(),
            expected.len()
        )),
        (actual, expected) => {
            let same = match (actual.as_f64(), expected.as_f64()) {
                (Some(one), Some(other)) => one == other,
                _ => actual == expected,
            };
            if !same {
                paths.push(format!(
                    "{path} is {} instead of {}",
                    json::write(actual, Form::COMPACT),
                    json::write(expected, Form::COMPACT)
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_equal_or_not() {
        let value = |text: &str| json::read(text.as_bytes(), json::Rules::GO).unwrap();
        for (actual, expected, equal) in [
            (r#"{"a": [{"n": "t", "e": {}}]}"#, r#"{"a": [{"n": "t"}]}"#, true),
            (r#"{"a": ["x", "y"]}"#, r#"{"a": ["y", "x"]}"#, false),
            (r#"{"a": 1}"#, r#"{"a": 1.0, "b": null}"#, true),
            (r#"{"a": ""}"#, r#"{}"#, false),
            (
                r#"{"metadata": {"labels": {"generate.kyverno.io/x": "1"}}}"#,
                r#"{"metadata": {}}"#,
                true,
            ),
            (
                r#"{"metadata": {"labels": {"app.kubernetes.io/managed-by": "Helm"}}}"#,
                r#"{"metadata": {}}"#,
                false,
            ),
            (r#"{"a": 1, "b": 2}"#, r#"{"a": 1}"#, false),
        ] {
            let compared = with_object(&value(actual), &value(expected));
            assert_eq!(
                compared == Compared::Equal,
                equal,
                "{actual} {expected} {compared:?}"
            );
        }
    }

    #[test]
    fn a_difference_names_its_place() {
        let value = |text: &str| json::read(text.as_bytes(), json::Rules::GO).unwrap();
        let compared = with_object(
            &value(r#"{"a": {"b": 1, "c": true}, "l": [1]}"#),
            &value(r#"{"a": {"b": 2, "d": true}, "l": [1, 2]}"#),
        );
        let expected =
            "/a/b is 1 instead of 2, /a/c is not expected, /a/d is missing, /l has 1 items instead of 2";
        assert!(matches!(compared, Compared::Different(paths, _) if paths == expected));
    }
}
