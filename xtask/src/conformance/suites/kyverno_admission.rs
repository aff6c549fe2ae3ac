//! `kyverno-admission`: what Kyverno's webhooks answer to requests under its policies.

use std::collections::BTreeMap;

use rayon::prelude::*;
use sekisho::facts::{Absent, World};
use sekisho_chain::{Admission, Chain, Duty, Filters, Handler, roles_of};
use sekisho_diagnostics::Sources;
use sekisho_document::yaml::Limits;
use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::{Answer, Facts, Kinds, Order, Profile, Question, Request, Review, Source};
use sekisho_parser::Policy;
use serde::Deserialize;

use crate::conformance::case::{Case, Outcome};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, show, show_sorted};
use crate::conformance::kyverno;

const NOW: &str = "2026-08-21T00:00:00Z";

#[derive(Deserialize)]
struct Row {
    id: String,
    policies: Vec<Json>,
    overrides: Option<Overrides>,
    #[serde(default)]
    exceptions: Vec<Json>,
    #[serde(default)]
    namespaces: BTreeMap<String, Json>,
    #[serde(default)]
    objects: Vec<Json>,
    config: Option<Json>,
    request: Json,
    observed: Observed,
    #[serde(rename = "observedReversed")]
    reversed: Option<Observed>,
}

#[derive(Deserialize)]
struct Overrides {
    action: String,
}

#[derive(Deserialize)]
struct Observed {
    mutate: Option<Told>,
    validate: Option<Told>,
    /// Absent where nothing has changed it.
    object: Option<Json>,
}

#[derive(Deserialize)]
struct Told {
    allowed: bool,
    #[serde(default)]
    message: String,
    #[serde(default)]
    warnings: Vec<String>,
}

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut rows: Vec<(&str, Row)> = Vec::new();
    for file in ["library", "matrix"] {
        let read: Vec<Row> = corpus.json_lines(&format!("kyverno-admission/{file}.jsonl"))?;
        rows.extend(read.into_iter().map(|row| (file, row)));
    }
    // Rows with the same policies stand together: they are compiled once.
    let key = |row: &Row| {
        let parts = row.policies.iter().chain(&row.exceptions);
        let texts: Vec<String> = parts.map(|Json(part)| show(part)).collect();
        let action = row.overrides.as_ref().map(|overrides| overrides.action.clone());
        (texts, action)
    };
    let mut groups: BTreeMap<_, Vec<&(&str, Row)>> = BTreeMap::new();
    for row in &rows {
        groups.entry(key(&row.1)).or_default().push(row);
    }
    let groups: Vec<Vec<&(&str, Row)>> = groups.into_values().collect();
    let cases = groups.par_iter().flat_map_iter(|group| {
        let chain = group.first().map(|(_, row)| chain(corpus, row));
        group.iter().filter_map(move |(file, row)| {
            let chain = chain.as_ref()?;
            let group = match (*file, row.observed.mutate.is_some()) {
                ("library", true) => "library/mutate",
                ("library", false) => "library/validate",
                _ => "matrix",
            };
            Some(Case::new(group, &row.id, check(chain, row)))
        })
    });
    Ok(cases.collect())
}

/// The policies of a row, as a cluster has them.
fn chain(corpus: &Corpus, row: &Row) -> Chain {
    let mut texts = Vec::new();
    for Json(policy) in &row.policies {
        match policy.as_str() {
            Some(file) => {
                let documents = kyverno::documents(corpus, &format!("kyverno-policies/{file}"));
                texts.extend(documents.iter().map(|document| overridden(document, row)));
            }
            None => texts.push(overridden(policy, row)),
        }
    }
    texts.extend(row.exceptions.iter().map(|Json(exception)| exception.clone()));
    let policies: Vec<Policy> = texts.iter().flat_map(read).collect();
    let profile = Profile {
        order: Order::ApiServer,
        ..Profile::NEWEST
    };
    Chain::load_stored(&policies, profile).output
}

fn read(document: &Value) -> Option<Policy> {
    let mut sources = Sources::new();
    let source = sources.add("policy.json", &show(document));
    let read = sekisho_parser::parse(&source, &Limits::DEFAULT);
    read.output.first().and_then(|parsed| parsed.policy().cloned())
}

/// The policy with the action of the row.
fn overridden(document: &Value, row: &Row) -> Value {
    let Some(Overrides { action }) = &row.overrides else {
        return document.clone();
    };
    let mut document = document.clone();
    if let Value::Map(map) = &mut document
        && let Value::Map(spec) = map.entry("spec")
    {
        if action == "Deny" {
            let deny = Value::List([Value::from("Deny")].into_iter().collect());
            spec.insert("validationActions", deny);
            return document;
        }
        spec.insert("validationFailureAction", Value::from(action.as_str()));
        if let Value::List(rules) = spec.entry("rules") {
            for rule in rules.edit() {
                if let Value::Map(rule) = rule
                    && let Some(Value::Map(validate)) = rule.get_mut("validate")
                    && validate.get("failureAction").is_some()
                {
                    validate.insert("failureAction", Value::from(action.as_str()));
                }
            }
        }
    }
    document
}

