//! ValidatingAdmissionPolicies on one object: as in a cluster, or as Kyverno's command line evaluates them
//! (CEL policies reference §8), where every object is created, policies without a binding are evaluated too,
//! and of several bindings the last counts.

use std::sync::Arc;

use sekisho_document::{Text, Value};
use sekisho_evaluator::{Phase, PolicyName, Reason, Status, Verdict as Said};
use sekisho_kubernetes::{Facts, Kinds, Order, Request, Selector, resource};

use super::validate::Answer;
use crate::NoWorld;
use crate::constraints::{Constraints, Habits, Surroundings};
use crate::vap::{Binding, Params, Plan, Seen, Validated, Verdict, evaluate};

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
    /// Null for what lives in no namespace.
    pub namespace_object: &'a Value,
    /// Objects that bindings may give as parameters, in the order in which they were read.
    pub params: &'a [Value],
    pub kinds: &'a Kinds,
    pub facts: &'a dyn Facts,
    pub order: Order,
}

/// Judges one request by one policy.
#[must_use]
pub fn validate_native(native: &NativePlan, case: &NativeCase<'_>) -> Answer {
    match case.order {
        Order::ApiServer => in_cluster(native, case),
        Order::KyvernoCli => on_command_line(native, case),
    }
}

/// Policy and binding have to match; of all that is said, the first that is bad counts.
fn in_cluster(native: &NativePlan, case: &NativeCase<'_>) -> Answer {
    let plan = &native.plan;
    let mut good = Answer::Excluded;
    match matches(&plan.constraints, case) {
        Ok(true) if !plan.bindings.is_empty() => {}
        Ok(_) => return Answer::Excluded,
        Err(text) => return said(native, Status::Error, text),
    }
    let kind = plan.parameters.as_ref().and_then(|gvk| case.kinds.find(gvk));
    for binding in &plan.bindings {
        let bound = binding.constraints.as_ref();
        match bound.map_or(Ok(true), |constraints| matches(constraints, case)) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(text) => return said(native, Status::Error, text),
        }
        let namespace = case.request.namespace.as_str();
        let params = match Params::collect(plan, kind, binding, namespace, case.facts) {
            Ok(Params(params)) => params,
            Err(text) => {
                let text = format!("failed to configure binding: {text}");
                return said(native, Status::Error, text);
            }
        };
        for params in &params {
            let answer = answer(native, case, params, Some(&binding.name));
            let is_bad = matches!(&answer, Answer::Says(verdict) if matches!(verdict.status, Status::Fail | Status::Error));
            if is_bad {
                return answer;
            }
            good = answer;
        }
    }
    good
}

fn on_command_line(native: &NativePlan, case: &NativeCase<'_>) -> Answer {
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
                let params = params(binding, case.params);
                last = answer(native, case, &params, Some(&binding.name));
            }
        }
    }
    last
}

fn matches(constraints: &Constraints, case: &NativeCase<'_>) -> Result<bool, String> {
    let surroundings = Surroundings {
        kinds: case.kinds,
        facts: case.facts,
        habits: match case.order {
            Order::ApiServer => Habits::API_SERVER,
            Order::KyvernoCli => Habits::KYVERNO_NATIVE,
        },
    };
    let matched = constraints.matches(case.request, surroundings);
    matched
        .map(|found| found.is_some())
        .map_err(|error| error.to_string())
}

/// The parameters of a binding: by labels a list, by name the first object of the name, whatever its
/// namespace; null where there are none.
fn params(binding: &Binding, params: &[Value]) -> Value {
    let Some(reference) = &binding.parameters else {
        return Value::Null;
    };
    if let Some(selector) = &reference.selector {
        let selector = selector.clone().unwrap_or_else(|_| Selector::everything());
        let items = params
            .iter()
            .filter(|object| selector.matches(resource::labels(object)))
            .cloned();
        let list = [
            ("apiVersion", Value::from("v1")),
            ("kind", Value::from("List")),
            ("items", Value::List(items.collect())),
        ];
        return Value::Map(list.into_iter().collect());
    }
    let is_meant = |object: &&Value| match (reference.name.as_str(), reference.namespace.as_str()) {
        ("", "") => false,
        ("", namespace) => resource::namespace(object) == namespace,
        (name, _) => resource::name(object) == name,
    };
    params.iter().find(is_meant).cloned().unwrap_or_default()
}

/// What one evaluation says: the first decision that is an error or a denial.
fn answer(native: &NativePlan, case: &NativeCase<'_>, params: &Value, binding: Option<&Text>) -> Answer {
    let request = case.request;
    let told = super::request::without_objects(request);
    let seen = Seen {
        object: request.object.clone().unwrap_or_default(),
        old_object: request.old_object.clone().unwrap_or_default(),
        condition_request: told.clone(),
        request: told,
        namespace: case.namespace_object.clone(),
    };
    let Validated { decisions, .. } = evaluate(&native.plan, &seen, params, &[], &NoWorld);
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
            said(native, Status::Skip, "match conditions aren't met".to_owned())
        }
        None => said(native, Status::Pass, String::new()),
    };
    match (answer, binding) {
        (Answer::Says(mut verdict), Some(binding)) => {
            verdict
                .properties
                .push((Text::const_new("binding"), binding.clone()));
            Answer::Says(verdict)
        }
        (answer, _) => answer,
    }
}

fn said(native: &NativePlan, status: Status, message: String) -> Answer {
    Answer::Says(Box::new(Said {
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
        unanswered: Vec::new(),
    }))
}
