//! Rows about Pod Security: what labels of namespaces do to requests.

use sekisho_admission::pod_security::{Configuration, Exemptions, Policy, admit};
use sekisho_admission::vap;
use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Request, Verb, Version};

use super::cluster::{Served, World};
use super::row::{Answer, Row};
use super::{compare, refusal, server};
use crate::conformance::case::{Case, check_all};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;

pub(crate) fn run(corpus: &Corpus, served: &Served) -> anyhow::Result<Vec<Case>> {
    let rows: Vec<Row> = corpus.json_lines("admission/pod-security.jsonl")?;
    let configuration = configuration();
    let name = |row: &Row| {
        let (group, rest) = row.id.split_once('-').unwrap_or((&row.id, ""));
        (format!("pod-security/{group}"), rest.to_owned())
    };
    Ok(check_all(&rows, name, |row| {
        let got = answer(row, &configuration, served);
        let answers = row.answers().into_iter().map(compare::with_pod_security);
        let answers: Vec<Answer> = answers.collect();
        compare::compare(&row.id, &answers, &compare::with_pod_security(got))
    }))
}

/// How the server of the recording was set up.
fn configuration() -> Configuration {
    let names = |name: &str| vec![Text::new(name)];
    Configuration {
        defaults: Policy::default(),
        exemptions: Exemptions {
            usernames: names("psa-exempt-user"),
            namespaces: names("psa-exempt"),
            runtime_classes: names("psa-exempt-class"),
        },
    }
}

/// Ids say which version the server emulates.
fn version(row: &Row) -> Version {
    match row.id.contains("-e134") {
        true => Version::new(1, 34),
        false => Version::KUBERNETES,
    }
}

fn answer(row: &Row, configuration: &Configuration, served: &Served) -> Answer {
    let (mut request, _) = server::request(row, served);
    labelled_in_storage(row, &mut request);
    if let Some(refused) = refusal::refusal(row, &request, served) {
        return refused;
    }
    let world = World {
        cluster: &row.cluster,
        kinds: &served.kinds,
    };
    let said = admit(configuration, version(row), &request, &world);
    let audit = said.audit.into_iter();
    let deprecated = deprecated(row, &request);
    let outcome = vap::Outcome {
        denial: said.denial,
        warnings: deprecated.into_iter().chain(said.warnings).collect(),
        audit: audit.map(|(key, value)| (key.to_owned(), value)).collect(),
        said: Vec::new(),
        unanswered: Vec::new(),
    };
    server::answer(row, &request, outcome, &served.schema)
}

/// Labels that the server would refuse were written into storage: the row says them with the cluster, and not
/// in the old object.
fn labelled_in_storage(row: &Row, request: &mut Request) {
    let is_namespace = request.resource.group.is_empty() && request.resource.resource == "namespaces";
    let mut namespaces = row.cluster.namespaces.iter();
    let stored = namespaces.find(|Json(namespace)| namespace.str_at(&["name"]) == request.name.as_str());
    if let (true, Some(Value::Map(old)), Some(Json(stored))) = (is_namespace, &mut request.old_object, stored)
        && let Value::Map(metadata) = old.entry("metadata")
    {
        metadata.insert("labels", stored.get("labels").cloned().unwrap_or_default());
    }
}

/// The server warns of profiles in annotations when it writes them into fields.
fn deprecated(row: &Row, request: &Request) -> Vec<String> {
    if request.operation != Verb::Create || request.kind.kind != "Pod" {
        return Vec::new();
    }
    let sent = row.request.object.as_ref();
    let annotations = sent.and_then(|Json(sent)| sent.at(&["metadata", "annotations"])?.as_map());
    let keys = annotations.into_iter().flatten().map(|(key, _)| key);
    keys.filter(|key| key.starts_with("container.apparmor.security.beta.kubernetes.io/"))
        .map(|key| {
            format!("metadata.annotations[{key}]: deprecated since v1.30; use the \"appArmorProfile\" field instead")
        })
        .collect()
}
