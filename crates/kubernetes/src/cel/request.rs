//! What `request` and `namespaceObject` are: plain maps, as the API server prints its own types
//! (reference §7).

use sekisho_document::{Map, Text, Value};

use crate::{Gvk, Gvr, Request, User};

/// The value of `request`. What is empty is absent; `uid`, `object` and `oldObject` are there, but empty.
#[must_use]
pub fn request(request: &Request) -> Value {
    let mut made = Map::new();
    made.insert("uid", Value::from(""));
    made.insert("kind", kind(&request.kind));
    made.insert("resource", resource(&request.resource));
    insert_text(&mut made, "subResource", &request.subresource);
    made.insert("requestKind", kind(request.requested_kind()));
    made.insert("requestResource", resource(request.requested_resource()));
    insert_text(&mut made, "requestSubResource", request.requested_subresource());
    insert_text(&mut made, "name", &request.name);
    insert_text(&mut made, "namespace", &request.namespace);
    made.insert("operation", Value::from(request.operation.as_str()));
    made.insert("userInfo", request.user.as_ref().map_or_else(empty, user));
    made.insert("object", Value::Null);
    made.insert("oldObject", Value::Null);
    made.insert("dryRun", Value::Bool(request.dry_run));
    made.insert("options", request.options.clone());
    Value::Map(made)
}

/// The value of `namespaceObject`, from the object as it is stored: only some of its metadata, but always
/// `spec` and `status`.
#[must_use]
pub fn namespace(namespace: &Value) -> Value {
    const KEPT: &[&str] = &[
        "name",
        "generateName",
        "namespace",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "labels",
        "annotations",
        "finalizers",
    ];
    let mut metadata = Map::new();
    for key in KEPT {
        let value = namespace.at(&["metadata", key]).filter(|value| !is_empty(value));
        if let Some(value) = value {
            metadata.insert(*key, value.clone());
        }
    }
    let part = |key: &str| namespace.get(key).filter(|it| it.as_map().is_some()).cloned();
    let mut made = Map::new();
    made.insert("metadata", Value::Map(metadata));
    made.insert("spec", part("spec").unwrap_or_else(empty));
    made.insert("status", part("status").unwrap_or_else(empty));
    Value::Map(made)
}

fn empty() -> Value {
    Value::Map(Map::new())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => false,
    }
}

fn insert_text(map: &mut Map, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key, Value::from(text));
    }
}

fn texts<'t>(entries: impl IntoIterator<Item = (&'t str, &'t Text)>) -> Value {
    let entries = entries.into_iter();
    Value::Map(
        entries
            .map(|(key, text)| (Text::new(key), Value::from(text.clone())))
            .collect(),
    )
}

fn kind(kind: &Gvk) -> Value {
    texts([
        ("group", &kind.group),
        ("version", &kind.version),
        ("kind", &kind.kind),
    ])
}

fn resource(resource: &Gvr) -> Value {
    texts([
        ("group", &resource.group),
        ("version", &resource.version),
        ("resource", &resource.resource),
    ])
}

fn user(user: &User) -> Value {
    let list = |texts: &[Text]| {
        let items: Vec<Value> = texts.iter().cloned().map(Value::from).collect();
        Value::List(items.into())
    };
    let mut made = Map::new();
    insert_text(&mut made, "username", &user.name);
    insert_text(&mut made, "uid", &user.uid);
    if !user.groups.is_empty() {
        made.insert("groups", list(&user.groups));
    }
    if !user.extra.is_empty() {
        let extra = user.extra.iter().map(|(key, values)| (key.clone(), list(values)));
        made.insert("extra", Value::Map(extra.collect()));
    }
    Value::Map(made)
}
