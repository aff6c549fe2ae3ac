//! Endpoints that answer as a scenario says: allow, deny, patch, be slow, or fail in every way a real one can.

use std::collections::BTreeMap;
use std::time::Duration;

use sekisho_document::{List, Map, Pointer, Text, Value, base64, json};

use crate::endpoint::{Call, Endpoint, Reply};
use crate::hook::HookKind;

/// What one endpoint does. Read from a map with these keys, all optional:
///
/// * `allowed` (true), `status` of a denial, `statusAlways` also beside a yes, `warnings`, `auditAnnotations`;
/// * `patch`: operations; `patches`: a list of `{when, patch}`, of which those whose condition holds are
///   joined; `patchRaw`, `patchB64`: the patch as text, as base 64; `patchType` (null leaves it out);
///   `denyWhen`: a condition;
/// * `uid` (null leaves it out), `reviewApiVersion`, `reviewKind`, `noTypeMeta`, `noResponse`,
///   `omitResponseFields`;
/// * `http` with `body`, `contentType` and `headers`; `rawBody`; `close`; `delay` in seconds; `connect`:
///   `refused`, `wrongCA`, `wrongName`, `plainHTTP`, `blackhole`;
/// * `sequence`: one script for each call; the last one stays.
///
/// A condition is `absent` or `present` with a pointer, `equals` with a pointer and a value, `operation`,
/// `dryRun`, `hasContainer` or `noContainer` with a name, or `all`, `any`, `not` of conditions.
#[derive(Debug, Clone, Default)]
pub struct Script(pub Value);

/// Scripts by kind, configuration and hook.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    scripts: BTreeMap<(HookKind, Text, Text), Vec<Script>>,
}

impl Scripted {
    /// Adds the script of a hook; of several hooks with one name, in their order.
    pub fn add(&mut self, kind: HookKind, configuration: &str, hook: &str, script: Script) {
        let key = (kind, Text::new(configuration), Text::new(hook));
        self.scripts.entry(key).or_default().push(script);
    }
}

impl Endpoint for Scripted {
    fn call(&self, call: &Call<'_>) -> Reply {
        let hook = call.hook;
        let scripts = self
            .scripts
            .get(&(hook.kind, hook.configuration.clone(), hook.name.clone()));
        let number = hook
            .key
            .rsplit_once('/')
            .and_then(|(_, number)| number.parse::<usize>().ok());
        let script = scripts.and_then(|scripts| scripts.get(number.unwrap_or_default()));
        script.map_or(Reply::Unknown, |script| script.reply(call))
    }
}

/// Levels of conditions that are followed.
const DEPTH: usize = 50;

impl Script {
    /// What the endpoint answers.
    #[must_use]
    pub fn reply(&self, call: &Call<'_>) -> Reply {
        let script = &self.0;
        let sequence = script.get("sequence").and_then(Value::as_list);
        let turn = sequence.and_then(|sequence| sequence.get(call.before).or_else(|| sequence.iter().last()));
        match turn {
            Some(turn) => reply(turn, call),
            None => reply(script, call),
        }
    }
}

fn reply(script: &Value, call: &Call<'_>) -> Reply {
    let after = delay(script);
    let broken = |cause: &str| Reply::Broken {
        cause: Text::new(cause),
        after,
    };
    match script.str_at(&["connect"]) {
        "refused" => {
            let address = address(&call.hook.client.url());
            return broken(&format!("dial tcp {address}: connect: connection refused"));
        }
        "wrongCA" => {
            return broken(
                "tls: failed to verify certificate: x509: certificate signed by unknown authority",
            );
        }
        "wrongName" => {
            let address = address(&call.hook.client.url());
            let host = address
                .rsplit_once(':')
                .map_or(address.as_str(), |(host, _)| host);
            return broken(&format!(
                "tls: failed to verify certificate: x509: cannot validate certificate for {host} because it doesn't contain any IP SANs"
            ));
        }
        "plainHTTP" => return broken("tls: first record does not look like a TLS handshake"),
        "blackhole" => return Reply::Nothing,
        _ => {}
    }
    if script.get("close").and_then(Value::as_bool) == Some(true) {
        return broken("EOF");
    }
    if let Some(status) = script.get("http").and_then(Value::as_i64) {
        return http(script, u16::try_from(status).unwrap_or(500), after);
    }
    let body = match script.get("rawBody") {
        Some(raw) => raw.as_str().unwrap_or_default().to_owned(),
        None => json::write(&review(script, call), json::Form::COMPACT),
    };
    Reply::Answer {
        status: 200,
        content_type: "application/json".into(),
        body: Text::new(body),
        retry_after: None,
        after,
    }
}

fn delay(script: &Value) -> Duration {
    let seconds = script.get("delay").and_then(Value::as_f64).unwrap_or_default();
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO)
}

fn http(script: &Value, status: u16, after: Duration) -> Reply {
    let header = |name: &str| script.at(&["headers", name]).and_then(Value::as_str);
    let content_type = match script.str_at(&["contentType"]) {
        "" => "text/plain",
        written => written,
    };
    // The client follows a redirection with a request of its own kind, which no webhook answers.
    let is_elsewhere = (300..400).contains(&status) && header("Location").is_some();
    Reply::Answer {
        status: if is_elsewhere { 405 } else { status },
        content_type: content_type.into(),
        body: Text::new(script.str_at(&["body"])),
        retry_after: header("Retry-After").and_then(|seconds| seconds.parse().ok()),
        after,
    }
}

