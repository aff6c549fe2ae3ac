//! What sekisho says about a case: the library door.

use std::fs;
use std::path::Path;

use sekisho_chain::Chain;
use sekisho_diagnostics::{Diagnostic, Severity, Sources};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_evaluator::{Nobody, Verdict};
use sekisho_kubernetes::{Answer, Facts, Gvk, Gvr, Kinds, Profile, Question, Request, Review, resource};
use sekisho_parser::Policy;

use super::{Case, Row, Said};

/// Everything that was said about a case.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judged {
    /// Diagnostics of the policy file, sorted.
    pub said: Vec<Said>,
    /// Verdicts in the order of the resources.
    pub rows: Vec<Row>,
    /// Policies that the load-time checks refuse, each with its text.
    pub refused: Vec<(String, String)>,
}

/// Reads and judges a case as a cluster would.
///
/// # Errors
/// The case itself is broken: a file is missing or cannot be read.
pub fn judge(case: &Case) -> Result<Judged, String> {
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
    let facts = Objects {
        list: case
            .file("facts.yaml")
            .map(|file| documents(&file))
            .transpose()?
            .unwrap_or_default(),
        kinds: chain.output.kinds(),
    };
    for (object, request) in requests(case, &chain.output)? {
        let outcome = chain.output.admit(&request, &facts, &mut Nobody);
        judged
            .rows
            .extend(outcome.verdicts().map(|verdict| row(verdict, &object)));
    }
    Ok(judged)
}

/// The requests of a case with the objects they are about: creations of what is in `resource.yaml`, and
/// the reviews of `request.yaml`.
fn requests(case: &Case, chain: &Chain) -> Result<Vec<(Value, Request)>, String> {
    let mut requests = Vec::new();
    if let Some(file) = case.file("resource.yaml") {
        for document in documents(&file)? {
            for item in resource::expand(&document) {
                let mut object = item.object;
                resource::settle_namespace(&mut object, chain.kinds());
                let request =
                    Request::create(object.clone(), chain.kinds()).map_err(|complaint| complaint.message)?;
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

/// A world of objects: what is not among them is not known.
struct Objects<'a> {
    list: Vec<Value>,
    kinds: &'a Kinds,
}

impl Facts for Objects<'_> {
    fn ask(&self, question: &Question<'_>) -> Answer {
        let found = self.list.iter().find(|object| {
            let named = |kind: &str, namespace: &str, name: &str| {
                object.str_at(&["kind"]) == kind
                    && resource::namespace(object) == namespace
                    && resource::name(object) == name
            };
            match question {
                Question::Namespace { name } => named("Namespace", "", name),
                Question::ConfigMap { namespace, name } => named("ConfigMap", namespace, name),
                Question::Http {
                    method: "GET", url, ..
                } => self.path(object) == *url,
                _ => false,
            }
        });
        found.map_or(Answer::Unknown, |object| Answer::Is(object.clone()))
    }
}

impl Objects<'_> {
    /// Where the API server serves an object.
    fn path(&self, object: &Value) -> String {
        let Gvr {
            group,
            version,
            resource,
        } = self.kinds.resource_or_guess(&Gvk::of(object));
        let root = if group.is_empty() {
            format!("/api/{version}")
        } else {
            format!("/apis/{group}/{version}")
        };
        let namespace = match resource::namespace(object) {
            "" => String::new(),
            namespace => format!("/namespaces/{namespace}"),
        };
        format!("{root}{namespace}/{resource}/{}", resource::name(object))
    }
}

fn row(verdict: &Verdict, object: &Value) -> Row {
    let parts = [
        object.str_at(&["kind"]),
        resource::namespace(object),
        resource::name(object),
    ];
    Row {
        policy: verdict.policy.name.to_string(),
        rule: verdict.rule.to_string(),
        resource: parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("/"),
        result: verdict.status.word().to_owned(),
        message: Some(verdict.message.clone()),
        field: verdict.field.clone(),
    }
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
