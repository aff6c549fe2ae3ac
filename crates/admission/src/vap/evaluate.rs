//! One evaluation of a policy: its conditions, all validations, their messages, its audit annotations
//! (admission reference §3.3).

use sekisho_cel::Value;
use sekisho_document as document;
use sekisho_parser::classic::FailurePolicy;

use super::plan::{Plan, Validation};
use super::seen::Seen;
use crate::budget::{self, Budget, OutOfBudget};
use crate::conditions::{Matched, matched};
use crate::status::Reason;
use crate::{Activation, Given, Place, Trouble, World, messages};

/// What a policy says about a request and one object of parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Validated {
    /// One for each validation, in order; a single error when the whole could not be evaluated. None at all
    /// when the conditions say that the request is none of the policy's business.
    pub decisions: Vec<Decision>,
    pub annotations: Vec<Annotation>,
    /// Why the conditions can not be decided, where the failure policy ignores that.
    pub ignored: Option<String>,
}

/// What became of one validation.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    pub verdict: Verdict,
    pub reason: Reason,
    /// Empty when the validation holds.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Fails,
    /// It could not be evaluated, and the failure policy makes that a failure.
    Error,
    /// It could not be evaluated, and the failure policy ignores that.
    Ignored,
}

impl Decision {
    /// Whether the actions of the binding are due.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self.verdict, Verdict::Fails | Verdict::Error)
    }

    pub(super) fn error(failure: FailurePolicy, message: String) -> Decision {
        Decision {
            verdict: match failure {
                FailurePolicy::Fail => Verdict::Error,
                FailurePolicy::Ignore => Verdict::Ignored,
            },
            reason: Reason::Invalid,
            message,
        }
    }
}

/// What became of one audit annotation. Those that have no value are left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Annotation {
    Value {
        key: document::Text,
        value: String,
    },
    /// The failure policy makes it a denial, whatever the actions of the binding are.
    Error(String),
}

/// Evaluates a policy for a request and its parameters; null for none. Whoever can ask an authorizer gives
/// the variables for it.
#[must_use]
pub fn evaluate<'a>(
    plan: &'a Plan,
    seen: &'a Seen,
    params: &'a document::Value,
    authorizer: &[(&'static str, Value<'a>)],
    world: &dyn World<'a>,
) -> Validated {
    let messages = Given::of([
        ("object", Value::of(&seen.object)),
        ("oldObject", Value::of(&seen.old_object)),
        ("namespaceObject", Value::of(&seen.namespace)),
        ("params", Value::of(params)),
    ])
    .telling(&seen.request);
    let validations = messages.clone().with(authorizer.iter().cloned());
    let run = Run {
        plan,
        conditions: validations
            .clone()
            .with([("namespaceObject", Value::Null)])
            .telling(seen.condition_request.as_ref().unwrap_or(&seen.request)),
        validations,
        messages,
        world,
    };
    run.validated()
}

/// What the expressions of each list see. Messages can not use the authorizer.
struct Run<'r, 'a> {
    plan: &'a Plan,
    conditions: Given<'a>,
    validations: Given<'a>,
    messages: Given<'a>,
    world: &'r dyn World<'a>,
}