/// Host and port of an address.
fn address(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split('/').next().unwrap_or_default();
    match host.contains(':') {
        true => host.to_owned(),
        false => format!("{host}:443"),
    }
}

fn review(script: &Value, call: &Call<'_>) -> Value {
    let mut review = Map::new();
    let flag = |name: &str| script.get(name).and_then(Value::as_bool) == Some(true);
    if !flag("noTypeMeta") {
        let sent = call.review.str_at(&["apiVersion"]);
        let written = |name: &str, otherwise: &str| match script.str_at(&[name]) {
            "" => Value::from(otherwise),
            written => Value::from(written),
        };
        review.insert("apiVersion", written("reviewApiVersion", sent));
        review.insert("kind", written("reviewKind", "AdmissionReview"));
    }
    if !flag("noResponse") {
        review.insert("response", Value::Map(response(script, call)));
    }
    Value::Map(review)
}

fn response(script: &Value, call: &Call<'_>) -> Map {
    let request = call.review.get("request").unwrap_or(&Value::Null);
    let mut response = Map::new();
    match script.get("uid") {
        Some(Value::Null) => {}
        Some(uid) => response.insert("uid", uid.clone()).map_or((), drop),
        None => response
            .insert("uid", Value::from(request.str_at(&["uid"])))
            .map_or((), drop),
    }
    let denies = script
        .get("denyWhen")
        .is_some_and(|when| holds(when, request, DEPTH));
    let allowed = !denies && script.get("allowed").and_then(Value::as_bool).unwrap_or(true);
    response.insert("allowed", Value::Bool(allowed));
    let status = script
        .get("statusAlways")
        .or_else(|| script.get("status").filter(|_| !allowed));
    for (key, value) in [
        ("status", status),
        ("warnings", script.get("warnings")),
        ("auditAnnotations", script.get("auditAnnotations")),
    ] {
        if let Some(value) = value {
            response.insert(key, value.clone());
        }
    }
    if let Some(patch) = patch(script, request) {
        response.insert("patch", Value::from(patch));
    }
    let has_patch = response.get("patch").is_some();
    match script.get("patchType") {
        Some(Value::Null) => {}
        Some(patch_type) => response.insert("patchType", patch_type.clone()).map_or((), drop),
        None if has_patch => response
            .insert("patchType", Value::from("JSONPatch"))
            .map_or((), drop),
        None => {}
    }
    let omitted = script.get("omitResponseFields").and_then(Value::as_list);
    for field in omitted.into_iter().flatten().filter_map(Value::as_str) {
        response.remove(field);
    }
    response
}

/// The patch of an answer, encoded; none where there is nothing to change.
fn patch(script: &Value, request: &Value) -> Option<String> {
    if let Some(encoded) = script.get("patchB64").and_then(Value::as_str) {
        return Some(encoded.to_owned());
    }
    if let Some(raw) = script.get("patchRaw").and_then(Value::as_str) {
        return Some(base64::encode(raw.as_bytes()));
    }
    let mut operations = Vec::new();
    let list = |value: Option<&Value>| value.and_then(Value::as_list).cloned().unwrap_or_default();
    operations.extend(list(script.get("patch")).iter().cloned());
    for entry in &list(script.get("patches")) {
        let applies = entry.get("when").is_none_or(|when| holds(when, request, DEPTH));
        if applies {
            operations.extend(list(entry.get("patch")).iter().cloned());
        }
    }
    if operations.is_empty() {
        return None;
    }
    let operations: List = operations.into_iter().collect();
    let text = json::write(&Value::List(operations), json::Form::COMPACT);
    Some(base64::encode(text.as_bytes()))
}

/// Whether a condition holds for a request; one that nobody knows does not.
fn holds(condition: &Value, request: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let object = request.get("object").filter(|object| !object.is_null());
    let object = object
        .or_else(|| request.get("oldObject"))
        .unwrap_or(&Value::Null);
    let at = |pointer: &str| {
        let pointer = Pointer::parse(pointer).ok()?;
        pointer.find(object).filter(|value| !value.is_null())
    };
    let all = condition.as_map().into_iter().flatten();
    let mut all = all.map(|(word, value)| {
        let text = value.as_str().unwrap_or_default();
        let several = || value.as_list().into_iter().flatten();
        match word.as_str() {
            "absent" => at(text).is_none(),
            "present" => at(text).is_some(),
            "equals" => {
                let pointer = value.as_list().and_then(|pair| pair.first()?.as_str());
                let wanted = value.as_list().and_then(|pair| pair.get(1));
                pointer.is_some_and(|pointer| at(pointer) == wanted)
            }
            "operation" => request.str_at(&["operation"]) == text,
            "dryRun" => request.get("dryRun") == Some(value),
            "hasContainer" => has_container(object, text),
            "noContainer" => !has_container(object, text),
            "all" => several().all(|condition| holds(condition, request, depth)),
            "any" => several().any(|condition| holds(condition, request, depth)),
            "not" => !holds(value, request, depth),
            _ => false,
        }
    });
    all.all(|holds| holds)
}

fn has_container(object: &Value, name: &str) -> bool {
    let lists = [
        object.at(&["spec", "containers"]),
        object.at(&["spec", "template", "spec", "containers"]),
    ];
    let mut containers = lists.into_iter().flatten().filter_map(Value::as_list).flatten();
    containers.any(|container| container.str_at(&["name"]) == name)
}
