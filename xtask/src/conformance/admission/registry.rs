//! What the server's registry makes of an object after it was decoded (schema reference §4.1): generation,
//! initial status, finalizers, values that it chooses.
//!
//! The recording stands in for priorities of classes and for addresses that the server chooses.

use sekisho_document::{List, Map, Text, Value};
use sekisho_kubernetes::schema::{Shape, Structure};
use sekisho_kubernetes::{Gvk, Schema};

use super::row::Call;

/// An object as it is stored, and whether the recording had to say a part of it.
pub(super) struct Accepted {
    pub(super) object: Value,
    pub(super) stood_in: bool,
}

/// What a kind starts with: its group, its name, whether changes are counted, its status as JSON.
type Start = (&'static str, &'static str, bool, Option<&'static str>);

const STARTS: &[Start] = &[
    ("", "Namespace", false, Some(r#"{"phase": "Active"}"#)),
    (
        "",
        "PersistentVolumeClaim",
        false,
        Some(r#"{"phase": "Pending"}"#),
    ),
    ("", "Pod", true, None),
    ("", "PodTemplate", true, None),
    ("", "ReplicationController", true, Some(r#"{"replicas": 0}"#)),
    ("", "Service", false, Some(r#"{"loadBalancer": {}}"#)),
    (
        "apps",
        "DaemonSet",
        true,
        Some(
            r#"{"currentNumberScheduled": 0, "numberMisscheduled": 0, "desiredNumberScheduled": 0, "numberReady": 0}"#,
        ),
    ),
    ("apps", "Deployment", true, Some("{}")),
    ("apps", "ReplicaSet", true, Some(r#"{"replicas": 0}"#)),
    (
        "apps",
        "StatefulSet",
        true,
        Some(r#"{"replicas": 0, "availableReplicas": 0}"#),
    ),
    (
        "autoscaling",
        "HorizontalPodAutoscaler",
        true,
        Some(r#"{"desiredReplicas": 0, "currentMetrics": null}"#),
    ),
    ("batch", "CronJob", true, Some("{}")),
    ("batch", "Job", true, Some("{}")),
    (
        "networking.k8s.io",
        "Ingress",
        true,
        Some(r#"{"loadBalancer": {}}"#),
    ),
    ("networking.k8s.io", "IngressClass", true, None),
    ("networking.k8s.io", "NetworkPolicy", true, None),
    (
        "policy",
        "PodDisruptionBudget",
        true,
        Some(r#"{"disruptionsAllowed": 0, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0}"#),
    ),
    ("scheduling.k8s.io", "PriorityClass", true, None),
];

/// A new object.
pub(super) fn created(sent: &Value, kind: &Gvk, recorded: Option<&Value>, schema: &Schema) -> Accepted {
    let mut object = schema.default(sent, kind);
    let start = start_of(kind);
    let is_custom = schema.find(kind).is_some_and(|structure| !structure.is_go);
    if start.is_some_and(|(_, _, counts, _)| *counts) || is_custom {
        set(&mut object, &["metadata", "generation"], Value::Int(1));
    }
    if let Some((_, _, _, Some(status))) = start {
        set(&mut object, &["status"], json(status));
    }
    match (kind.group.as_str(), kind.kind.as_str()) {
        ("", "Namespace") => set(&mut object, &["spec", "finalizers"], texts(&["kubernetes"])),
        ("", "PersistentVolumeClaim") => {
            set(
                &mut object,
                &["metadata", "finalizers"],
                texts(&["kubernetes.io/pvc-protection"]),
            );
        }
        ("batch", "Job") => owned_job(&mut object),
        ("", "Service") => addressed(&mut object, recorded),
        ("", "Pod") => {
            set(&mut object, &["status"], json(r#"{"phase": "Pending"}"#));
            let quality = Value::from(quality_of(&object));
            set(&mut object, &["status", "qosClass"], quality);
        }
        _ => {}
    }
    let is_service = kind.group.is_empty() && kind.kind == "Service";
    let stood_in = let_plugins_add(&mut object, kind, recorded) || (is_service && recorded.is_some());
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
    let is_custom = schema.find(kind).is_some_and(|structure| !structure.is_go);
    let mut stood_in = false;
    match call.subresource.as_str() {
        "status" => {
            let quality = old
                .at(&["status", "qosClass"])
                .cloned()
                .filter(|_| kind.kind == "Pod");
            set(&mut object, &["spec"], part(old, "spec"));
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
        "scale" => {}
        _ => {
            stood_in = let_plugins_add(&mut object, kind, recorded);
            if old.get("status").is_some() {
                set(&mut object, &["status"], part(old, "status"));
            }
        }
    }
    let counts = start_of(kind).is_some_and(|(_, _, counts, _)| *counts) || is_custom;
    if counts && kind.kind != "Scale" {
        let generation = old
            .at(&["metadata", "generation"])
            .and_then(Value::as_i64)
            .unwrap_or(1);
        let changed = part(&object, "spec") != part(old, "spec");
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

fn start_of(kind: &Gvk) -> Option<&'static Start> {
    STARTS
        .iter()
        .find(|(group, name, ..)| *group == kind.group && *name == kind.kind)
}

/// What plugins add to a Pod: tolerations of nodes that are not ready, and the numbers of its priority; says
/// whether the recording had to tell.
fn let_plugins_add(object: &mut Value, kind: &Gvk, recorded: Option<&Value>) -> bool {
    if kind.kind != "Pod" || !kind.group.is_empty() {
        return false;
    }
    let tolerations = object.at(&["spec", "tolerations"]).and_then(Value::as_list);
    let mut tolerations: Vec<Value> = tolerations.into_iter().flatten().cloned().collect();
    for key in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
        if !tolerations.iter().any(|toleration| tolerates(toleration, key)) {
            let text = format!(
                r#"{{"key": "{key}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}}"#
            );
            tolerations.push(json(&text));
        }
    }
    set(
        object,
        &["spec", "tolerations"],
        Value::List(List::from(tolerations)),
    );
    let class = object.str_at(&["spec", "priorityClassName"]).to_owned();
    let priority = match class.as_str() {
        "" => Some(0),
        "system-cluster-critical" => Some(2_000_000_000),
        "system-node-critical" => Some(2_000_001_000),
        _ => None,
    };
    if let Some(priority) = priority {
        set(object, &["spec", "priority"], Value::Int(priority));
        set(
            object,
            &["spec", "preemptionPolicy"],
            Value::from("PreemptLowerPriority"),
        );
        return false;
    }
    for key in ["priority", "preemptionPolicy"] {
        if let Some(value) = recorded.and_then(|recorded| recorded.at(&["spec", key])) {
            set(object, &["spec", key], value.clone());
        }
    }
    recorded.is_some()
}

/// Whether a Pod tolerates a taint that drives it out.
fn tolerates(toleration: &Value, key: &str) -> bool {
    let of_key = match toleration.str_at(&["key"]) {
        "" => toleration.str_at(&["operator"]) == "Exists",
        other => other == key,
    };
    of_key && matches!(toleration.str_at(&["effect"]), "" | "NoExecute")
}

/// Addresses and ports of a Service; which ones only the server knows.
fn addressed(object: &mut Value, recorded: Option<&Value>) {
    if object.str_at(&["spec", "type"]) == "ExternalName" {
        return;
    }
    let is_headless = object.str_at(&["spec", "clusterIP"]) == "None";
    let has_selector = object
        .at(&["spec", "selector"])
        .and_then(Value::as_map)
        .is_some_and(|map| !map.is_empty());
    let (families, policy) = match is_headless && !has_selector {
        true => (texts(&["IPv4", "IPv6"]), "RequireDualStack"),
        false => (texts(&["IPv4"]), "SingleStack"),
    };
    set_if_absent(object, &["spec", "ipFamilies"], families);
    set_if_absent(object, &["spec", "ipFamilyPolicy"], Value::from(policy));
    if is_headless {
        set_if_absent(object, &["spec", "clusterIPs"], texts(&["None"]));
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

/// A Job marks its Pods with its own uid and name.
fn owned_job(object: &mut Value) {
    let name = object.str_at(&["metadata", "name"]).to_owned();
    if object.at(&["spec", "manualSelector"]) != Some(&Value::Bool(true)) {
        set(object, &["spec", "manualSelector"], Value::Bool(false));
        set(
            object,
            &[
                "spec",
                "selector",
                "matchLabels",
                "batch.kubernetes.io/controller-uid",
            ],
            Value::from("<uid>"),
        );
        for (key, value) in [
            ("batch.kubernetes.io/controller-uid", "<uid>"),
            ("batch.kubernetes.io/job-name", &name),
            ("controller-uid", "<uid>"),
            ("job-name", &name),
        ] {
            set(
                object,
                &["spec", "template", "metadata", "labels", key],
                Value::from(value),
            );
        }
    }
    let labels = object.at(&["spec", "template", "metadata", "labels"]).cloned();
    let has_labels = object
        .at(&["metadata", "labels"])
        .and_then(Value::as_map)
        .is_some_and(|map| !map.is_empty());
    if let Some(labels) = labels.filter(|_| !has_labels) {
        set(object, &["metadata", "labels"], labels);
    }
}

/// The quality of service that requests and limits of processor and memory give.
fn quality_of(pod: &Value) -> &'static str {
    let containers = ["containers", "initContainers"];
    let lists = containers
        .iter()
        .filter_map(|key| pod.at(&["spec", key])?.as_list());
    let containers: Vec<&Value> = lists.flatten().collect();
    let part = |container: &Value, side: &str, name: &str| container.at(&["resources", side, name]).cloned();
    let names = ["cpu", "memory"];
    let has_any = containers.iter().any(|container| {
        let sides = ["requests", "limits"];
        sides
            .iter()
            .any(|side| names.iter().any(|name| part(container, side, name).is_some()))
    });
    let is_fixed = containers.iter().all(|container| {
        names.iter().all(|name| {
            let limit = part(container, "limits", name);
            limit.is_some() && limit == part(container, "requests", name)
        })
    });
    match (has_any, is_fixed) {
        (false, _) => "BestEffort",
        (true, true) => "Guaranteed",
        (true, false) => "Burstable",
    }
}

fn set(object: &mut Value, path: &[&str], value: Value) {
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

fn set_if_absent(object: &mut Value, path: &[&str], value: Value) {
    if object.at(path).is_none_or(Value::is_null) {
        set(object, path, value);
    }
}

fn texts(texts: &[&str]) -> Value {
    Value::List(texts.iter().map(|text| Value::from(*text)).collect::<List>())
}

fn json(text: &str) -> Value {
    sekisho_document::json::read(text.as_bytes(), sekisho_document::json::Rules::KUBERNETES)
        .unwrap_or_default()
}
