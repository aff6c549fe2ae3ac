//! The value of `request`: the admission request as JSON, empty fields left out.

use sekisho_document::{Map, Numbers, Value};
use sekisho_kubernetes::{Gvk, Gvr, Request, User};

/// Whether `request` holds the objects too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objects {
    /// As in Kyverno's own kinds. They went through JSON, so whole numbers are whole.
    Included,
    /// As the API server gives it.
    LeftOut,
}

/// The request as expressions see it (CEL policies reference §9.3).
#[must_use]
pub fn document(request: &Request, objects: Objects) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| {
        let is_empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Map(map) => map.is_empty() && key != "userInfo",
            _ => false,
        };
        if !is_empty {
            map.insert(key, value);
        }
    };
    put("kind", kind(&request.kind));
    put("resource", resource(&request.resource));
    put("subResource", Value::from(request.subresource.clone()));
    put("requestKind", kind(request.requested_kind()));
    put("requestResource", resource(request.requested_resource()));
    put("requestSubResource", Value::from(request.requested_subresource()));
    put("name", Value::from(request.name.clone()));
    put("namespace", Value::from(request.namespace.clone()));
    put("operation", Value::from(request.operation.as_str()));
    put("userInfo", user(request.user.as_ref()));
    put("dryRun", Value::Bool(request.dry_run));
    if objects == Objects::Included {
        put("uid", Value::from(request.uid.clone()));
        let whole = |object: &Option<Value>| {
            let object = object.clone().unwrap_or_default();
            object.renumber(Numbers::AsWritten)
        };
        put("object", whole(&request.object));
        put("oldObject", whole(&request.old_object));
        put("options", request.options.clone());
    } else if !request.options.is_null() {
        put("options", request.options.clone());
    }
    Value::Map(map)
}

fn kind(kind: &Gvk) -> Value {
    texts([
        ("group", kind.group.as_str()),
        ("version", kind.version.as_str()),
        ("kind", kind.kind.as_str()),
    ])
}

fn resource(resource: &Gvr) -> Value {
    texts([
        ("group", resource.group.as_str()),
        ("version", resource.version.as_str()),
        ("resource", resource.resource.as_str()),
    ])
}

fn texts<const N: usize>(fields: [(&str, &str); N]) -> Value {
    let fields = fields.into_iter().map(|(key, text)| (key, Value::from(text)));
    Value::Map(fields.collect())
}

fn user(user: Option<&User>) -> Value {
    let Some(user) = user else {
        return Value::Map(Map::new());
    };
    let list = |texts: &[sekisho_document::Text]| {
        Value::List(texts.iter().map(|text| Value::from(text.clone())).collect())
    };
    let mut map = Map::new();
    for (key, text) in [("username", &user.name), ("uid", &user.uid)] {
        if !text.is_empty() {
            map.insert(key, Value::from(text.clone()));
        }
    }
    if !user.groups.is_empty() {
        map.insert("groups", list(&user.groups));
    }
    if !user.extra.is_empty() {
        let extra = user.extra.iter().map(|(key, texts)| (key.clone(), list(texts)));
        map.insert("extra", Value::Map(extra.collect()));
    }
    Value::Map(map)
}
