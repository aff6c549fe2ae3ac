//! What an API server makes of objects that are created, before any policy: defaults, the plugins that are on
//! by default, metadata and status; and what it says when it can not decode one.
//!
//! What the server makes up (uids, times, addresses, generated names) is not compared, nor what it refuses
//! after decoding. `fieldValidation` other than the default is a matter of the request, not of the object.

use sekisho_document::json::{self, Rules};
use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::{Definition, Gvk, Schema, Version};
use serde::Deserialize;

use crate::conformance::case::{Case, Difference, Outcome, check_all};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, same, show_sorted};

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(default)]
    cluster: Cluster,
    request: Call,
    observed: Option<Answer>,
}

#[derive(Default, Deserialize)]
struct Cluster {
    #[serde(default)]
    objects: Vec<Json>,
}

#[derive(Deserialize)]
struct Call {
    verb: String,
    gvr: Resource,
    #[serde(default)]
    subresource: String,
    #[serde(default)]
    namespace: String,
    object: Option<Json>,
    raw: Option<Raw>,
}

#[derive(Deserialize)]
struct Resource {
    group: String,
    version: String,
    kind: String,
}

#[derive(Deserialize)]
struct Raw {
    path: String,
    body: String,
}

#[derive(Deserialize)]
struct Answer {
    object: Option<Json>,
    #[serde(default)]
    status: Json,
    #[serde(default)]
    warnings: Vec<String>,
}

pub(crate) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let rows: Vec<Row> = corpus.json_lines("admission/defaults.jsonl")?;
    let is_created = |row: &Row| row.request.verb == "create" && row.request.subresource.is_empty();
    let (rows, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_created);
    let mut cases = check_all(&rows, |row| name("created", row), created);
    cases.extend(check_all(&others, |row| name("updated", row), not_judged));
    let rows: Vec<Row> = corpus.json_lines("admission/object-validation.jsonl")?;
    let is_decoded = |row: &Row| row.request.verb != "patch" && is_about_decoding(row);
    let (rows, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_decoded);
    cases.extend(check_all(&rows, |row| name("decoded", row), decoded));
    cases.extend(check_all(&others, |row| name("validated", row), not_judged));
    Ok(cases)
}

fn name(part: &str, row: &Row) -> (String, String) {
    (format!("{part}/{}", row.request.gvr.kind), row.id.clone())
}

/// Parts of the server that are not there yet: the list of skips names them.
fn not_judged(row: &Row) -> Outcome {
    Outcome::fail(&row.id, "an answer", "nothing: it is not judged yet")
}

fn created(row: &Row) -> Outcome {
    let Some(sent) = sent(row) else {
        return Outcome::fail(&row.id, "JSON", "something else");
    };
    let kind = kind(row);
    let schema = schema(row);
    let decoded = schema.default(&sent, &kind);
    let admitted = schema.admitted(&decoded, &kind);
    let found = schema.created(&admitted, &kind, &row.request.namespace);
    let recorded = row.observed.as_ref().and_then(|answer| answer.object.as_ref());
    let expected = match recorded {
        Some(Json(Value::String(_))) | None => sent,
        Some(Json(object)) => object.clone(),
    };
    let found = without_made_up(&found, &expected);
    let expected = without_made_up(&expected, &expected);
    Outcome::of(same(&found, &expected), || Difference {
        input: row.id.clone(),
        expected: show_sorted(&expected),
        got: show_sorted(&found),
    })
}

/// Whether the answer tells what was noticed while the object was decoded.
fn is_about_decoding(row: &Row) -> bool {
    let Some(answer) = &row.observed else {
        return false;
    };
    let message = answer.status.0.str_at(&["message"]);
    let elsewhere = ["unknown conversion", "no kind", "duplicate field", "yaml:"];
    let refused =
        message.contains("cannot be handled as a") && !elsewhere.iter().any(|it| message.contains(it));
    let path = row.request.raw.as_ref().map_or("", |raw| raw.path.as_str());
    let warned = answer
        .warnings
        .iter()
        .any(|text| text.starts_with("unknown field"));
    sent(row).is_some() && (refused || (warned && !path.contains("fieldValidation=Ignore")))
}

fn decoded(row: &Row) -> Outcome {
    let (Some(sent), Some(answer)) = (sent(row), &row.observed) else {
        return Outcome::fail(&row.id, "JSON", "something else");
    };
    let kind = match Gvk::of(&sent) {
        own if own.kind.is_empty() => kind(row),
        own => own,
    };
    let found = schema(row).decode_strict(&sent, &kind);
    let message = answer.status.0.str_at(&["message"]);
    let refused = message
        .split_once("cannot be handled as a ")
        .and_then(|(_, rest)| rest.split_once(": "));
    let (got, expected) = match refused {
        Some((_, refused)) => {
            let strictly = || format!("strict decoding error: {}", found.unknown.join(", "));
            (found.refused.clone().unwrap_or_else(strictly), refused.to_owned())
        }
        None => {
            let unknown = answer
                .warnings
                .iter()
                .filter(|text| text.starts_with("unknown field"));
            (
                found.unknown.join("\n"),
                unknown.cloned().collect::<Vec<_>>().join("\n"),
            )
        }
    };
    if got == expected {
        return Outcome::Pass;
    }
    Outcome::fail(&row.id, &expected, &got)
}

fn sent(row: &Row) -> Option<Value> {
    match (&row.request.object, &row.request.raw) {
        (Some(Json(object)), _) => Some(object.clone()),
        (None, Some(raw)) => json::read(raw.body.as_bytes(), Rules::KUBERNETES).ok(),
        (None, None) => None,
    }
}

fn kind(row: &Row) -> Gvk {
    let Resource { group, version, kind } = &row.request.gvr;
    Gvk::new(group, version, kind)
}

fn schema(row: &Row) -> Schema {
    let mut schema = Schema::builtin(Version::KUBERNETES);
    for Json(object) in &row.cluster.objects {
        if Definition::is_one(object)
            && let Some(definition) = Definition::read(object).output
        {
            schema.add(&definition);
        }
    }
    schema
}

/// Without the values that the recording replaces by a word such as `<uid>`, and without the maps that hold
/// nothing else.
fn without_made_up(value: &Value, recorded: &Value) -> Value {
    match (value, recorded) {
        (Value::Map(map), Value::Map(others)) => {
            let mut kept = Map::new();
            for (key, value) in map {
                let other = others.get(key).unwrap_or(&Value::Null);
                if !is_made_up(other) {
                    kept.insert(key.clone(), without_made_up(value, other));
                }
            }
            Value::Map(kept)
        }
        (Value::List(list), Value::List(others)) if list.len() == others.len() => {
            let pairs = list.iter().zip(others.iter());
            Value::List(
                pairs
                    .map(|(value, other)| without_made_up(value, other))
                    .collect::<List>(),
            )
        }
        _ => value.clone(),
    }
}

fn is_made_up(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('<') && text.ends_with('>'),
        Value::List(list) => !list.is_empty() && list.iter().all(is_made_up),
        Value::Map(map) => !map.is_empty() && map.values().all(is_made_up),
        _ => false,
    }
}
