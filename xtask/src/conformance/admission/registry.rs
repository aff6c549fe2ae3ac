//! What the server makes of an object, with the values that only it can choose (schema reference §4.1).
//!
//! The recording stands in for priorities of classes and for addresses that the server chooses.

use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::schema::{Shape, Structure};
use sekisho_kubernetes::{Gvk, Schema};

use super::row::Call;

/// An object as it is stored, and whether the recording had to say a part of it.
pub(super) struct Accepted {
    pub(super) object: Value,
    pub(super) stood_in: bool,
}

/// A new object.
pub(super) fn created(
    sent: &Value,
    kind: &Gvk,
    namespace: &str,
    recorded: Option<&Value>,
    schema: &Schema,
) -> Accepted {
    let decoded = schema.default(sent, kind);
    let mut object = schema.created(&schema.admitted(&decoded, kind), kind, namespace);
    let mut stood_in = chosen_priority(&mut object, kind, recorded);
    match (kind.group.as_str(), kind.kind.as_str()) {
        ("batch", "Job") => owned_job(&mut object),
        ("", "Service") => {
            addressed(&mut object, recorded);
            stood_in = recorded.is_some();
        }
        _ => {}
    }
    Accepted { object, stood_in }
}

/// An object that is changed, or a part of it.
pub(super) fn updated(
    sent: &Value,
    old: &Value,
    call: &Call,
    kind: &Gvk,
    recorded: Option<&Value>,
    schema: &Schema,
) -> Accepted {
    let mut object = schema.default(sent, kind);
    let part = |value: &Value, key: &str| value.get(key).cloned().unwrap_or_default();
    let mut stood_in = false;
    match call.subresource.as_str() {
        "status" => {
            let quality = old
                .at(&["status", "qosClass"])
                .cloned()
                .filter(|_| kind.kind == "Pod");
            set(&mut object, &["spec"], part(old, "spec"));
            if kind.kind == "Deployment"
                && let Some(labels) = old.at(&["metadata", "labels"])
            {
                set(&mut object, &["metadata", "labels"], labels.clone());
            }
            if let Some(quality) = quality {
                set(&mut object, &["status", "qosClass"], quality);
            }
        }
        "ephemeralcontainers" => {
            let added = object
                .at(&["spec", "ephemeralContainers"])
                .cloned()
                .unwrap_or_default();
            object = old.clone();
            set(&mut object, &["spec", "ephemeralContainers"], added);
        }
        // The finalizers of a namespace are a part of it that only its own subresource changes.
        "" if kind.group.is_empty() && kind.kind == "Namespace" => {
            set(&mut object, &["spec"], part(old, "spec"));
            set(&mut object, &["status"], part(old, "status"));
        }
        "scale" => {}
        _ => {
            object = schema.admitted(&object, kind);
            stood_in = chosen_priority(&mut object, kind, recorded);
            if old.get("status").is_some() {
                set(&mut object, &["status"], part(old, "status"));
            }
        }
    }
    if counts(old) && kind.kind != "Scale" {
        let generation = old
            .at(&["metadata", "generation"])
            .and_then(Value::as_i64)
            .unwrap_or(1);
        let annotations = |value: &Value| value.at(&["metadata", "annotations"]).cloned();
        let counts_annotations = kind.kind == "Deployment";
        let changed = part(&object, "spec") != part(old, "spec")
            || (counts_annotations && annotations(&object) != annotations(old));
        set(
            &mut object,
            &["metadata", "generation"],
            Value::Int(generation + i64::from(changed)),
        );
    }
    Accepted { object, stood_in }
}

/// A stored object as it is printed: storing does not keep empty lists apart from absent ones.
pub(super) fn printed(object: &Value, kind: &Gvk, schema: &Schema) -> Value {
    match schema.find(kind) {
        Some(structure) if structure.is_go => part_printed(object, structure, schema),
        _ => object.clone(),
    }
}

