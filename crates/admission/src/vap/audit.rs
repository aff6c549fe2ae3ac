//! What a request leaves in the audit log (admission reference §3.9).

use std::collections::BTreeMap;

use sekisho_document::{List, Map, Text, Value, json};

use super::plan::{Action, Binding};

const FAILURES: &str = "validation.policy.admission.k8s.io/validation_failure";

/// How many failures are told.
const MOST_FAILURES: usize = 50;

/// The longest value of an annotation, in bytes.
const LONGEST: usize = 10 * 1024;

/// Annotations, collected over all policies.
#[derive(Debug, Clone, Default)]
pub(super) struct Audit {
    failures: Vec<Value>,
    annotations: BTreeMap<String, Vec<String>>,
}

impl Audit {
    pub(super) fn fail(&mut self, policy: &str, binding: &Binding, position: usize, message: &str) {
        if self.failures.len() == MOST_FAILURES {
            return;
        }
        let actions: List = binding
            .actions
            .iter()
            .map(|action: &Action| Value::from(action.as_str()))
            .collect();
        let entry = [
            ("message", Value::from(message)),
            ("policy", Value::from(policy)),
            ("binding", Value::from(binding.name.clone())),
            (
                "expressionIndex",
                Value::Int(i64::try_from(position).unwrap_or(i64::MAX)),
            ),
            ("validationActions", Value::List(actions)),
        ];
        self.failures.push(Value::Map(entry.into_iter().collect::<Map>()));
    }

    /// Adds a value of an annotation; the same value counts once.
    pub(super) fn annotate(&mut self, policy: &str, key: &Text, value: &str) {
        let key = format!("{policy}/{key}");
        let value = value
            .get(..value.floor_char_boundary(LONGEST))
            .unwrap_or(value)
            .to_owned();
        let values = self.annotations.entry(key).or_default();
        if !values.contains(&value) {
            values.push(value);
        }
    }

    /// All annotations, sorted by key.
    pub(super) fn finish(self) -> Vec<(String, String)> {
        let mut finished: Vec<(String, String)> = self
            .annotations
            .into_iter()
            .map(|(key, values)| (key, values.join(", ")))
            .collect();
        if !self.failures.is_empty() {
            let form = json::Form {
                keys: sekisho_document::Keys::AsTheyCome,
                ..json::Form::GO
            };
            let list = Value::List(self.failures.into_iter().collect());
            finished.push((FAILURES.to_owned(), json::write(&list, form)));
        }
        finished.sort();
        finished
    }
}
