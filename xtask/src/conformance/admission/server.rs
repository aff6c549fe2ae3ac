//! The server around admission: what a call makes of an object, and how the answer looks.

use std::collections::BTreeMap;

use sekisho_admission::map;
use sekisho_admission::patching::{self, PatchForm};
use sekisho_admission::status;
use sekisho_admission::vap::{self, Outcome};
use sekisho_document::{List, Map, Text, Value};
use sekisho_kubernetes::{ApiResource, Gvk, Gvr, Request, Schema, User, Verb};

use super::cluster::{ScalePaths, Served, at};
use super::refusal::refused;
use super::registry::{self, Accepted};
use super::row::{Answer, Call, Row};
use crate::conformance::json::{Json, same};

/// The request as validating admission sees it, and whether the recording had to say what the server makes
/// of the object.
pub(crate) fn request(row: &Row, served: &Served) -> (Request, bool) {
    let sent = row.request.object.as_ref().map(|Json(sent)| sent);
    request_of(row, sent, served)
}

/// The same with what the mutating chain made of the object.
pub(crate) fn request_of(row: &Row, sent: Option<&Value>, served: &Served) -> (Request, bool) {
    let call = &row.request;
    let resource = Gvr::new(&call.gvr.group, &call.gvr.version, &call.gvr.resource);
    let operation = match call.verb.as_str() {
        "create" => Verb::Create,
        "update" | "patch" => Verb::Update,
        "connect" => Verb::Connect,
        _ => Verb::Delete,
    };
    let kind = served
        .kinds
        .find_resource(&resource)
        .and_then(|row| row.subresource(&call.subresource))
        .map_or_else(
            || Gvk::new(&call.gvr.group, &call.gvr.version, &call.gvr.kind),
            |part| part.kind.clone(),
        );
    let Objects {
        object,
        old_object,
        stood_in,
    } = objects(row, sent, operation, &kind, served);
    let is_namespace = resource.group.is_empty() && resource.resource == "namespaces";
    let name = match (&object, call.verb.as_str()) {
        (_, "deletecollection") => Text::default(),
        (Some(object), _) if call.name.is_empty() => Text::new(object.str_at(&["metadata", "name"])),
        _ => Text::new(&call.name),
    };
    let request = Request {
        uid: Text::from("<uid>"),
        operation,
        kind,
        resource,
        subresource: Text::new(&call.subresource),
        requested: None,
        namespace: if is_namespace {
            name.clone()
        } else {
            Text::new(&call.namespace)
        },
        name,
        object,
        old_object,
        options: options(call, operation),
        dry_run: call.dry_run,
        user: Some(User {
            name: Text::new(&call.user),
            uid: Text::new(&call.user_uid),
            groups: texts(&call.groups),
            extra: call
                .user_extra
                .iter()
                .map(|(key, values)| (Text::new(key), texts(values)))
                .collect(),
            roles: Vec::new(),
            cluster_roles: Vec::new(),
        }),
    };
    (request, stood_in)
}

fn texts(texts: &[String]) -> Vec<Text> {
    texts.iter().map(Text::new).collect()
}

/// The objects of a request, and whether the recording had to say what the server makes of them.
struct Objects {
    object: Option<Value>,
    old_object: Option<Value>,
    stood_in: bool,
}

fn objects(row: &Row, sent: Option<&Value>, operation: Verb, kind: &Gvk, served: &Served) -> Objects {
    let call = &row.request;
    let old = call
        .old_object
        .as_ref()
        .map(|Json(object)| managed(&stored(object), &["sekisho-lab"]));
    let scale = served.scale_of(&call.gvr.group, &call.gvr.resource);
    let old = old.map(|old| {
        if kind.kind == "Scale" {
            scale_of(&old, scale)
        } else {
            old
        }
    });
    match operation {
        Verb::Delete => Objects {
            object: None,
            old_object: old,
            stood_in: false,
        },
        Verb::Connect => Objects {
            object: Some(stream_options(call, kind)),
            old_object: None,
            stood_in: false,
        },
        Verb::Create | Verb::Update => {
            let (object, stood_in) = accepted(row, sent, operation, kind, old.as_ref(), served);
            Objects {
                object: object.map(|object| match (operation, call.subresource.as_str()) {
                    // A part of an object that is created is not stored itself.
                    (Verb::Create, "binding" | "eviction") => managed(&object, &["client"]),
                    _ => made(&object, call, operation),
                }),
                old_object: old.filter(|_| operation == Verb::Update),
                stood_in,
            }
        }
    }
}

