//! ValidatingAdmissionPolicies on one object as Kyverno's command line evaluates them (CEL policies reference
//! §8): every object is created, policies without a binding are evaluated too, and of several bindings the
//! last counts. As in a cluster they are asked by [`crate::vap::dispatch`].

use std::sync::Arc;

use sekisho_document::{Text, Value};
use sekisho_evaluator::{Phase, PolicyName, Reason, Status, Verdict as Said};
use sekisho_kubernetes::{Facts, Kinds, Request, resource};

use super::validate::Answer;
use crate::NoWorld;
use crate::constraints::{Constraints, Habits, Surroundings};
use crate::vap::{self, Binding, Decision, ParamsError, Plan, Seen, Validated, Verdict, evaluate};

/// A policy with its bindings, and how it is named.
#[derive(Debug, Clone)]
pub struct NativePlan {
    pub name: Arc<PolicyName>,
    pub plan: Plan,
}

/// What is judged.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a bundle of borrowed parts, one of which is a trait object"
)]
pub struct NativeCase<'a> {
    /// A creation, on the command line.
    pub request: &'a Request,
    /// What expressions are told about it, as it is written.
    pub seen: &'a Seen,
    /// Objects that bindings may give as parameters, in the order in which they were read.
    pub params: &'a [Value],
    pub kinds: &'a Kinds,
    pub facts: &'a dyn Facts,
}

/// Judges one request by one policy, as Kyverno's command line does.
#[must_use]
pub fn validate_native(native: &NativePlan, case: &NativeCase<'_>) -> Answer {
    let plan = &native.plan;
    if plan.bindings.is_empty() {
        return match matches(&plan.constraints, case) {
            Err(text) => said(native, Status::Error, text),
            Ok(false) => Answer::Excluded,
            Ok(true) => answer(native, case, &Value::Null, None),
        };
    }
    let mut last = Answer::Excluded;
    for binding in &plan.bindings {
        let is_bound = match &binding.constraints {
            None => Ok(true),
            Some(constraints) => matches(constraints, case),
        };
        match is_bound {
            Err(text) => last = said(native, Status::Error, text),
            Ok(false) => {}
            Ok(true) => {
                last = match params(binding, case.params) {
                    Ok(params) => answer(native, case, &params, Some(binding)),
                    Err(error) => said(native, Status::Error, error.to_string()),
                };
            }
        }
    }
    last
}

fn matches(constraints: &Constraints, case: &NativeCase<'_>) -> Result<bool, String> {
    let surroundings = Surroundings {
        kinds: case.kinds,
        facts: case.facts,
        habits: Habits::KYVERNO_NATIVE,
    };
    let matched = constraints.matches(case.request, surroundings);
    matched
        .map(|found| found.is_some())
        .map_err(|error| error.to_string())
}

/// The parameters of a binding: by labels a list, by name the first object of the name, whatever its
/// namespace; null where there are none.
///
/// # Errors
/// The labels are none that could be looked for.
fn params(binding: &Binding, params: &[Value]) -> Result<Value, ParamsError> {
    let Some(reference) = &binding.parameters else {
        return Ok(Value::Null);
    };
    if let Some(selector) = &reference.selector {
        let selector = selector
            .as_ref()
            .map_err(|error| ParamsError::Selector(error.clone()))?;
        let items = params
            .iter()
            .filter(|object| selector.matches(resource::labels(object)))
            .cloned();
        let list = [
            ("apiVersion", Value::from("v1")),
            ("kind", Value::from("List")),
            ("items", Value::List(items.collect())),
        ];
        return Ok(Value::Map(list.into_iter().collect()));
    }
    let is_meant = |object: &&Value| match (reference.name.as_str(), reference.namespace.as_str()) {
        ("", "") => false,
        ("", namespace) => resource::namespace(object) == namespace,
        (name, _) => resource::name(object) == name,
    };
    Ok(params.iter().find(is_meant).cloned().unwrap_or_default())
}

