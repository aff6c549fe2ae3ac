//! Objects in another version of their kind, for policies that match an equivalent one (admission reference
//! §2.4).
//!
//! Custom resources without a webhook only change their `apiVersion`. Of the built-in kinds two are served in
//! several versions by default, with shapes that differ: they have their rows in the table. What is served
//! only if somebody asks for it, the betas of `resource.k8s.io` above all, is never an equivalent here
//! ([`sekisho_kubernetes::Kinds::equivalents`]).

use sekisho_document::{Map, Value, json};
use sekisho_kubernetes::{Gvk, Kinds, Origin, Request};

use crate::constraints::Match;

/// Reshapes an object that has its new `apiVersion` already.
type Reshape = fn(&mut Map);

/// Kinds whose versions differ in shape: kind, the versions, what to do.
const SHAPES: &[(&str, &str, &str, Reshape)] = &[
    ("Event", "events.k8s.io/v1", "v1", event_to_core),
    ("Event", "v1", "events.k8s.io/v1", event_from_core),
    (
        "HorizontalPodAutoscaler",
        "autoscaling/v1",
        "autoscaling/v2",
        scaler_to_v2,
    ),
    (
        "HorizontalPodAutoscaler",
        "autoscaling/v2",
        "autoscaling/v1",
        scaler_to_v1,
    ),
];

/// The request in the version in which it matched.
#[must_use]
pub fn convert(request: &Request, matched: &Match) -> Request {
    let convert = |object: &Value| converted(object, &request.kind, &matched.kind);
    Request {
        object: request.object.as_ref().map(convert),
        old_object: request.old_object.as_ref().map(convert),
        ..request.clone()
    }
}

/// Why an object that was changed in the version in which it matched can not become one of the request
/// again: the server only knows the way back of custom objects (admission reference §4.3).
#[must_use]
pub fn fault_of_return(request: &Request, matched: &Match, kinds: &Kinds) -> Option<String> {
    let (from, to) = (&matched.kind, &request.kind);
    let resource = kinds.find_resource(&request.resource);
    let is_custom = resource.is_some_and(|resource| resource.origin == Origin::Definition);
    if is_custom && from.group == "autoscaling" && from.kind == "Scale" {
        let version = from.api_version();
        return Some(format!(
            "request to convert CR to an invalid group/version: {version}"
        ));
    }
    if from == to || is_custom {
        return None;
    }
    let name = &from.kind;
    Some(match from.group == to.group {
        true => format!(
            "converting ({}.{name}) to ({}.{}): unknown conversion",
            from.version, to.version, to.kind
        ),
        false => format!(
            "{}.{name} is not suitable for converting to \"{}\" in scheme \"pkg/runtime/scheme.go:111\"",
            from.version,
            to.api_version()
        ),
    })
}

fn converted(object: &Value, from: &Gvk, to: &Gvk) -> Value {
    let mut object = object.clone();
    // The options of streams and objects of other kinds have nothing to convert.
    if from == to || Gvk::of(&object) != *from {
        return object;
    }
    if let Value::Map(map) = &mut object {
        map.insert("apiVersion", Value::from(to.api_version()));
        let (old, new) = (from.api_version(), to.api_version());
        let mut rows = SHAPES.iter();
        let row = rows.find(|row| row.0 == from.kind && row.1 == old && row.2 == new);
        if let Some((.., reshape)) = row {
            reshape(map);
        }
    }
    object
}

/// Fields of events that have other names in the newer group.
const EVENT_FIELDS: &[(&str, &str)] = &[
    ("count", "deprecatedCount"),
    ("firstTimestamp", "deprecatedFirstTimestamp"),
    ("involvedObject", "regarding"),
    ("lastTimestamp", "deprecatedLastTimestamp"),
    ("message", "note"),
    ("reportingComponent", "reportingController"),
    ("source", "deprecatedSource"),
];

fn event_from_core(map: &mut Map) {
    for (core, newer) in EVENT_FIELDS {
        rename(map, core, newer);
    }
}

fn event_to_core(map: &mut Map) {
    for (core, newer) in EVENT_FIELDS {
        rename(map, newer, core);
    }
}

fn rename(map: &mut Map, from: &str, to: &'static str) {
    if let Some(value) = map.remove(from) {
        map.insert(to, value);
    }
}

const CPU: &str = "targetCPUUtilizationPercentage";
const METRICS: &str = "autoscaling.alpha.kubernetes.io/metrics";
const BEHAVIOR: &str = "autoscaling.alpha.kubernetes.io/behavior";