/// What the server makes of what the client sent, and whether the recording said it.
fn accepted(
    row: &Row,
    sent: Option<&Value>,
    operation: Verb,
    kind: &Gvk,
    old: Option<&Value>,
    served: &Served,
) -> (Option<Value>, bool) {
    let call = &row.request;
    let is_sent = std::ptr::eq(
        sent.map_or(std::ptr::null(), |sent| sent),
        call.object.as_ref().map_or(std::ptr::null(), |Json(sent)| sent),
    );
    if let (Some(Json(patch)), Some(old), true) = (&call.patch, old, is_sent) {
        let form = PatchForm::of(&call.patch_content_type);
        let patched = form.map(|form| patching::patched(old, patch, form, kind, &served.schema));
        if let Some(Ok(patched)) = patched {
            return (Some(patched), false);
        }
    }
    let recorded = row.without_policies.as_ref().map(|answer| &answer.object.0);
    let recorded = recorded.filter(|object| object.str_at(&["kind"]) == kind.kind);
    let Some(sent) = sent else {
        return (None, false);
    };
    if kind.kind == "TokenRequest" {
        let mut object = recorded.unwrap_or(sent).clone();
        if let (false, Some(labels)) = (is_sent, sent.at(&["metadata", "labels"])) {
            registry::set(&mut object, &["metadata", "labels"], labels.clone());
        }
        return (Some(object), recorded.is_some());
    }
    let schema = &served.schema;
    let Accepted { object, stood_in } = match (operation, old) {
        (Verb::Update, Some(old)) if kind.kind == "Scale" => Accepted {
            object: scaled(sent, old),
            stood_in: false,
        },
        (Verb::Update, Some(old)) => registry::updated(sent, old, call, kind, recorded, schema),
        _ => registry::created(sent, kind, &call.namespace, recorded, schema),
    };
    (Some(object), stood_in)
}

/// A Scale that is written: only its specification is looked at.
fn scaled(sent: &Value, old: &Value) -> Value {
    let mut object = old.clone();
    if let (Value::Map(map), Some(spec)) = (&mut object, sent.get("spec")) {
        map.insert("spec", spec.clone());
    }
    object
}

/// Some time, where any will do.
const CREATED: &str = "2026-08-01T12:00:00Z";

/// A stored object with the fields that the recording leaves out.
pub(super) fn stored(object: &Value) -> Value {
    with_metadata(
        object,
        &[
            ("uid", "<uid>"),
            ("resourceVersion", "<rv>"),
            ("creationTimestamp", CREATED),
        ],
    )
}

/// The object after the server has accepted it.
fn made(object: &Value, call: &Call, operation: Verb) -> Value {
    let changes = call
        .old_object
        .as_ref()
        .is_none_or(|Json(old)| sets_something(old, object));
    let mut object = match operation {
        Verb::Update if changes => managed(&stored(object), &["sekisho-lab", "client"]),
        Verb::Update => managed(&stored(object), &["sekisho-lab"]),
        _ => managed(
            &with_metadata(object, &[("uid", "<uid>"), ("creationTimestamp", CREATED)]),
            &["client"],
        ),
    };
    if !call.namespace.is_empty() {
        object = with_metadata(&object, &[("namespace", &call.namespace)]);
    }
    let sent = call.object.as_ref().map_or(&Value::Null, |Json(sent)| sent);
    let beginning = sent.str_at(&["metadata", "generateName"]);
    if sent.str_at(&["metadata", "name"]).is_empty() && !beginning.is_empty() {
        object = with_metadata(&object, &[("name", &format!("{beginning}<generated>"))]);
    }
    object
}

/// Whether an update writes a value that was not there: only then its manager is noted.
fn sets_something(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Map(old), Value::Map(new)) => new
            .iter()
            .any(|(key, value)| old.get(key).is_none_or(|old| sets_something(old, value))),
        _ => !same(old, new),
    }
}

/// The object with what the server notes about its managers; only how many there are is known.
fn managed(object: &Value, managers: &[&str]) -> Value {
    let entry = |manager: &&str| Value::Map([("manager", Value::from(*manager))].into_iter().collect());
    let entries: List = managers.iter().map(entry).collect();
    let mut object = object.clone();
    if let Value::Map(map) = &mut object
        && let Value::Map(metadata) = map.entry("metadata")
    {
        metadata.insert("managedFields", Value::List(entries));
    }
    object
}

fn with_metadata(object: &Value, entries: &[(&str, &str)]) -> Value {
    let mut object = object.clone();
    if let Value::Map(map) = &mut object
        && let Value::Map(metadata) = map.entry("metadata")
    {
        for (key, text) in entries {
            metadata.insert(*key, Value::from(*text));
        }
    }
    object
}

