//! What the expressions of a policy are told about a request (admission reference §3.7).

use std::borrow::Cow;

use sekisho_document::Value;
use sekisho_kubernetes::cel::{self, Told};
use sekisho_kubernetes::{Gvk, Gvr, Request, Requested, Schema};

use super::nil;
use crate::constraints::Match;

/// The documents behind `object`, `oldObject`, `request` and `namespaceObject`.
#[derive(Debug, Clone)]
pub struct Seen {
    pub object: Value,
    pub old_object: Value,
    /// As validations see it: in the version that was matched.
    pub request: Told<'static>,
    /// As match conditions see it, where they see another: the resource is always the one the client asked
    /// for.
    pub condition_request: Option<Told<'static>>,
    /// Null for objects of the cluster and for namespaces.
    pub namespace: Value,
}

impl Seen {
    /// What is seen of a request that matched in some version; its objects are in that version.
    #[must_use]
    pub fn of(request: &Request, matched: &Match, schema: &Schema, namespace: Option<&Value>) -> Seen {
        let told = |resource| told(request, &matched.kind, resource);
        let view = |object: Option<&Value>| object.map(|object| go_view(schema, object)).unwrap_or_default();
        Seen {
            object: view(request.object.as_ref()),
            old_object: view(request.old_object.as_ref()),
            request: told(&matched.resource),
            condition_request: (matched.resource != request.resource).then(|| told(&request.resource)),
            namespace: namespace.map(cel::namespace).unwrap_or_default(),
        }
    }

    /// What Kyverno tells expressions of a request: its objects as they are written.
    #[must_use]
    pub fn as_written(request: &Request, namespace: Value) -> Seen {
        Seen {
            object: request.object.clone().unwrap_or_default(),
            old_object: request.old_object.clone().unwrap_or_default(),
            request: told(request, &request.kind, &request.resource),
            condition_request: None,
            namespace,
        }
    }
}

/// An object as expressions see it.
pub(crate) fn go_view(schema: &Schema, object: &Value) -> Value {
    let kind = Gvk::of(object);
    let view = schema.go_view(object, &kind);
    match schema.find(&kind) {
        Some(structure) => nil::filled(schema, structure, view),
        None => view,
    }
}

/// The request without its objects, as one for a version.
fn told(request: &Request, kind: &Gvk, resource: &Gvr) -> Told<'static> {
    let same = request.kind == *kind && request.resource == *resource;
    let requested = || Requested {
        kind: request.requested_kind().clone(),
        resource: request.requested_resource().clone(),
        subresource: request.requested_subresource().into(),
    };
    let asked = Request {
        object: None,
        old_object: None,
        ..request.clone()
    };
    Told::without_objects(Cow::Owned(match same {
        true => asked,
        false => Request {
            kind: kind.clone(),
            resource: resource.clone(),
            requested: Some(requested()),
            ..asked
        },
    }))
}
