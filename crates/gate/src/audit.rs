//! What admission leaves in the audit log (admission reference §1.16).

use std::collections::BTreeMap;

use sekisho_document::{Keys, Map, Text, Value, json};

/// Annotations of one request. A key is written once: a second value of it is dropped.
#[derive(Debug, Clone, Default)]
pub(crate) struct Audit(BTreeMap<String, String>);

const MUTATION: &str = "mutation.webhook.admission.k8s.io";
const PATCH: &str = "patch.webhook.admission.k8s.io";
const FAILED_OPEN: [&str; 2] = [
    "failed-open.mutation.webhook.admission.k8s.io",
    "failed-open.validating.webhook.admission.k8s.io",
];

/// Where in the order a hook was called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) round: usize,
    pub(crate) index: usize,
}

impl Turn {
    fn key(self, prefix: &str) -> String {
        format!("{prefix}/round_{}_index_{}", self.round, self.index)
    }
}

impl Audit {
    pub(crate) fn add(&mut self, key: String, value: String) {
        self.0.entry(key).or_insert(value);
    }

    /// What the answer of a hook says for the log. Keys that are no qualified names are dropped.
    pub(crate) fn of_hook(&mut self, hook: &str, annotations: &[(Text, Text)]) {
        for (key, value) in annotations {
            let key = format!("{hook}/{key}");
            if sekisho_kubernetes::validation::label_key(&key).is_empty() {
                self.add(key, value.to_string());
            }
        }
    }

    pub(crate) fn mutation(&mut self, turn: Turn, configuration: &Text, hook: &Text, has_changed: bool) {
        let value = object([
            ("configuration", Value::from(configuration.clone())),
            ("webhook", Value::from(hook.clone())),
            ("mutated", Value::Bool(has_changed)),
        ]);
        self.add(turn.key(MUTATION), value);
    }

    pub(crate) fn patch(&mut self, turn: Turn, configuration: &Text, hook: &Text, patch: &Value) {
        let value = object([
            ("configuration", Value::from(configuration.clone())),
            ("webhook", Value::from(hook.clone())),
            ("patch", sorted_members(patch)),
            ("patchType", Value::from("JSONPatch")),
        ]);
        self.add(turn.key(PATCH), value);
    }

    pub(crate) fn failed_open_mutation(&mut self, turn: Turn, hook: &str) {
        let [mutation, _] = FAILED_OPEN;
        self.add(turn.key(mutation), hook.to_owned());
    }

    pub(crate) fn failed_open_validation(&mut self, turn: Turn, hook: &str) {
        let [_, validating] = FAILED_OPEN;
        self.add(turn.key(validating), hook.to_owned());
    }

    pub(crate) fn finish(self) -> Vec<(String, String)> {
        self.0.into_iter().collect()
    }
}

/// The server holds an operation as a map of texts: its members are sorted, what they hold stays as it was
/// sent.
fn sorted_members(patch: &Value) -> Value {
    let sorted = |operation: &Value| match operation {
        Value::Map(members) => {
            let members: BTreeMap<_, _> = members.iter().collect();
            let members = members.into_iter();
            Value::Map(members.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        other => other.clone(),
    };
    match patch {
        Value::List(list) => Value::List(list.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> String {
    let map: Map = fields.into_iter().collect();
    let form = json::Form {
        keys: Keys::AsTheyCome,
        ..json::Form::GO
    };
    json::write(&Value::Map(map), form)
}