/// The Scale of a stored object.
fn scale_of(object: &Value, paths: &ScalePaths) -> Value {
    let metadata = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"];
    let metadata: Map = metadata
        .into_iter()
        .filter_map(|key| Some((key, object.at(&["metadata", key])?.clone())))
        .collect();
    let part = |key: &'static str, value: Option<&Value>| -> Map {
        value.map(|value| (key, value.clone())).into_iter().collect()
    };
    let of_status = at(object, &paths.status).unwrap_or(&Value::Int(0));
    let mut status = part("replicas", Some(of_status));
    if let Some(labels) = object
        .at(&["spec", "selector", "matchLabels"])
        .and_then(Value::as_map)
    {
        let labels: Vec<String> = labels
            .iter()
            .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()))
            .collect();
        status.insert("selector", Value::from(labels.join(",").as_str()));
    }
    let spec = part("replicas", at(object, &paths.spec));
    let scale = [
        ("kind", Value::from("Scale")),
        ("apiVersion", Value::from("autoscaling/v1")),
        ("metadata", Value::Map(metadata)),
        ("spec", Value::Map(spec)),
        ("status", Value::Map(status)),
    ];
    Value::Map(scale.into_iter().collect())
}

/// The options object of a stream, from the query.
fn stream_options(call: &Call, kind: &Gvk) -> Value {
    let mut map = Map::new();
    map.insert("kind", Value::from(kind.kind.clone()));
    map.insert("apiVersion", Value::from(kind.api_version()));
    for (key, text) in &call.query {
        let value = match (key.as_str(), text.as_str()) {
            ("command", text) => Value::List([Value::from(text)].into_iter().collect::<List>()),
            ("ports", text) => {
                let ports = text
                    .split(',')
                    .filter_map(|port| port.parse().ok())
                    .map(Value::Int);
                Value::List(ports.collect())
            }
            (_, "true") => Value::Bool(true),
            (_, "false") => Value::Bool(false),
            (_, text) => Value::from(text),
        };
        map.insert(key.as_str(), value);
    }
    Value::Map(map)
}

fn options(call: &Call, operation: Verb) -> Value {
    let kind = match operation {
        Verb::Create => "CreateOptions",
        Verb::Update => "UpdateOptions",
        Verb::Delete => "DeleteOptions",
        Verb::Connect => return Value::Null,
    };
    let mut map = Map::new();
    map.insert("kind", Value::from(kind));
    map.insert("apiVersion", Value::from("meta.k8s.io/v1"));
    if call.dry_run {
        map.insert(
            "dryRun",
            Value::List([Value::from("All")].into_iter().collect::<List>()),
        );
    }
    if let Some(manager) = call.query.get("fieldManager") {
        map.insert("fieldManager", Value::from(manager.as_str()));
    }
    Value::Map(map)
}

/// The answer that the client gets.
pub(crate) fn answer(row: &Row, request: &Request, outcome: Outcome, schema: &Schema) -> Answer {
    let audit = outcome.audit.into_iter().collect();
    let mut warnings = outcome.warnings;
    let accepted = row.without_policies.as_ref();
    warnings.extend(accepted.into_iter().flat_map(|answer| answer.warnings.clone()));
    warnings.extend(certificate_warning(request));
    if let Some(denial) = outcome.denial {
        return Answer {
            code: i64::from(denial.code),
            status: Json(denial.to_value()),
            object: Json(Value::Null),
            warnings,
            audit_annotations: audit,
            calls: Vec::new(),
        };
    }
    if request.operation == Verb::Connect {
        return unscheduled(request, warnings, audit);
    }
    let code = match request.operation {
        Verb::Create => 201,
        Verb::Update | Verb::Delete | Verb::Connect => 200,
    };
    let object = request.object.as_ref();
    let object = object
        .map(|object| registry::printed(object, &request.kind, schema))
        .unwrap_or_default();
    let (status, object) = match (request.operation, request.subresource.as_str()) {
        (Verb::Create, "binding" | "eviction") => (success(201), Value::Null),
        (Verb::Delete, "") if request.kind.kind == "Pod" => (Value::Null, dying(request)),
        (Verb::Delete, _) => (deleted(request), Value::Null),
        _ => (Value::Null, object),
    };
    Answer {
        code,
        status: Json(status),
        object: Json(object),
        warnings,
        audit_annotations: audit,
        calls: Vec::new(),
    }
}

fn success(code: i64) -> Value {
    let map = [
        ("kind", Value::from("Status")),
        ("apiVersion", Value::from("v1")),
        ("metadata", Value::Map(Map::new())),
        ("status", Value::from("Success")),
        ("code", Value::Int(code)),
    ];
    Value::Map(map.into_iter().collect())
}

