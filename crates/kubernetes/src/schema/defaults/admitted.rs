//! What the admission plugins that are on by default do to a pod that is created, as far as it follows from
//! the pod alone (schema reference §4.1, pods on creation).

use sekisho_document::{List, Map, Value, json};

use super::super::Schema;
use super::{DEPTH, Rule, Stage, edit, fill};
use crate::Gvk;

pub(super) const RULES: &[Rule] = &[Rule {
    of: ("core/v1", "Pod"),
    stage: Stage::Admitted,
    more: Some(|pod| {
        edit(pod, "spec", |spec| {
            priority(spec);
            tolerations(spec);
        });
    }),
    ..Rule::USUAL
}];

impl Schema {
    /// A decoded object that is created, as mutating policies and webhooks see it: after the plugins that need
    /// to know nothing of the cluster.
    #[must_use]
    pub fn admitted(&self, object: &Value, kind: &Gvk) -> Value {
        let (Value::Map(map), Some(structure)) = (object, self.find(kind)) else {
            return object.clone();
        };
        match self.apply(structure, map, Stage::Admitted, DEPTH) {
            Some(map) => Value::Map(map),
            None => object.clone(),
        }
    }
}

/// The classes that every cluster has, with their priorities.
const CLASSES: [(&str, i64); 2] = [
    ("system-cluster-critical", 2_000_000_000),
    ("system-node-critical", 2_000_001_000),
];

/// Of a class that is not known here, a pod waits for its priority.
fn priority(spec: &mut Map) {
    let class = super::text(spec, "priorityClassName");
    let known = CLASSES.iter().find(|(name, _)| *name == class);
    let priority = match known {
        Some((_, priority)) => *priority,
        None if class.is_empty() => 0,
        None => return,
    };
    fill(spec, "priority", || Value::Int(priority));
    fill(spec, "preemptionPolicy", || Value::text("PreemptLowerPriority"));
}

/// A pod stays for five minutes on a node that is not ready or not reachable, unless it says otherwise.
fn tolerations(spec: &mut Map) {
    for key in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
        let list = match spec.get("tolerations") {
            Some(Value::List(list)) => list.clone(),
            _ => List::new(),
        };
        let says = |toleration: &Value| {
            let own = toleration.str_at(&["key"]);
            let every = own.is_empty() && toleration.str_at(&["operator"]) == "Exists";
            let effect = toleration.str_at(&["effect"]);
            (own == key || every) && (effect.is_empty() || effect == "NoExecute")
        };
        if list.iter().any(says) {
            continue;
        }
        let mut list = list;
        let text = format!(
            r#"{{"key": "{key}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}}"#
        );
        let toleration = json::read(text.as_bytes(), json::Rules::KUBERNETES);
        list.edit().extend(toleration.ok());
        spec.insert("tolerations", Value::List(list));
    }
}