/// The average use of the processor has a field of its own; whatever else the new version knows is kept as
/// annotations.
fn scaler_to_v1(map: &mut Map) {
    let Some(Value::Map(spec)) = map.get_mut("spec") else {
        return;
    };
    let metrics = spec.remove("metrics");
    let behavior = spec.remove("behavior");
    let mut kept = Vec::new();
    for metric in metrics.as_ref().and_then(Value::as_list).into_iter().flatten() {
        let target = metric.at(&["resource", "target"]);
        let is_cpu = metric.str_at(&["resource", "name"]) == "cpu";
        match target.and_then(|target| target.get("averageUtilization")) {
            Some(percentage) if is_cpu => {
                spec.insert(CPU, percentage.clone());
            }
            _ => kept.push(metric.clone()),
        }
    }
    if !kept.is_empty() {
        annotate(map, METRICS, &Value::List(kept.into()));
    }
    if let Some(behavior) = behavior {
        annotate(map, BEHAVIOR, &behavior);
    }
}

fn scaler_to_v2(map: &mut Map) {
    let Some(Value::Map(spec)) = map.get_mut("spec") else {
        return;
    };
    let Some(percentage) = spec.remove(CPU) else {
        return;
    };
    let entry = |pairs: Vec<(&'static str, Value)>| Value::Map(pairs.into_iter().collect());
    let target = entry(vec![
        ("type", Value::from("Utilization")),
        ("averageUtilization", percentage),
    ]);
    let resource = entry(vec![("name", Value::from("cpu")), ("target", target)]);
    let metric = entry(vec![("type", Value::from("Resource")), ("resource", resource)]);
    spec.insert("metrics", Value::List(vec![metric].into()));
}

fn annotate(map: &mut Map, key: &str, value: &Value) {
    if let Some(annotations) = part(map, "metadata").and_then(|metadata| part(metadata, "annotations")) {
        annotations.insert(key, Value::from(json::write(value, json::Form::GO)));
    }
}

/// The map under a key, made if there is none.
fn part<'m>(map: &'m mut Map, key: &str) -> Option<&'m mut Map> {
    let value = map.entry(key);
    if value.is_null() {
        *value = Value::Map(Map::new());
    }
    match value {
        Value::Map(map) => Some(map),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value {
        json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
    }

    #[test]
    fn objects_change_their_version_and_where_it_must_be_their_shape() {
        for (object, to, expected) in [
            (
                r#"{"apiVersion": "x.io/v1", "kind": "W", "spec": {"a": 1}}"#,
                Gvk::new("x.io", "v2", "W"),
                r#"{"apiVersion": "x.io/v2", "kind": "W", "spec": {"a": 1}}"#,
            ),
            (
                r#"{"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "spec": {"metrics": [
                    {"resource": {"name": "cpu", "target": {"averageUtilization": 60}}}, {"type": "Pods"}]}}"#,
                Gvk::new("autoscaling", "v1", "HorizontalPodAutoscaler"),
                r#"{"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "spec": {"targetCPUUtilizationPercentage": 60},
                    "metadata": {"annotations": {"autoscaling.alpha.kubernetes.io/metrics": "[{\"type\":\"Pods\"}]"}}}"#,
            ),
            (
                r#"{"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "spec": {"targetCPUUtilizationPercentage": 60}}"#,
                Gvk::new("autoscaling", "v2", "HorizontalPodAutoscaler"),
                r#"{"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "spec": {"metrics": [{"type": "Resource",
                    "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}}}]}}"#,
            ),
            (
                r#"{"apiVersion": "v1", "kind": "Event", "message": "a", "source": {}, "reason": "b"}"#,
                Gvk::new("events.k8s.io", "v1", "Event"),
                r#"{"apiVersion": "events.k8s.io/v1", "kind": "Event", "note": "a", "deprecatedSource": {}, "reason": "b"}"#,
            ),
            (
                r#"{"apiVersion": "events.k8s.io/v1", "kind": "Event", "note": "a", "regarding": {}}"#,
                Gvk::new("", "v1", "Event"),
                r#"{"apiVersion": "v1", "kind": "Event", "message": "a", "involvedObject": {}}"#,
            ),
            (
                r#"{"apiVersion": "v1", "kind": "PodExecOptions"}"#,
                Gvk::new("", "v2", "Pod"),
                r#"{"apiVersion": "v1", "kind": "PodExecOptions"}"#,
            ),
        ] {
            let object = read(object);
            let from = match to.kind.as_str() {
                "Pod" => Gvk::new("", "v1", "Pod"),
                _ => Gvk::of(&object),
            };
            assert_eq!(converted(&object, &from, &to), read(expected));
        }
    }
}