impl<'a> Run<'_, 'a> {
    fn validated(&self) -> Validated {
        let conditions = self.activation(&self.conditions);
        match matched(
            &self.plan.conditions,
            &self.plan.places.conditions,
            &conditions,
            Budget::CONDITIONS,
        ) {
            Matched::All => {}
            Matched::Not(_) => return Validated::nothing(),
            Matched::Undecided(text) if self.plan.failure == FailurePolicy::Ignore => {
                return Validated {
                    ignored: Some(text),
                    ..Validated::nothing()
                };
            }
            Matched::Undecided(text) => return self.error(text),
        }
        let Ok(decisions) = self.decisions() else {
            return self.error(OutOfBudget::TEXT.to_owned());
        };
        match self.annotations() {
            Ok(annotations) => Validated {
                decisions,
                annotations,
                ignored: None,
            },
            Err(OutOfBudget) => self.error(OutOfBudget::TEXT.to_owned()),
        }
    }

    fn decisions(&self) -> Result<Vec<Decision>, OutOfBudget> {
        let activation = self.activation(&self.validations);
        let mut budget = Budget::VALIDATIONS;
        let mut results = Vec::with_capacity(self.plan.validations.len());
        for validation in &self.plan.validations {
            let place = &self.plan.places.validations;
            results.push(budget::evaluate(
                &validation.expression,
                place,
                &activation,
                &mut budget,
            )?);
        }
        let texts = self.messages(&mut budget);
        let decide = |(position, (validation, result))| {
            let text = texts.as_ref().map(|texts| texts.get(position).cloned().flatten());
            self.decide(validation, result, text)
        };
        let pairs = self.plan.validations.iter().zip(results).enumerate();
        Ok(pairs.map(decide).collect())
    }

    /// The texts of all message expressions, also of validations that hold: they share the budget.
    fn messages(&self, budget: &mut Budget) -> Result<Vec<Option<String>>, OutOfBudget> {
        let activation = self.activation(&self.messages);
        let place = &self.plan.places.messages;
        let text = |validation: &'a Validation| {
            let Some(expression) = &validation.message_expression else {
                return Ok(None);
            };
            let value = budget::evaluate(expression, place, &activation, budget)?;
            Ok(value.ok().as_ref().and_then(messages::computed))
        };
        self.plan.validations.iter().map(text).collect()
    }

    fn decide(
        &self,
        validation: &Validation,
        result: Result<Value<'a>, Trouble>,
        text: Result<Option<String>, &OutOfBudget>,
    ) -> Decision {
        let error = |message| Decision::error(self.plan.failure, message);
        let value = match result {
            Ok(value) => value,
            Err(trouble) => return error(validation.expression.blame(&trouble)),
        };
        let Ok(text) = text else {
            return error(format!("failed messageExpression: {}", OutOfBudget::TEXT));
        };
        if value.as_bool() == Some(true) {
            return Decision {
                verdict: Verdict::Holds,
                reason: validation.reason,
                message: String::new(),
            };
        }
        Decision {
            verdict: Verdict::Fails,
            reason: validation.reason,
            message: text
                .unwrap_or_else(|| messages::fixed(&validation.message, &validation.expression.text)),
        }
    }

    fn annotations(&self) -> Result<Vec<Annotation>, OutOfBudget> {
        let activation = self.activation(&self.validations);
        let mut budget = Budget::VALIDATIONS;
        let place: &Place = &self.plan.places.validations;
        let mut made = Vec::new();
        for annotation in &self.plan.annotations {
            match budget::evaluate(&annotation.expression, place, &activation, &mut budget)? {
                Ok(value) => {
                    let text = value.as_str().map(str::trim).unwrap_or_default();
                    if !text.is_empty() {
                        made.push(Annotation::Value {
                            key: annotation.key.clone(),
                            value: text.to_owned(),
                        });
                    }
                }
                Err(trouble) if self.plan.failure == FailurePolicy::Fail => {
                    made.push(Annotation::Error(annotation.expression.blame(&trouble)));
                }
                Err(_) => {}
            }
        }
        Ok(made)
    }

    /// Each list evaluates the variables anew.
    fn activation<'s>(&'s self, given: &'s Given<'a>) -> Activation<'s, 'a> {
        Activation::new(given, &self.plan.variables, self.world)
    }

    fn error(&self, message: String) -> Validated {
        Validated {
            decisions: vec![Decision::error(self.plan.failure, message)],
            annotations: Vec::new(),
            ignored: None,
        }
    }
}

impl Validated {
    /// The request is none of the policy's business.
    pub(super) fn nothing() -> Validated {
        Validated {
            decisions: Vec::new(),
            annotations: Vec::new(),
            ignored: None,
        }
    }
}
