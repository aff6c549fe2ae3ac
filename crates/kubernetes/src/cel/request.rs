//! What `request` and `namespaceObject` are: plain maps, as the API server prints its own types
//! (reference §7).

use std::borrow::Cow;
use std::cell::OnceCell;

use sekisho_document::{Map, Numbers, Value};

use crate::Request;

/// The value of `request`, made when it is asked for first.
#[derive(Debug, Clone)]
pub struct Told<'r> {
    request: Cow<'r, Request>,
    write: fn(&Request) -> Value,
    made: OnceCell<Value>,
}

impl<'r> Told<'r> {
    /// As the API server tells a request to its own policies.
    #[must_use]
    pub fn without_objects(request: Cow<'r, Request>) -> Told<'r> {
        Told {
            request,
            write: self::request,
            made: OnceCell::new(),
        }
    }

    /// As Kyverno tells a request to its own policies.
    #[must_use]
    pub fn with_objects(request: &'r Request) -> Told<'r> {
        Told {
            request: Cow::Borrowed(request),
            write: whole_request,
            made: OnceCell::new(),
        }
    }

    /// As Kyverno tells a request to policies that mutate it: an object that it does not have is an empty
    /// map, and the numbers of the others are as they are.
    #[must_use]
    pub fn with_maps(request: &'r Request) -> Told<'r> {
        Told {
            request: Cow::Borrowed(request),
            write: request_with_maps,
            made: OnceCell::new(),
        }
    }

    #[must_use]
    pub fn value(&self) -> &Value {
        self.made.get_or_init(|| (self.write)(&self.request))
    }
}

/// The value of `request` on the API server. What is empty is absent; `uid`, `object` and `oldObject` are
/// there, but empty, and no expression may name them.
#[must_use]
pub fn request(request: &Request) -> Value {
    Value::Map(request.told())
}

/// The value of `request` in Kyverno's own kinds: with the objects. They went through JSON, so whole numbers
/// are whole, whatever they are in `object` (CEL policies reference §9.2, §9.3).
fn whole_request(request: &Request) -> Value {
    let mut made = request.told();
    let parts = [("object", &request.object), ("oldObject", &request.old_object)];
    for (name, object) in parts {
        if let Some(object) = object {
            made.insert(name, object.renumber(Numbers::AsWritten));
        }
    }
    Value::Map(made)
}

/// The same for policies that mutate (CEL policies reference §7.5).
fn request_with_maps(request: &Request) -> Value {
    let mut made = request.told();
    let parts = [("object", &request.object), ("oldObject", &request.old_object)];
    for (name, object) in parts {
        made.insert(name, object.clone().unwrap_or_else(|| Value::Map(Map::new())));
    }
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
    whole_namespace(metadata, part("spec"), part("status"))
}

/// The value of `namespaceObject` where nothing but the name and the labels of the namespace is known.
#[must_use]
pub fn known_namespace(name: &str, labels: Value) -> Value {
    let mut metadata = Map::new();
    for (key, value) in [("name", Value::text(name)), ("labels", labels)] {
        if !is_empty(&value) {
            metadata.insert(key, value);
        }
    }
    whole_namespace(metadata, None, None)
}

fn whole_namespace(metadata: Map, spec: Option<Value>, status: Option<Value>) -> Value {
    let empty = || Value::Map(Map::new());
    let parts = [
        ("metadata", Value::Map(metadata)),
        ("spec", spec.unwrap_or_else(empty)),
        ("status", status.unwrap_or_else(empty)),
    ];
    Value::Map(parts.into_iter().collect())
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

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;
    use crate::{Kinds, Verb};

    #[test]
    fn objects_are_told_with_whole_numbers_or_not_at_all() {
        let object = json::read(
            br#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "n": 3.0}"#,
            json::Rules::KUBERNETES,
        )
        .unwrap();
        let request = Request {
            uid: "1-2".into(),
            user: None,
            ..Request::create(object, &Kinds::kyverno_offline()).unwrap()
        };
        assert_eq!(request.operation, Verb::Create);
        for (told, object, n) in [
            (Told::without_objects(Cow::Borrowed(&request)), Value::Null, None),
            (
                Told::with_objects(&request),
                request.object.as_ref().unwrap().renumber(Numbers::AsWritten),
                Some(Value::Int(3)),
            ),
        ] {
            let value = told.value();
            assert_eq!(value.get("object"), Some(&object));
            assert_eq!(value.at(&["object", "n"]).cloned(), n);
            assert_eq!(value.get("uid"), Some(&Value::text("")));
            assert_eq!(value.get("oldObject"), Some(&Value::Null));
            assert_eq!(value.get("subResource"), None);
        }
    }

    #[test]
    fn a_namespace_of_which_little_is_known_has_all_parts() {
        for (name, labels, expected) in [
            (
                "a",
                Value::Map(Map::new()),
                r#"{"metadata":{"name":"a"},"spec":{},"status":{}}"#,
            ),
            ("", Value::Null, r#"{"metadata":{},"spec":{},"status":{}}"#),
            (
                "a",
                Value::Map([("b", Value::text("c"))].into_iter().collect()),
                r#"{"metadata":{"labels":{"b":"c"},"name":"a"},"spec":{},"status":{}}"#,
            ),
        ] {
            let expected = json::read(expected.as_bytes(), json::Rules::KUBERNETES).unwrap();
            assert_eq!(known_namespace(name, labels), expected);
        }
    }
}
