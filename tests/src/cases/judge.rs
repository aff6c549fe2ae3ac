//! What sekisho says about a case, through every door.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use sekisho::apply;
use sekisho::facts::{World, read_facts};
use sekisho::load::Reader;
use sekisho::load::files::Input;
use sekisho_chain::{Chain, Outcome};
use sekisho_diagnostics::{Diagnostic, Severity, Sources, Style};
use sekisho_document::json::{self, Rules};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Text, Value};
use sekisho_evaluator::{Nobody, Status, Verdict};
use sekisho_kubernetes::{Kinds, Order, Profile, Request, Review, resource};
use sekisho_parser::Policy;
use sekisho_report::{Detail, Encoding, Event, Format, Messages, Rows};

use super::{Case, Row, Said};

/// Everything that was said about a case.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judged {
    /// Diagnostics of the policy file, sorted.
    pub said: Vec<Said>,
    /// Verdicts in the order of the resources.
    pub rows: Vec<Row>,
    /// The objects that mutations changed, as they become, in the order of the resources.
    pub changed: Vec<Value>,
    /// Policies that the load-time checks refuse, each with its text.
    pub refused: Vec<(String, String)>,
}

/// The moment of every case.
const NOW: &str = "2026-01-01T00:00:00Z";

/// Reads and judges a case as a cluster would, through every door: the library, and the JSON document of
/// the command line.
///
/// # Errors
/// The case itself is broken, or the doors do not agree.
pub fn judge(case: &Case) -> Result<Judged, String> {
    let judged = by_library(case)?;
    let files: Vec<PathBuf> = ["resource.yaml", "request.yaml"]
        .into_iter()
        .filter_map(|name| case.file(name))
        .collect();
    if !files.is_empty() {
        let (rows, changed) = by_json(case, &files)?;
        let agree = |(one, other): (&Value, &Value)| sekisho_report::equal(one, other);
        if changed.len() != judged.changed.len() || !changed.iter().zip(&judged.changed).all(agree) {
            return Err("the doors do not agree about what becomes of the objects".to_owned());
        }
        if rows != judged.rows {
            return Err(format!(
                "the doors do not agree\n  library: {}\n  JSON:    {}",
                shown(&judged.rows),
                shown(&rows)
            ));
        }
    }
    Ok(judged)
}

fn shown(rows: &[Row]) -> String {
    rows.iter()
        .map(Row::show)
        .collect::<Vec<_>>()
        .join("\n           ")
}

fn by_library(case: &Case) -> Result<Judged, String> {
    let text = read(&case.policy)?;
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", &text);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT);
    let policies: Vec<Policy> = parsed
        .output
        .iter()
        .filter_map(|document| document.policy().cloned())
        .collect();
    let chain = Chain::load(&policies, Profile::NEWEST);
    let diagnostics = parsed.diagnostics.iter().chain(&chain.diagnostics);
    let mut judged = Judged {
        said: diagnostics.map(|diagnostic| said(diagnostic, &sources)).collect(),
        ..Judged::default()
    };
    judged.said.sort();
    let refused = chain.output.refused().iter();
    judged.refused = refused
        .map(|refused| (refused.policy.name.to_string(), refused.text.clone()))
        .collect();
    let world = world(case, &chain.output)?;
    for (object, mut request) in requests(case, chain.output.kinds())? {
        for object in [&mut request.object, &mut request.old_object]
            .into_iter()
            .flatten()
        {
            *object = chain.output.received(object).into_owned();
        }
        let outcome = chain.output.admit(&request, &world, &mut Nobody);
        judged.changed.extend(after(&object, &request, &outcome));
        judged
            .rows
            .extend(outcome.verdicts().map(|verdict| row(verdict, &object)));
    }
    Ok(judged)
}

/// What becomes of the object of a request, where something does.
pub(super) fn after(object: &Value, request: &Request, outcome: &Outcome) -> Option<Value> {
    let received = request.object.as_ref()?;
    sekisho::judge::changed(object, received, &outcome.object).map(Cow::into_owned)
}

fn world(case: &Case, chain: &Chain) -> Result<World, String> {
    let mut world = World::empty(Order::ApiServer, chain.kinds().clone(), Text::new(NOW));
    if let Some(file) = case.file("facts.yaml") {
        let mut reader = Reader::new(&Profile::NEWEST);
        let said = read_facts(&mut reader, &Input::File(file), &mut world);
        if let Some(first) = said.first() {
            return Err(format!("`facts.yaml`: {}", first.message));
        }
    }
    Ok(world)
}

