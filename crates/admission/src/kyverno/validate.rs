//! One request judged by one variant of a ValidatingPolicy (CEL policies reference §7.5).

use std::borrow::Cow;

use sekisho_cel::Value;
use sekisho_document::{Text, Value as Document};
use sekisho_evaluator::{Phase, Status, Verdict};
use sekisho_kubernetes::cel::Told;
use sekisho_kubernetes::cel::kyverno::{World, exceptions};
use sekisho_kubernetes::{Facts, Kinds, Request};
use sekisho_parser::admission::Mode;
use sekisho_parser::classic::FailurePolicy;

use super::exception::{Allowed, Exempt, exempt, text_of};
use super::libraries::{Asking, receivers};
use super::plan::{Check, ValidatingPlan, Variant};
use super::voice::Voice;
use crate::constraints::{Constraints, Habits, Surroundings};
use crate::{Activation, Given};

/// What is judged.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a bundle of borrowed parts, one of which is a trait object"
)]
pub struct Case<'a> {
    pub request: &'a Request,
    /// What expressions see of it: [`given`] or [`given_json`].
    pub given: &'a Given<'a>,
    pub kinds: &'a Kinds,
    pub facts: &'a dyn Facts,
}

/// What expressions see of a request. An object that it does not have is an empty map; the namespace is null
/// where nobody knows it (CEL policies reference §7.5).
#[must_use]
pub fn given<'a>(
    object: &'a Document,
    old_object: &'a Document,
    request: &'a Told<'a>,
    namespace: &'a Document,
) -> Given<'a> {
    let seen = [
        ("object", Value::of(object)),
        ("oldObject", Value::of(old_object)),
        ("namespaceObject", Value::of(namespace)),
    ];
    usual().with(seen).telling(request)
}

/// What expressions see of plain JSON: itself alone.
#[must_use]
pub fn given_json(object: &Document) -> Given<'_> {
    let nothing = ["oldObject", "request", "namespaceObject"].map(|name| (name, Value::Null));
    usual().with([("object", Value::of(object))]).with(nothing)
}

/// What does not depend on a request: the libraries, and what is allowed without an exception.
fn usual<'a>() -> Given<'a> {
    Given::of(receivers()).with([("exceptions", exceptions(&[], &[]))])
}

/// What one variant says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The constraints do not select the request, and the engine says nothing at all.
    Nothing,
    /// The constraints do not select the request, and the engine gives a response without a rule.
    Excluded,
    Says(Box<Verdict>),
}

/// Judges one request by one variant.
#[must_use]
pub fn validate(plan: &ValidatingPlan, variant: &Variant, case: &Case<'_>) -> Answer {
    if plan.mode == Mode::Kubernetes {
        let constraints = variant.constraints.as_ref();
        match constraints.map_or(Ok(false), |constraints| selects(constraints, case)) {
            Ok(true) => {}
            Err(text) => {
                return Answer::Says(Box::new(said(
                    plan,
                    Text::const_new("match"),
                    Status::Error,
                    text,
                )));
            }
            Ok(false) if variant.is_simple => return Answer::Nothing,
            Ok(false) => return Answer::Excluded,
        }
    }
    Answer::Says(Box::new(judge(plan, variant, case)))
}

/// Whether constraints select a request.
pub(super) fn selects(constraints: &Constraints, case: &Case<'_>) -> Result<bool, String> {
    let surroundings = Surroundings {
        kinds: case.kinds,
        facts: case.facts,
        habits: Habits::KYVERNO,
    };
    let matched = constraints.matches(case.request, surroundings);
    matched
        .map(|found| found.is_some())
        .map_err(|error| format!("failed to execute matching: {error}"))
}

/// Who answers the questions of a policy.
pub(super) fn asking<'w>(namespace: Option<&'w Text>, facts: &'w dyn Facts) -> Asking<'w> {
    Asking(match namespace {
        Some(namespace) => World::of_namespace(facts, namespace),
        None => World::of_cluster(facts),
    })
}

