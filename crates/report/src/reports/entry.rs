//! One result of a report.

use std::collections::BTreeMap;
use std::time::Duration;

use sekisho_document::{List, Map, Value};
use sekisho_evaluator::{PolicyName, Status, Verdict};

use crate::{Answer, Judged, Process, shown};

/// The fields of a result in the order of their names; those that hold nothing are left out.
pub(super) fn result(answer: &Answer<'_>, judged: &Judged<'_>, began: Option<Duration>) -> Map {
    let verdict = answer.verdict;
    let policy = &verdict.policy;
    let identity = judged.identity;
    let resource = texts(&[
        ("apiVersion", &shown::api_version(judged)),
        ("kind", &identity.kind.kind),
        ("name", &identity.name),
        ("namespace", &identity.namespace),
        ("uid", uid(judged.object)),
    ]);
    let timestamp = began.map(|began| {
        let seconds = i64::try_from(began.as_secs()).unwrap_or(i64::MAX);
        let nanos = i64::from(began.subsec_nanos());
        [("nanos", Value::Int(nanos)), ("seconds", Value::Int(seconds))]
            .into_iter()
            .collect::<Map>()
    });
    let properties = properties(answer);
    let text = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    let fields = [
        (
            "category",
            text(
                policy
                    .annotation("policies.kyverno.io/category")
                    .unwrap_or_default(),
            ),
        ),
        ("message", text(message(verdict))),
        ("policy", Some(Value::from(policy.key().as_str()))),
        ("properties", (!properties.is_empty()).then(|| properties.into())),
        (
            "resources",
            (!resource.is_empty()).then(|| List::from(vec![Value::from(resource)]).into()),
        ),
        ("result", text(answer.status.word())),
        ("rule", text(&verdict.rule)),
        ("scored", Some(Value::Bool(policy.is_scored()))),
        ("severity", text(severity(policy))),
        ("source", text(source(&policy.kind))),
        ("timestamp", timestamp.map(Value::from)),
    ];
    fields
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn texts(fields: &[(&str, &str)]) -> Map {
    let some = fields.iter().filter(|(_, text)| !text.is_empty());
    some.map(|(name, text)| (*name, Value::from(*text))).collect()
}

fn uid(object: &Value) -> &str {
    let metadata = object.get("metadata");
    metadata
        .and_then(|metadata| metadata.get("uid")?.as_str())
        .unwrap_or_default()
}

/// The message of the rule, or what its report properties put in its place: the text for the status before
/// scoring, and over it the text for all.
fn message(verdict: &Verdict) -> &str {
    let own = match verdict.status {
        Status::Pass => "passMessage",
        Status::Fail => "failMessage",
        Status::Warn => "warnMessage",
        Status::Error => "errorMessage",
        Status::Skip => "skipMessage",
    };
    let property = |name: &str| {
        let found = verdict.properties.iter().find(|(property, _)| property == name);
        found
            .map(|(_, text)| text.as_str())
            .filter(|text| !text.is_empty())
    };
    property("message")
        .or_else(|| property(own))
        .unwrap_or(&verdict.message)
}

fn properties(answer: &Answer<'_>) -> Map {
    let verdict = answer.verdict;
    let mut properties: BTreeMap<&str, String> = BTreeMap::new();
    for (name, text) in &verdict.properties {
        properties.insert(name, text.to_string());
    }
    let process = answer.process.map(|process| match process {
        Process::BackgroundScan => "background scan",
        Process::AdmissionReview => "admission review",
    });
    if let Some(process) = process {
        properties.insert("process", process.to_owned());
    }
    if !verdict.exceptions.is_empty() {
        let name = |key: &str| key.rsplit_once('/').map_or(key, |(_, name)| name).to_owned();
        let names: Vec<String> = verdict.exceptions.iter().map(|key| name(key)).collect();
        properties.insert("exceptions", names.join(","));
    }
    properties
        .into_iter()
        .map(|(name, text)| (name, Value::from(text.as_str())))
        .collect()
}

/// Only the words that the schema of reports has; other spellings count as none.
fn severity(policy: &PolicyName) -> &str {
    let severity = policy.annotation("policies.kyverno.io/severity");
    severity
        .filter(|severity| SEVERITIES.contains(severity))
        .unwrap_or_default()
}

const SEVERITIES: &[&str] = &["critical", "high", "medium", "low", "info"];

fn source(kind: &str) -> &str {
    match kind.strip_prefix("Namespaced").unwrap_or(kind) {
        "ClusterPolicy" | "Policy" => "kyverno",
        "ValidatingPolicy" => "KyvernoValidatingPolicy",
        "ImageValidatingPolicy" => "KyvernoImageValidatingPolicy",
        "GeneratingPolicy" => "KyvernoGeneratingPolicy",
        "MutatingPolicy" => "KyvernoMutatingPolicy",
        "DeletingPolicy" => "KyvernoDeletingPolicy",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::Text;

    use super::*;
    use crate::example;

    #[test]
    fn report_properties_replace_messages() {
        type Properties = &'static [(&'static str, &'static str)];
        let rows: &[(Status, Properties, &str)] = &[
            (Status::Fail, &[], "own"),
            (Status::Fail, &[("passMessage", "p")], "own"),
            (Status::Fail, &[("failMessage", "f")], "f"),
            (Status::Fail, &[("failMessage", "")], "own"),
            (Status::Fail, &[("failMessage", "f"), ("message", "m")], "m"),
            (Status::Pass, &[("passMessage", "p")], "p"),
        ];
        for (status, properties, expected) in rows {
            let mut verdict = example::verdict(&example::policy("a"), "r", *status, "own");
            let properties = properties.iter();
            verdict.properties = properties
                .map(|(name, text)| (Text::new(name), Text::new(text)))
                .collect();
            assert_eq!(
                message(&verdict),
                *expected,
                "{properties:?}",
                properties = verdict.properties
            );
        }
    }

    #[test]
    fn sources_are_named_as_in_kyverno() {
        let rows = [
            ("Policy", "kyverno"),
            ("NamespacedValidatingPolicy", "KyvernoValidatingPolicy"),
            ("ValidatingAdmissionPolicy", "ValidatingAdmissionPolicy"),
        ];
        for (kind, expected) in rows {
            assert_eq!(source(kind), expected);
        }
    }

    #[test]
    fn exceptions_lose_their_namespaces() {
        let mut verdict = example::verdict(&example::policy("a"), "r", Status::Skip, "");
        verdict.exceptions = vec![Text::new("ns/one"), Text::new("two")];
        let properties = properties(&example::answer(&verdict));
        assert_eq!(
            properties.get("exceptions").and_then(Value::as_str),
            Some("one,two")
        );
    }
}