/// What a policy says in a cluster, of all that [`vap::dispatch`] noted about it: the first failure that
/// denies, else the first failure, else that validations were left out, else that all hold. Nothing if it was
/// not asked.
#[must_use]
pub fn in_cluster<'s>(
    native: &NativePlan,
    said: impl Iterator<Item = &'s vap::Said> + Clone,
) -> Option<Said> {
    let denies = |said: &&vap::Said| {
        let binding = said
            .binding
            .and_then(|position| native.plan.bindings.get(position));
        binding.is_none_or(Binding::denies)
    };
    let failures = said
        .clone()
        .filter(|said| decision(said).is_some_and(Decision::is_failure));
    let ignored =
        |said: &&vap::Said| decision(said).is_some_and(|decision| decision.verdict == Verdict::Ignored);
    let worst = failures
        .clone()
        .find(denies)
        .or_else(|| failures.clone().next())
        .or_else(|| said.clone().find(ignored))
        .or_else(|| said.clone().find(|said| said.decision.is_some()))
        .or_else(|| said.clone().next())?;
    let (status, message) = match &worst.decision {
        None => (Status::Skip, UNMET.to_owned()),
        Some(decision) => match decision.verdict {
            Verdict::Holds => (Status::Pass, String::new()),
            Verdict::Fails => (Status::Fail, decision.message.clone()),
            Verdict::Error => (Status::Error, decision.message.clone()),
            Verdict::Ignored => (Status::Skip, format!("failure ignored: {}", decision.message)),
        },
    };
    let mut verdict = verdict(native, status, message);
    let binding = worst
        .binding
        .and_then(|position| native.plan.bindings.get(position));
    verdict.properties.extend(binding.map(property));
    let validation = worst
        .validation
        .and_then(|position| native.plan.validations.get(position));
    verdict
        .blame
        .splice(..0, validation.map(|validation| validation.at));
    Some(verdict)
}

fn decision(said: &vap::Said) -> Option<&Decision> {
    said.decision.as_ref()
}

const UNMET: &str = "match conditions aren't met";

/// Names the binding that a verdict is due to.
fn property(binding: &Binding) -> (Text, Text) {
    (Text::const_new("binding"), binding.name.clone())
}

/// What one evaluation says: the first decision that is an error or a denial.
fn answer(native: &NativePlan, case: &NativeCase<'_>, params: &Value, binding: Option<&Binding>) -> Answer {
    let Validated { decisions, .. } = evaluate(&native.plan, case.seen, params, &[], &NoWorld);
    let bad = decisions
        .iter()
        .find(|decision| decision.verdict != Verdict::Holds);
    let answer = match bad {
        Some(decision) => {
            let status = match decision.verdict {
                Verdict::Fails => Status::Fail,
                Verdict::Holds | Verdict::Error | Verdict::Ignored => Status::Error,
            };
            said(native, status, decision.message.clone())
        }
        None if decisions.is_empty() && !native.plan.validations.is_empty() => {
            said(native, Status::Skip, UNMET.to_owned())
        }
        None => said(native, Status::Pass, String::new()),
    };
    match (answer, binding) {
        (Answer::Says(mut verdict), Some(binding)) => {
            verdict.properties.push(property(binding));
            Answer::Says(verdict)
        }
        (answer, _) => answer,
    }
}

fn said(native: &NativePlan, status: Status, message: String) -> Answer {
    Answer::Says(Box::new(verdict(native, status, message)))
}

fn verdict(native: &NativePlan, status: Status, message: String) -> Said {
    Said {
        policy: native.name.clone(),
        rule: native.name.name.clone(),
        phase: Phase::Validate,
        status,
        message,
        reason: match status {
            Status::Error => Reason::Trouble,
            Status::Skip => Reason::Preconditions,
            Status::Pass | Status::Warn | Status::Fail => Reason::Body,
        },
        blame: vec![native.plan.at],
        field: None,
        exceptions: Vec::new(),
        properties: Vec::new(),
        after: None,
        target: None,
        unanswered: Vec::new(),
    }
}