/// The verdicts and the changed objects in the JSON document that `apply --format json` writes.
fn by_json(case: &Case, resources: &[PathBuf]) -> Result<(Vec<Row>, Vec<Value>), String> {
    let text = |path: &Path| path.display().to_string();
    let options = apply::Options {
        policies: vec![text(&case.policy)],
        resources: resources.iter().map(|file| text(file)).collect(),
        facts: case.file("facts.yaml").iter().map(|file| text(file)).collect(),
        exceptions_with_policies: true,
        jobs: 1,
        ..apply::Options::plain(NOW)
    };
    let wanted = sekisho_report::Options {
        command: "apply",
        version: "0",
        profile: Profile::NEWEST,
        began: None,
        style: Style::Plain,
        detail: Detail::Verbose,
        rows: Rows::All,
        messages: Messages::Shown,
        encoding: Encoding::Json,
    };
    let mut report = Format::Json.report(wanted).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    let mut told = report.begin(&mut bytes);
    let ending = apply::run(&options, &mut |event: &Event<'_>, sources: &Sources| {
        report.event(event, sources, &mut bytes)
    });
    let ending = ending.map_err(|error| error.to_string())?;
    if told.is_ok() {
        told = report.event(&Event::Summary(&ending.summary), &Sources::new(), &mut bytes);
    }
    told.map_err(|error| error.to_string())?;
    let document =
        json::read(&bytes, Rules::KUBERNETES).map_err(|error| format!("the report is no JSON: {error}"))?;
    let (mut rows, mut changed) = (Vec::new(), Vec::new());
    for item in document
        .get("items")
        .and_then(Value::as_list)
        .into_iter()
        .flatten()
    {
        changed.extend(item.get("changed").cloned());
        let place = |part: &str| item.str_at(&["resource", part]);
        let resource = [place("kind"), place("namespace"), place("name")];
        for verdict in item
            .get("verdicts")
            .and_then(Value::as_list)
            .into_iter()
            .flatten()
        {
            rows.push(Row {
                policy: verdict.str_at(&["policy", "name"]).to_owned(),
                rule: verdict.str_at(&["rule"]).to_owned(),
                resource: joined(resource),
                result: verdict.str_at(&["status"]).to_owned(),
                message: Some(verdict.str_at(&["message"]).to_owned()),
                field: verdict.get("field").and_then(Value::as_str).map(str::to_owned),
            });
        }
    }
    Ok((rows, changed))
}

/// The requests of a case with the objects they are about: creations of what is in `resource.yaml`, and
/// the reviews of `request.yaml`.
pub(super) fn requests(case: &Case, kinds: &Kinds) -> Result<Vec<(Value, Request)>, String> {
    let mut requests = Vec::new();
    if let Some(file) = case.file("resource.yaml") {
        for document in documents(&file)? {
            for item in resource::expand(&document) {
                let mut object = item.object;
                resource::settle_namespace(&mut object, kinds);
                let request =
                    Request::create(object.clone(), kinds).map_err(|complaint| complaint.message)?;
                requests.push((object, request));
            }
        }
    }
    if let Some(file) = case.file("request.yaml") {
        for document in documents(&file)? {
            let review = Review::read(&document)
                .output
                .ok_or("`request.yaml` holds no AdmissionReview")?;
            let object = review.request.subject().cloned().unwrap_or_default();
            requests.push((object, review.request));
        }
    }
    Ok(requests)
}

fn row(verdict: &Verdict, object: &Value) -> Row {
    Row {
        policy: verdict.policy.name.to_string(),
        rule: verdict.rule.to_string(),
        resource: resource_of(object),
        result: counted(verdict).word().to_owned(),
        message: Some(verdict.message.clone()),
        field: verdict.field.clone(),
    }
}

/// A failure of a policy that is not scored is a warning.
fn counted(verdict: &Verdict) -> Status {
    match verdict.status {
        Status::Fail if !verdict.policy.is_scored() => Status::Warn,
        status => status,
    }
}

/// How rows name an object.
pub(super) fn resource_of(object: &Value) -> String {
    joined([
        object.str_at(&["kind"]),
        resource::namespace(object),
        resource::name(object),
    ])
}

/// `Pod/shop/web`, `Namespace/shop`.
fn joined(parts: [&str; 3]) -> String {
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("/")
}

fn said(diagnostic: &Diagnostic, sources: &Sources) -> Said {
    let severity = match diagnostic.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let position = diagnostic.primary.and_then(|span| sources.position(span));
    Said {
        // What has no place is said about the whole file.
        line: position.map_or(1, |position| position.line as usize),
        severity: severity.to_owned(),
        code: diagnostic.code.to_owned(),
    }
}

pub(super) fn documents(file: &Path) -> Result<Vec<Value>, String> {
    let text = read(file)?;
    yaml::documents(&text)
        .filter(|document| !document.as_ref().is_ok_and(yaml::Document::is_blank))
        .map(|document| document.and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten)))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("`{}`: {}", file.display(), error.upstream()))
}

pub(super) fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("`{}`: {error}", file.display()))
}