fn check(chain: &Chain, row: &Row) -> Outcome {
    let review = Review::read(&row.request.0).output;
    let Some(Review { request, .. }) = review else {
        return Outcome::fail(&row.id, "a request", "none that can be read");
    };
    let world = world(row, &request);
    let user = request.user.as_ref().map(|user| roles_of(user, &world));
    let request = Request { user, ..request };
    let filters = row
        .config
        .as_ref()
        .map_or_else(Filters::default, |Json(data)| Filters::read(data));
    let answer = |handler: &Handler, request: &Request| match handler.duty {
        Duty::ValidatingPolicy
        | Duty::NamespacedValidatingPolicy
        | Duty::MutatingPolicy
        | Duty::NamespacedMutatingPolicy => chain.handle(handler, request, &filters, &Asked(&world)),
        _ => chain.handle(handler, request, &filters, &world),
    };
    let handlers = chain.handlers();
    let (changing, judging): (Vec<&Handler>, Vec<&Handler>) =
        handlers.iter().partition(|handler| handler.duty.changes());
    let mut request = request;
    let sent = request.object.clone();
    let mut changed = Vec::new();
    for handler in changing {
        let answer = answer(handler, &request);
        if let Some(object) = &answer.object {
            request.object = Some(object.clone());
        }
        let is_denied = !answer.allowed;
        changed.push(answer);
        if is_denied {
            break;
        }
    }
    let judged: Vec<Admission> = match changed.last().is_some_and(|last| !last.allowed) {
        true => Vec::new(),
        false => judging.iter().map(|handler| answer(handler, &request)).collect(),
    };
    let object = request.object.filter(|object| sent.as_ref() != Some(object));
    let found = format!(
        "mutate: {}; validate: {}; object: {}",
        sum(&changed),
        sum(&judged),
        object.as_ref().map(show_sorted).unwrap_or_default()
    );
    let expected: Vec<String> = [Some(&row.observed), row.reversed.as_ref()]
        .into_iter()
        .flatten()
        .map(|observed| {
            let told = |told: &Option<Told>| match told {
                None => "no webhook".to_owned(),
                Some(told) => one(told.allowed, &told.message, &told.warnings),
            };
            let object = observed.object.as_ref().map(|Json(object)| show_sorted(object));
            format!(
                "mutate: {}; validate: {}; object: {}",
                told(&observed.mutate),
                told(&observed.validate),
                object.unwrap_or_default()
            )
        })
        .collect();
    match expected.contains(&found) {
        true => Outcome::Pass,
        false => Outcome::fail(&row.id, &expected.join(" or "), &found),
    }
}

/// The sum of all answers: warnings of all, the first denial.
fn sum(answers: &[Admission]) -> String {
    if answers.is_empty() {
        return "no webhook".to_owned();
    }
    let denial = answers.iter().find(|answer| !answer.allowed);
    let warnings: Vec<String> = answers
        .iter()
        .flat_map(|answer| answer.warnings.clone())
        .collect();
    one(
        denial.is_none(),
        denial.map_or("", |denial| &denial.message),
        &warnings,
    )
}

fn one(allowed: bool, message: &str, warnings: &[String]) -> String {
    format!(
        "allowed: {allowed}; message: {message}; warnings: {}",
        warnings.join("\n")
    )
}

/// What policies with CEL of the recording could ask: they got no objects of the core group, whatever the API
/// held.
struct Asked<'w>(&'w World);

impl Facts for Asked<'_> {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Get { resource, .. } if resource.group.is_empty() => Answer::Absent,
            question => self.0.ask(question),
        }
    }

    fn offers(&self, source: Source) -> bool {
        self.0.offers(source)
    }
}

/// Everything that the API of the row holds, and nothing else.
fn world(row: &Row, request: &Request) -> World {
    let kinds = Kinds::builtin(Profile::NEWEST.kubernetes);
    let mut world = World::empty(Order::ApiServer, kinds, Text::from(NOW));
    world.absent = Absent::IsKnown;
    let mut objects: Vec<Value> = row.objects.iter().map(|Json(object)| object.clone()).collect();
    let named = row.namespaces.iter();
    let mut namespaces: Vec<(&str, &Value)> = named
        .map(|(name, Json(labels))| (name.as_str(), labels))
        .collect();
    if !request.namespace.is_empty() && !row.namespaces.contains_key(request.namespace.as_str()) {
        namespaces.push((&request.namespace, &Value::Null));
    }
    objects.extend(namespaces.iter().map(|(name, labels)| namespace(name, labels)));
    for object in objects {
        world.cluster.add(object, &world.kinds);
    }
    world
}

fn namespace(name: &str, labels: &Value) -> Value {
    let mut labels = labels.as_map().cloned().unwrap_or_default();
    labels.insert("kubernetes.io/metadata.name", Value::from(name));
    let metadata: Map = [("name", Value::from(name)), ("labels", Value::Map(labels))]
        .into_iter()
        .collect();
    let fields: Map = [
        ("apiVersion", Value::from("v1")),
        ("kind", Value::from("Namespace")),
        ("metadata", Value::Map(metadata)),
    ]
    .into_iter()
    .collect();
    Value::Map(fields)
}