/// The way of a selected request: exceptions, conditions, validations, annotations.
fn judge(plan: &ValidatingPlan, variant: &Variant, case: &Case<'_>) -> Verdict {
    let asking = asking(plan.namespace.as_ref(), case.facts);
    let mut given = Cow::Borrowed(case.given);
    if !variant.exceptions.is_empty() {
        let activation = Activation::new(&given, &variant.no_variables, &asking);
        match exempt(&variant.exceptions, &variant.place, &activation) {
            Exempt::Wholly { keys, status } => return voice(plan).exempts(keys, status),
            Exempt::Undecided(troubles) => return undecided(plan, &troubles, &asking),
            Exempt::InPart(allowed) if allowed == Allowed::default() => {}
            Exempt::InPart(allowed) => given = Cow::Owned(with(case.given, &allowed)),
        }
    }
    let activation = Activation::new(&given, &variant.variables, &asking);
    if let Some(verdict) = conditions(plan, variant, &activation, &asking) {
        return verdict;
    }
    for (index, check) in variant.checks.iter().enumerate() {
        let (value, _) = activation.evaluate(&check.expression, &variant.place);
        let verdict = match value {
            Ok(Value::Bool(true)) => continue,
            Ok(_) => failed(plan, variant, check, index, &activation),
            Err(trouble) => {
                let text = text_of(&trouble);
                Verdict {
                    properties: vec![index_property(index)],
                    unanswered: asking.unanswered(&text),
                    ..said(plan, Text::default(), Status::Error, format!("error: {text}"))
                }
            }
        };
        return Verdict {
            blame: vec![check.at, plan.at],
            ..verdict
        };
    }
    match annotations(variant, &activation, plan.mode) {
        Ok(properties) => Verdict {
            properties,
            ..said(plan, Text::default(), Status::Pass, "success".to_owned())
        },
        Err(text) => undecided(plan, &[text], &asking),
    }
}

fn index_property(index: usize) -> (Text, Text) {
    (
        Text::const_new("cel.validationIndex"),
        Text::from(index.to_string()),
    )
}

/// The conditions up to the first that is false; the verdict ends the policy.
fn conditions<'a>(
    plan: &ValidatingPlan,
    variant: &'a Variant,
    activation: &Activation<'_, 'a>,
    asking: &Asking<'_>,
) -> Option<Verdict> {
    let mut troubles = Vec::new();
    for condition in &variant.conditions {
        let (value, _) = activation.evaluate(&condition.expression, &variant.place);
        match value {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Some(voice(plan).skips()),
            Err(trouble) => troubles.push(text_of(&trouble)),
        }
    }
    match (troubles.is_empty(), plan.failure_policy) {
        (true, _) => None,
        (false, FailurePolicy::Ignore) => Some(voice(plan).skips()),
        (false, FailurePolicy::Fail) => Some(undecided(plan, &troubles, asking)),
    }
}

fn undecided(plan: &ValidatingPlan, troubles: &[String], asking: &Asking<'_>) -> Verdict {
    let message = format!("failed to load context: {}", troubles.join("; "));
    Verdict {
        unanswered: troubles.iter().flat_map(|text| asking.unanswered(text)).collect(),
        ..said(plan, Text::const_new("evaluation"), Status::Error, message)
    }
}

/// What a validation says that does not hold.
fn failed<'a>(
    plan: &ValidatingPlan,
    variant: &'a Variant,
    check: &'a Check,
    index: usize,
    activation: &Activation<'_, 'a>,
) -> Verdict {
    let message = match &check.message_expression {
        None => check.message.to_string(),
        Some(expression) => match activation.evaluate(expression, &variant.place).0 {
            Ok(value) => value.as_str().unwrap_or_default().to_owned(),
            Err(trouble) => format!("failed to evaluate message expression: {}", text_of(&trouble)),
        },
    };
    let message = match message.as_str() {
        "" => format!("CEL expression validation failed at index {index}"),
        _ => message,
    };
    let annotations = annotations(variant, activation, plan.mode);
    let mut verdict = match annotations {
        Ok(properties) => Verdict {
            properties,
            ..said(plan, Text::default(), Status::Fail, message)
        },
        Err(text) => said(plan, Text::default(), Status::Error, format!("error: {text}")),
    };
    verdict.properties.insert(0, index_property(index));
    verdict
}

/// The audit annotations that have a text; plain JSON has none.
fn annotations<'a>(
    variant: &'a Variant,
    activation: &Activation<'_, 'a>,
    mode: Mode,
) -> Result<Vec<(Text, Text)>, String> {
    let mut properties = Vec::new();
    if mode == Mode::Json {
        return Ok(properties);
    }
    for annotation in &variant.annotations {
        let (value, _) = activation.evaluate(&annotation.value, &variant.place);
        let value = value.map_err(|trouble| text_of(&trouble))?;
        if let Some(text) = value.as_str().filter(|text| !text.is_empty()) {
            properties.push((annotation.key.clone(), Text::new(text)));
        }
    }
    Ok(properties)
}

/// What expressions see where exceptions allow more.
pub(super) fn with<'a>(given: &Given<'a>, allowed: &Allowed) -> Given<'a> {
    let images: Vec<&str> = allowed.images.iter().map(Text::as_str).collect();
    let values: Vec<&str> = allowed.values.iter().map(Text::as_str).collect();
    given.clone().with([("exceptions", exceptions(&images, &values))])
}

pub(super) fn said(plan: &ValidatingPlan, rule: Text, status: Status, message: String) -> Verdict {
    voice(plan).says(rule, status, message)
}

fn voice(plan: &ValidatingPlan) -> Voice<'_> {
    Voice {
        policy: &plan.name,
        phase: Phase::Validate,
        at: plan.at,
    }
}