/// The server looks into the certificates of secrets.
fn certificate_warning(request: &Request) -> Option<String> {
    let object = request.object.as_ref()?;
    if request.kind.kind != "Secret" || object.str_at(&["type"]) != "kubernetes.io/tls" {
        return None;
    }
    // `-----BEGIN`, encoded.
    let is_pem = object.str_at(&["data", "tls.crt"]).starts_with("LS0tLS1CRUdJTi");
    (!is_pem).then(|| "tls: failed to find any PEM data in certificate input".to_owned())
}

/// Streams to a Pod that runs nowhere are refused after admission.
fn unscheduled(request: &Request, warnings: Vec<String>, audit: BTreeMap<String, String>) -> Answer {
    let status = serde_json::json!({
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": format!("pod {} does not have a host assigned", request.name),
        "reason": "BadRequest",
        "code": 400,
    });
    Answer {
        code: 400,
        status: serde_json::from_value(status).unwrap_or_default(),
        object: Json(Value::Null),
        warnings,
        audit_annotations: audit,
        calls: Vec::new(),
    }
}

/// A Pod that is deleted is there for a while; one that was never scheduled has no grace.
fn dying(request: &Request) -> Value {
    let mut object = request.old_object.clone().unwrap_or_default();
    if let Value::Map(map) = &mut object
        && let Value::Map(metadata) = map.entry("metadata")
    {
        let generation = metadata
            .get("generation")
            .and_then(Value::as_i64)
            .unwrap_or_default();
        metadata.insert("generation", Value::Int(generation + 1));
        metadata.insert("deletionTimestamp", Value::from("<time>"));
        metadata.insert("deletionGracePeriodSeconds", Value::Int(0));
    }
    object
}

fn deleted(request: &Request) -> Value {
    let mut details = Map::new();
    for (key, text) in [
        ("name", request.name.as_str()),
        ("group", &request.resource.group),
        ("kind", &request.resource.resource),
        ("uid", "<uid>"),
    ] {
        if !text.is_empty() {
            details.insert(key, Value::from(text));
        }
    }
    let map = [
        ("kind", Value::from("Status")),
        ("apiVersion", Value::from("v1")),
        ("metadata", Value::Map(Map::new())),
        ("status", Value::from("Success")),
        ("details", Value::Map(details)),
    ];
    Value::Map(map.into_iter().collect())
}

/// The answer to the creation of a policy or binding.
pub(crate) fn judge_policy(
    row: &Row,
    served: &Served,
    environments: (&vap::Environments, &map::Environments),
) -> Answer {
    let call = &row.request;
    let resource = Gvr::new(&call.gvr.group, &call.gvr.version, &call.gvr.resource);
    let deprecated = deprecation(&resource, &call.gvr.kind);
    let is_served = served.kinds.find_resource(&resource);
    if deprecated.is_none() && !is_served.is_some_and(ApiResource::is_served_by_default) {
        return refused(status::unserved());
    }
    let Json(object) = call.object.clone().unwrap_or_default();
    let kind = Gvk::of(&object);
    let mut warnings = served.schema.decode_strict(&object, &kind).unknown;
    warnings.extend(deprecated);
    let mut object = served.schema.default(&object, &kind);
    let faults = match object.str_at(&["kind"]) {
        "ValidatingAdmissionPolicy" => vap::policy_faults(&object, environments.0),
        "ValidatingAdmissionPolicyBinding" => vap::binding_faults(&object),
        "MutatingAdmissionPolicy" => map::policy_faults(&object, environments.1),
        "MutatingAdmissionPolicyBinding" => map::binding_faults(&object),
        // Nothing is known of other kinds yet.
        _ => Vec::new(),
    };
    if !faults.is_empty() {
        let name = object.str_at(&["metadata", "name"]);
        return Answer {
            warnings,
            ..refused(status::invalid(&kind, name, &faults))
        };
    }
    if let Value::Map(map) = &mut object
        && let Value::Map(metadata) = map.entry("metadata")
    {
        metadata.insert("generation", Value::Int(1));
    }
    Answer {
        code: 201,
        object: Json(object),
        warnings,
        ..Answer::default()
    }
}

/// What the server of the recording says of versions that were switched on for it: only mutating policies
/// had such.
fn deprecation(resource: &Gvr, kind: &str) -> Option<String> {
    if !resource.resource.starts_with("mutatingadmissionpolic") {
        return None;
    }
    let group = &resource.group;
    match resource.version.as_str() {
        "v1alpha1" => Some(format!(
            "{group}/v1alpha1 {kind} is deprecated in v1.35+, unavailable in v1.38+"
        )),
        "v1beta1" => Some(format!(
            "{group}/v1beta1 {kind} is deprecated in v1.37+, unavailable in v1.40+; use {group}/v1 {kind}"
        )),
        _ => None,
    }
}