fn part_printed(object: &Value, structure: &Structure, schema: &Schema) -> Value {
    let Value::Map(map) = object else {
        return object.clone();
    };
    let print = |(key, value): (&Text, &Value)| {
        let shape = structure.field(key).map(|field| &field.ty.shape);
        let value = match (shape, value) {
            (Some(Shape::List(..)), Value::List(list)) if list.is_empty() => Value::Null,
            (Some(Shape::List(item, _)), Value::List(list)) => match &item.shape {
                Shape::Structure(id) => {
                    let structure = schema.structure(*id);
                    Value::List(
                        list.iter()
                            .map(|item| part_printed(item, structure, schema))
                            .collect(),
                    )
                }
                _ => value.clone(),
            },
            (Some(Shape::Structure(id)), value) => part_printed(value, schema.structure(*id), schema),
            _ => value.clone(),
        };
        (key.clone(), value)
    };
    Value::Map(map.iter().map(print).collect())
}

/// Whether changes of a kind are counted.
fn counts(old: &Value) -> bool {
    old.at(&["metadata", "generation"]).is_some()
}

/// The priority of a class of the cluster; says whether the recording had to tell.
fn chosen_priority(object: &mut Value, kind: &Gvk, recorded: Option<&Value>) -> bool {
    let is_pod = kind.group.is_empty() && kind.kind == "Pod";
    if !is_pod || object.at(&["spec", "priority"]).is_some() {
        return false;
    }
    for key in ["priority", "preemptionPolicy"] {
        if let Some(value) = recorded.and_then(|recorded| recorded.at(&["spec", key])) {
            set(object, &["spec", key], value.clone());
        }
    }
    recorded.is_some()
}

/// Addresses and ports of a Service; which ones only the server knows.
fn addressed(object: &mut Value, recorded: Option<&Value>) {
    if object.str_at(&["spec", "type"]) == "ExternalName" {
        return;
    }
    for key in ["clusterIP", "clusterIPs", "healthCheckNodePort"] {
        if let Some(value) = recorded.and_then(|recorded| recorded.at(&["spec", key])) {
            set(object, &["spec", key], value.clone());
        }
    }
    let chosen = recorded.and_then(|recorded| recorded.at(&["spec", "ports"])?.as_list());
    let chosen: Vec<Option<Value>> = chosen
        .into_iter()
        .flatten()
        .map(|port| port.get("nodePort").cloned())
        .collect();
    if let Value::Map(map) = object
        && let Value::Map(spec) = map.entry("spec")
        && let Some(Value::List(ports)) = spec.get_mut("ports")
    {
        for (port, chosen) in ports.edit().iter_mut().zip(chosen) {
            if let (Value::Map(port), Some(chosen)) = (port, chosen) {
                port.insert("nodePort", chosen);
            }
        }
    }
}

/// A Job marks its Pods with its own uid.
fn owned_job(object: &mut Value) {
    if object.at(&["spec", "manualSelector"]) == Some(&Value::Bool(true)) {
        return;
    }
    const LABELS: [&str; 2] = ["batch.kubernetes.io/controller-uid", "controller-uid"];
    let of_template = object.at(&["spec", "template", "metadata", "labels"]).cloned();
    let taken = object.at(&["metadata", "labels"]) == of_template.as_ref();
    set(object, &["spec", "manualSelector"], Value::Bool(false));
    set(
        object,
        &["spec", "selector", "matchLabels", LABELS[0]],
        Value::from("<uid>"),
    );
    for key in LABELS {
        set(
            object,
            &["spec", "template", "metadata", "labels", key],
            Value::from("<uid>"),
        );
        if taken {
            set(object, &["metadata", "labels", key], Value::from("<uid>"));
        }
    }
}

pub(super) fn set(object: &mut Value, path: &[&str], value: Value) {
    let Some((key, rest)) = path.split_first() else {
        *object = value;
        return;
    };
    if !matches!(object, Value::Map(_)) {
        *object = Value::Map(Map::new());
    }
    if let Value::Map(map) = object {
        set(map.entry(key), rest, value);
    }
}
