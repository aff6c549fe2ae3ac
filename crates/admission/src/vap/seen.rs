//! What the expressions of a policy are told about a request (admission reference §3.7).

use sekisho_document::{Map, Value};
use sekisho_kubernetes::{Gvk, Gvr, Request, Requested, Schema};

use super::nil;
use crate::constraints::Match;

/// The documents behind `object`, `oldObject`, `request` and `namespaceObject`.
#[derive(Debug, Clone)]
pub struct Seen {
    pub object: Value,
    pub old_object: Value,
    /// As validations see it: in the version that was matched.
    pub request: Value,
    /// As match conditions see it: the resource is always the one the client asked for.
    pub condition_request: Value,
    /// Null for objects of the cluster and for namespaces.
    pub namespace: Value,
}

impl Seen {
    /// What is seen of a request that matched in some version; its objects are in that version.
    #[must_use]
    pub fn of(request: &Request, matched: &Match, schema: &Schema, namespace: Option<&Value>) -> Seen {
        let told = told(request, matched);
        let condition_request = match matched.resource == request.resource {
            true => told.clone(),
            false => told_as(request, &matched.kind, &request.resource),
        };
        let view = |object: Option<&Value>| object.map(|object| go_view(schema, object)).unwrap_or_default();
        Seen {
            object: view(request.object.as_ref()),
            old_object: view(request.old_object.as_ref()),
            request: told,
            condition_request,
            namespace: namespace.map(namespace_view).unwrap_or_default(),
        }
    }
}

/// An object as expressions see it.
fn go_view(schema: &Schema, object: &Value) -> Value {
    let kind = Gvk::of(object);
    let view = schema.go_view(object, &kind);
    match schema.find(&kind) {
        Some(structure) => nil::filled(schema, structure, view),
        None => view,
    }
}

fn told(request: &Request, matched: &Match) -> Value {
    told_as(request, &matched.kind, &matched.resource)
}

/// The request without its objects, as one for a version.
fn told_as(request: &Request, kind: &Gvk, resource: &Gvr) -> Value {
    let told = Request {
        kind: kind.clone(),
        resource: resource.clone(),
        requested: Some(Requested {
            kind: request.requested_kind().clone(),
            resource: request.requested_resource().clone(),
            subresource: request.requested_subresource().into(),
        }),
        object: None,
        old_object: None,
        ..request.clone()
    };
    let mut value = told.to_value();
    if let Value::Map(map) = &mut value {
        for hidden in ["uid", "object", "oldObject"] {
            map.remove(hidden);
        }
    }
    value
}

/// The fields of metadata that are shown.
const METADATA: [&str; 12] = [
    "annotations",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generateName",
    "generation",
    "labels",
    "name",
    "namespace",
    "resourceVersion",
    "uid",
];

fn namespace_view(namespace: &Value) -> Value {
    let metadata = namespace.get("metadata").and_then(Value::as_map);
    let metadata: Map = metadata
        .into_iter()
        .flatten()
        .filter(|(key, _)| METADATA.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let part = |name: &str| namespace.get(name).cloned().unwrap_or(Value::Map(Map::new()));
    let parts = [
        ("metadata", Value::Map(metadata)),
        ("spec", part("spec")),
        ("status", part("status")),
    ];
    Value::Map(parts.into_iter().collect())
}
