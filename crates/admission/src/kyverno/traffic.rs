//! Requests of Envoy and HTTP, judged by the ValidatingPolicies for them (CEL policies reference §7.11).
//!
//! Constraints, exceptions and autogen play no part. The first answer that is not null counts.

use sekisho_cel::Value;
use sekisho_document::Value as Document;
use sekisho_evaluator::{Reason, Status, Verdict};
use sekisho_kubernetes::Facts;
use sekisho_kubernetes::cel::kyverno::{
    ENVOY_RESPONSE, HTTP_RESPONSE, Refusal, TrafficAnswer, World, envoy_request, http_request,
};
use sekisho_parser::admission::{Mode, ValidatingSpec};
use sekisho_parser::classic::FailurePolicy;

use super::compile::Compiler;
use super::exception::text_of;
use super::libraries::Asking;
use super::plan::{Traffic, TrafficCheck, ValidatingPlan};
use super::validate::{given_json, said};
use crate::{Activation, Place, Returns, Variables};

impl Compiler<'_> {
    /// What judges requests; nothing if the policy judges something else.
    pub(super) fn traffic(&mut self, spec: &ValidatingSpec<'_>) -> Option<Traffic> {
        let wanted: &'static [Returns] = match spec.mode {
            Mode::Kubernetes | Mode::Json => return None,
            Mode::Envoy => &[Returns::Named(ENVOY_RESPONSE), Returns::Null],
            Mode::Http => &[Returns::Named(HTTP_RESPONSE), Returns::Null],
        };
        let mut environment = self.environment.clone();
        Variables::compile([], &mut environment).declare_in(&mut environment);
        let conditions = self.conditions(&spec.match_conditions, "spec.matchConditions", &environment);
        let variables = self.variables(&spec.variables, &mut environment);
        let mut answers = Vec::with_capacity(spec.validations.len());
        for (position, validation) in spec.validations.iter().enumerate() {
            let field = format!("spec.validations[{position}].expression");
            answers.push(TrafficCheck {
                expression: self.expression(validation.expression, &field, wanted, &environment),
                at: validation.expression.span(),
            });
        }
        Some(Traffic {
            place: Place::of(&environment),
            conditions,
            variables,
            answers,
        })
    }
}

/// Judges one request, as a file holds it; nothing if the policy judges something else.
#[must_use]
pub fn answer_request(plan: &ValidatingPlan, payload: &Document, facts: &dyn Facts) -> Option<Verdict> {
    let traffic = plan.traffic.as_ref()?;
    let request = match plan.mode {
        Mode::Envoy => envoy_request(payload),
        Mode::Http => http_request(payload),
        Mode::Kubernetes | Mode::Json => return None,
    };
    let asking = Asking(World::of_cluster(facts));
    let given = given_json(&request);
    let activation = Activation::new(&given, &traffic.variables, &asking);
    let rule = plan.name.name.clone();
    let verdict = match answered(traffic, &activation) {
        Ok(None) => Verdict {
            reason: Reason::Preconditions,
            ..said(plan, rule, Status::Skip, "request does not match".to_owned())
        },
        Ok(Some((answer, check))) => {
            let (status, message) = match &answer.refusal {
                None => (Status::Pass, "request allowed".to_owned()),
                Some(Refusal::Status(code)) => {
                    (Status::Fail, format!("request denied with status code {code}"))
                }
                Some(Refusal::Reason(reason)) => (Status::Fail, format!("request denied, reason: {reason}")),
            };
            Verdict {
                blame: vec![check.at, plan.at],
                ..said(plan, rule, status, message)
            }
        }
        Err(text) => {
            let status = match plan.failure_policy {
                FailurePolicy::Fail => Status::Error,
                FailurePolicy::Ignore => Status::Skip,
            };
            Verdict {
                reason: Reason::Trouble,
                unanswered: asking.unanswered(&text),
                ..said(plan, rule, status, text)
            }
        }
    };
    Some(verdict)
}

/// The first answer, with the validation that gave it.
fn answered<'a>(
    traffic: &'a Traffic,
    activation: &Activation<'_, 'a>,
) -> Result<Option<(TrafficAnswer, &'a TrafficCheck)>, String> {
    let mut trouble = None;
    for condition in &traffic.conditions {
        match activation.evaluate(&condition.expression, &traffic.place).0 {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(None),
            Err(error) => trouble = trouble.or(Some(text_of(&error))),
        }
    }
    if let Some(text) = trouble {
        return Err(text);
    }
    for check in &traffic.answers {
        let value = activation.evaluate(&check.expression, &traffic.place).0;
        let value = value.map_err(|trouble| text_of(&trouble))?;
        if let Some(answer) = value.as_opaque::<TrafficAnswer>() {
            return Ok(Some((answer.clone(), check)));
        }
    }
    Ok(None)
}
