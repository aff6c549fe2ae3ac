//! Our verdicts in the form of recorded rules.

use sekisho_document::{Map, Value};
use sekisho_evaluator::{Phase, Status, Verdict};

use crate::conformance::json::Json;

/// The status in a report: a failure of an unscored policy is a warning.
fn shown(verdict: &Verdict) -> Status {
    match verdict.status {
        Status::Fail if !verdict.policy.is_scored() => Status::Warn,
        status => status,
    }
}

/// A verdict in the form of a recorded rule.
pub(super) fn rule(verdict: &Verdict) -> Json {
    let mut rule = Map::new();
    rule.insert("rule", Value::from(verdict.rule.clone()));
    rule.insert("result", Value::from(verdict.status.word()));
    rule.insert("message", Value::from(verdict.message.as_str()));
    let sort = match verdict.phase {
        Phase::Mutate => "Mutation",
        Phase::VerifyImages => "ImageVerify",
        Phase::Validate => "Validation",
        Phase::Generate => "Generation",
    };
    rule.insert("ruleType", Value::from(sort));
    let mut report = Map::new();
    if shown(verdict) != verdict.status {
        report.insert("result", Value::from(shown(verdict).word()));
    }
    if let Some(message) = reported_message(verdict) {
        report.insert("message", Value::from(message));
    }
    if !report.is_empty() {
        rule.insert("report", Value::Map(report));
    }
    let mut properties: Map = verdict
        .properties
        .iter()
        .map(|(key, text)| (key.clone(), Value::from(text.clone())))
        .collect();
    if !verdict.exceptions.is_empty() {
        let names: Vec<&str> = verdict.exceptions.iter().map(|key| name_of(key)).collect();
        properties.insert("exceptions", Value::from(names.join(",")));
    }
    if !properties.is_empty() {
        rule.insert("properties", Value::Map(properties));
    }
    if let (Some(_), Some(after)) = (&verdict.target, &verdict.after) {
        rule.insert("target", after.clone());
    }
    Json(Value::Map(rule))
}

/// The name in `namespace/name`.
fn name_of(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}

/// The message that properties of the rule put into a report instead (engine reference §10.3).
fn reported_message(verdict: &Verdict) -> Option<&str> {
    let of_status = format!("{}Message", verdict.status.word());
    let property = |name: &str| {
        let found = verdict
            .properties
            .iter()
            .find(|(key, text)| key == name && !text.is_empty());
        found.map(|(_, text)| text.as_str())
    };
    property("message").or_else(|| property(&of_status))
}
