//! Rows with webhooks: the whole gate of a server.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use sekisho_admission::status::Status;
use sekisho_admission::{map, vap};
use sekisho_document::{Map, Value};
use sekisho_gate::{
    Bare, Call, Client, Endpoint, Gate, HookKind, Judged, Outcome, Registry, Reply, Script, Scripted, Server,
    hooks,
};
use sekisho_kubernetes::resource::labels;
use sekisho_kubernetes::{Gvr, Request, Selector, Verb, Version};

use super::cluster::{Served, World};
use super::row::{Answer, Row};
use super::{refusal, server};
use crate::conformance::json::{Json, show};

/// The policies of a row with their bindings.
pub(crate) struct Policies {
    pub(crate) mutating: map::Policies,
    pub(crate) validating: vap::Policies,
}

/// What the server of the recording answers.
pub(crate) fn answer(row: &Row, policies: Policies, served: &Served) -> Answer {
    let Policies { mutating, validating } = policies;
    let cluster = &row.cluster;
    let configurations = || {
        let mutating = cluster.mutating_webhook_configurations.iter();
        let all = mutating.chain(&cluster.validating_webhook_configurations);
        all.map(|Json(configuration)| configuration)
    };
    let gate = Gate {
        mutating: hooks(configurations(), HookKind::Mutating),
        validating: hooks(configurations(), HookKind::Validating),
        mutating_policies: mutating,
        policies: validating,
        pod_security: sekisho_admission::pod_security::Configuration::default(),
    };
    let endpoint = Recorder {
        scripted: scripted(configurations()),
        calls: Mutex::default(),
    };
    let world = World {
        cluster,
        kinds: &served.kinds,
    };
    let (finished, _) = server::request(row, served);
    if let Some(refused) = refusal::undecodable(row, &finished, served) {
        return refused;
    }
    let registry = Recorded {
        row,
        served,
        bare: Bare {
            schema: &served.schema,
        },
    };
    let server = Server {
        version: Version::KUBERNETES,
        kinds: &served.kinds,
        schema: &served.schema,
        facts: &world,
        registry: &registry,
        endpoint: &endpoint,
    };
    let timeout = row.request.query.get("timeout").and_then(|text| seconds(text));
    let answer = match row.request.verb.as_str() {
        "deletecollection" => {
            let mut deleted = Vec::new();
            let mut answer = Answer::default();
            for object in collection(row, &world) {
                let request = Request {
                    old_object: Some(server::stored(object)),
                    ..finished.clone()
                };
                answer = answered(row, gate.admit(request, server, timeout), served);
                if answer.code >= 400 {
                    break;
                }
                deleted.push(object);
            }
            if answer.code < 400 {
                answer.object = Json(list(&finished, &deleted));
                answer.status = Json(Value::Null);
            }
            answer
        }
        _ => {
            let submitted = submitted(row, &finished, served);
            answered(row, gate.admit(submitted, server, timeout), served)
        }
    };
    let calls = endpoint.calls.into_inner().unwrap_or_default();
    Answer {
        calls: calls.into_iter().map(Json).collect(),
        ..answer
    }
}

fn answered(row: &Row, outcome: Outcome, served: &Served) -> Answer {
    let judged = vap::Outcome {
        denial: None,
        warnings: outcome.warnings,
        audit: outcome.audit,
        said: Vec::new(),
        unanswered: Vec::new(),
    };
    match outcome.denial {
        None => server::answer(row, &outcome.request, judged, &served.schema),
        Some(status) => Answer {
            code: status.get("code").and_then(Value::as_i64).unwrap_or_default(),
            status: Json(status),
            warnings: judged.warnings,
            audit_annotations: judged.audit.into_iter().collect(),
            ..Answer::default()
        },
    }
}

/// The objects that a deletion of many is about.
fn collection<'r>(row: &Row, world: &World<'r>) -> Vec<&'r Value> {
    let call = &row.request;
    let resource = Gvr::new(&call.gvr.group, &call.gvr.version, &call.gvr.resource);
    let selector = call
        .query
        .get("labelSelector")
        .map(|text| text.replace("%3D", "="));
    let selector = Selector::parse(&selector.unwrap_or_default()).unwrap_or_else(|_| Selector::everything());
    let objects = world.objects(&resource, &call.namespace).into_iter();
    objects
        .filter(|object| selector.matches(labels(object)))
        .collect()
}

/// A list as the server prints it: the type is said once.
fn list(request: &Request, objects: &[&Value]) -> Value {
    let bare = |object: &&Value| {
        let fields = object.as_map().into_iter().flatten();
        let fields = fields.filter(|(key, _)| key.as_str() != "kind" && key.as_str() != "apiVersion");
        Value::Map(fields.map(|(key, value)| (key.clone(), value.clone())).collect())
    };
    let kind = format!("{}List", request.kind.kind);
    let fields = [
        ("kind", Value::from(kind)),
        ("apiVersion", Value::from(request.kind.api_version())),
        ("metadata", Value::Map(Map::new())),
        ("items", Value::List(objects.iter().map(bare).collect())),
    ];
    Value::Map(fields.into_iter().collect())
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('s')?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn scripted<'v>(configurations: impl Iterator<Item = &'v Value>) -> Scripted {
    let mut scripted = Scripted::default();
    for configuration in configurations {
        let hooks = configuration.get("webhooks").and_then(Value::as_list);
        for hook in hooks.into_iter().flatten() {
            let script = hook.get("script").map(as_written).unwrap_or_default();
            let name = configuration.str_at(&["metadata", "name"]);
            let kind = HookKind::of(configuration.str_at(&["kind"])).unwrap_or(HookKind::Mutating);
            scripted.add(kind, name, hook.str_at(&["name"]), Script(script));
        }
    }
    scripted
}

/// A script whose patch is the text that was sent: numbers keep their points.
fn as_written(script: &Value) -> Value {
    let mut script = script.clone();
    if let Value::Map(map) = &mut script
        && let Some(patch) = map.get("patch").map(show)
        && map.get("patches").is_none()
    {
        map.remove("patch");
        map.insert("patchRaw", Value::from(patch));
    }
    script
}

/// The request as the mutating chain sees it first: decoded and defaulted, without what the server chooses
/// later.
fn submitted(row: &Row, finished: &Request, served: &Served) -> Request {
    let mut request = finished.clone();
    if matches!(request.operation, Verb::Delete | Verb::Connect) {
        return request;
    }
    let call = &row.request;
    if let (Some(Json(sent)), None) = (&call.object, &call.patch) {
        let mut object = served.schema.default(sent, &request.kind);
        if !call.namespace.is_empty()
            && let Value::Map(map) = &mut object
            && let Value::Map(metadata) = map.entry("metadata")
        {
            metadata.insert("namespace", Value::from(call.namespace.as_str()));
        }
        if sent.str_at(&["metadata", "name"]).is_empty() {
            request.name = call.name.as_str().into();
        }
        request.object = Some(object);
    }
    request
}

/// The server's own part, as far as the runner knows it.
struct Recorded<'r> {
    row: &'r Row,
    served: &'r Served,
    bare: Bare<'r>,
}

impl Registry for Recorded<'_> {
    fn mutate(&self, object: Value, request: &Request) -> Result<Value, Status> {
        match request.operation {
            Verb::Create if request.subresource.is_empty() => {
                Ok(self.served.schema.admitted(&object, &request.kind))
            }
            _ => Ok(object),
        }
    }

    fn decode(&self, object: &Value, request: &Request) -> Result<Value, String> {
        self.bare.decode(object, request)
    }

    fn prepare(&self, request: Request) -> Result<Request, Status> {
        match request.operation {
            Verb::Create | Verb::Update => {
                let object = request.object.as_ref();
                let refused =
                    object.and_then(|object| refusal::invalid(self.row, object, &request, self.served));
                if let Some(refused) = refused {
                    return Err(refused);
                }
                Ok(server::request_of(self.row, request.object.as_ref(), self.served).0)
            }
            // A Pod that runs nowhere has no grace.
            Verb::Delete if request.kind.kind == "Pod" => {
                let mut request = request;
                if let Value::Map(options) = &mut request.options {
                    options.insert("gracePeriodSeconds", Value::Int(0));
                }
                Ok(request)
            }
            Verb::Delete | Verb::Connect => Ok(request),
        }
    }

    fn validate(&self, _: &Request) -> Judged {
        Judged::default()
    }
}

/// Writes down what hooks receive.
struct Recorder {
    scripted: Scripted,
    calls: Mutex<Vec<Value>>,
}

impl Endpoint for Recorder {
    fn call(&self, call: &Call<'_>) -> Reply {
        let reply = match (self.scripted.call(call), &call.hook.client) {
            (_, Client::Service { name, .. }) => Reply::Broken {
                cause: format!("service \"{name}\" not found").into(),
                after: Duration::ZERO,
            },
            (reply, Client::Url(_)) => reply,
        };
        let is_reached = match &reply {
            Reply::Broken { cause, .. } => cause == "EOF",
            Reply::Answer { .. } => true,
            Reply::Nothing | Reply::Unknown => false,
        };
        if let (true, Ok(mut calls)) = (is_reached, self.calls.lock()) {
            let is_same = |earlier: &&Value| {
                earlier.str_at(&["phase"]) == phase(call.hook.kind)
                    && earlier.str_at(&["configuration"]) == call.hook.configuration
                    && earlier.str_at(&["webhook"]) == call.hook.name
            };
            let earlier = calls.iter().filter(is_same).count();
            let number = i64::try_from(earlier).unwrap_or_default() + 1;
            let mut request = call.review.get("request").cloned().unwrap_or_default();
            if let Value::Map(request) = &mut request {
                request.remove("uid");
                for object in ["object", "oldObject"] {
                    if let Some(object) = request.get_mut(object) {
                        *object = unmanaged(object);
                    }
                }
            }
            let fields: BTreeMap<&str, Value> = [
                ("phase", Value::from(phase(call.hook.kind))),
                ("configuration", Value::from(call.hook.configuration.clone())),
                ("webhook", Value::from(call.hook.name.clone())),
                ("n", Value::Int(number)),
                ("apiVersion", Value::from(call.review.str_at(&["apiVersion"]))),
                ("request", request),
            ]
            .into();
            calls.push(Value::Map(fields.into_iter().collect::<Map>()));
        }
        reply
    }
}

fn phase(kind: HookKind) -> &'static str {
    match kind {
        HookKind::Mutating => "mutating",
        HookKind::Validating => "validating",
    }
}

/// Without the notes about managers, and with the time that the recording puts for all times.
fn unmanaged(object: &Value) -> Value {
    let mut object = object.clone();
    if let Value::Map(map) = &mut object
        && let Some(Value::Map(metadata)) = map.get_mut("metadata")
    {
        metadata.remove("managedFields");
        for (key, text) in [
            ("uid", "<uid>"),
            ("resourceVersion", "<rv>"),
            ("creationTimestamp", "<time>"),
        ] {
            if metadata.get(key).is_some() {
                metadata.insert(key, Value::from(text));
            }
        }
    }
    object
}
