//! Mutation of one object by one policy: the way of each mutate rule from `match` to the changed object (engine
//! reference §6.1).

mod change;
mod foreach;
pub mod merge;
mod plan;
mod target;

use sekisho_document::{Numbers, Text, Value};
use sekisho_evaluator::{Observer, Phase, Reason, Status, Verdict};
use sekisho_kubernetes::{Order, resource};

use crate::check::Answer;
use crate::context::Context;
use crate::exception;
use crate::plan::{PolicyPlan, RuleBody, RulePlan};
use crate::selection::Candidate;
use crate::validate::{self, Job};

pub use plan::MutatePlan;

/// What a policy makes of the object.
#[derive(Debug, Clone, PartialEq)]
pub enum Mutated {
    /// It stays as it is.
    Same,
    Changed(Value),
    /// A rule ended in an error: nothing of the policy counts, and whoever comes after it sees no object
    /// (engine reference §3.9).
    Lost,
}

/// Runs the mutate rules of a policy; their verdicts are pushed in order. The object of the job stays as it is.
pub fn mutate<O: Observer>(
    plan: &PolicyPlan,
    job: &Job<'_>,
    observer: &mut O,
    verdicts: &mut Vec<Verdict>,
) -> Mutated {
    let request = job.request;
    let deletes = validate::is_delete(request);
    let object = request.object.as_ref().filter(|_| !deletes);
    if object.or(request.old_object.as_ref()).is_none() || !validate::is_open(plan, request) {
        return Mutated::Same;
    }
    let around = validate::surroundings(plan, job, object);
    let mut context = Context::new(job.tree.clone(), around, observer);
    let mut changed: Option<Value> = None;
    let mut lost = false;
    let mut decided = 0_usize;
    for rule in plan.mutations() {
        let RuleBody::Mutate(mutate) = &rule.body else {
            continue;
        };
        // An API server is answered before existing objects are changed.
        if mutate.is_for_existing() && job.order == Order::ApiServer {
            continue;
        }
        let current = changed.as_ref().or(object).filter(|_| !lost);
        let Some(subject) = current.or(request.old_object.as_ref()) else {
            continue;
        };
        let candidate = Candidate {
            object: subject,
            kind: &request.kind,
            subresource: &request.subresource,
            operation: request.operation,
            namespace_labels: job.namespace_labels,
            user: request.user.as_ref(),
        };
        if !rule.selection.holds(&candidate, context.observer) {
            continue;
        }
        if O::WATCHES {
            context.observer.rule_begins(&plan.name.name, &rule.name);
        }
        let run = self::rule(rule, mutate, &candidate, job, current, &mut context);
        if O::WATCHES {
            let last = run.answers.last();
            let (status, message) = last.map_or((None, ""), |said| {
                (Some(said.answer.status), &said.answer.message)
            });
            context.observer.rule_ends(status, message);
        }
        let mut unanswered = context.take_unanswered();
        for said in run.answers {
            let Said {
                answer,
                target,
                after,
            } = said;
            decided += usize::from(matches!(answer.status, Status::Pass | Status::Fail));
            verdicts.push(Verdict {
                policy: plan.name.clone(),
                rule: rule.name.clone(),
                phase: Phase::Mutate,
                status: answer.status,
                message: answer.message,
                reason: answer.reason,
                blame: answer.blame.into_iter().chain([rule.at]).collect(),
                field: answer.field,
                exceptions: answer.exceptions,
                properties: run.properties.clone(),
                after,
                target,
                unanswered: std::mem::take(&mut unanswered),
            });
        }
        match run.object {
            Mutated::Same => {}
            Mutated::Changed(object) => changed = Some(object),
            Mutated::Lost => lost = true,
        }
        if plan.stops_at_first && decided > 0 {
            break;
        }
    }
    match changed {
        _ if lost => Mutated::Lost,
        Some(object) => Mutated::Changed(object),
        None => Mutated::Same,
    }
}

/// What a rule did.
struct Ran {
    answers: Vec<Said>,
    properties: Vec<(Text, Text)>,
    object: Mutated,
}

/// One answer of a rule; one for existing objects has as many as there are.
pub(crate) struct Said {
    pub(crate) answer: Answer,
    pub(crate) target: Option<Value>,
    pub(crate) after: Option<Value>,
}

impl Said {
    pub(crate) fn only(answer: Answer) -> Said {
        Said {
            answer,
            target: None,
            after: None,
        }
    }
}

/// The way of one selected rule.
fn rule<'p, O: Observer>(
    rule: &'p RulePlan,
    mutate: &'p MutatePlan,
    candidate: &Candidate<'_>,
    job: &Job<'_>,
    object: Option<&Value>,
    context: &mut Context<'p, '_, O>,
) -> Ran {
    context.checkpoint();
    let mut ran = Ran {
        answers: Vec::new(),
        properties: Vec::new(),
        object: Mutated::Same,
    };
    let early = validate::begin(rule, job, context).or_else(|| {
        ran.properties = validate::properties(rule, context);
        validate::skipped_by(&exception::holding(&rule.exceptions, candidate, context))
    });
    match (early, object) {
        (Some(answer), _) => ran.answers.push(Said::only(answer)),
        (None, _) if mutate.is_for_existing() => ran.answers = target::run(rule, mutate, job, context),
        // What is deleted is not changed any more.
        (None, None) => {}
        (None, Some(object)) => {
            let place = change::Place {
                rule,
                job,
                is_target: false,
            };
            let (answer, after) = conclude(mutate, change::run(&mutate.change, object, place, context));
            match &after {
                Some(after) => ran.object = Mutated::Changed(after.clone()),
                None if answer.status == Status::Error => ran.object = Mutated::Lost,
                None => {}
            }
            ran.answers.push(Said {
                answer,
                target: None,
                after,
            });
        }
    }
    context.restore();
    match (&ran.object, object) {
        (Mutated::Changed(object), _) => context.set_request("object", Some(object.clone())),
        (Mutated::Same, Some(object)) => context.set_request("object", Some(object.clone())),
        (Mutated::Same | Mutated::Lost, _) => {}
    }
    ran
}

/// The answer for a change, and the object after it.
pub(crate) fn conclude(
    mutate: &MutatePlan,
    outcome: Result<change::Change, String>,
) -> (Answer, Option<Value>) {
    match outcome {
        Ok(change::Change::Made(object)) => {
            // A changed object has gone through JSON text, which knows whole numbers (§0.2).
            let object = object.renumber(Numbers::AsWritten);
            (
                Answer::new(Status::Pass, Reason::Body, success(&object)),
                Some(object),
            )
        }
        Ok(change::Change::None(message)) => (Answer::new(Status::Skip, Reason::Body, message), None),
        Err(cause) => {
            let blame = mutate.change.at();
            (
                Answer {
                    blame,
                    ..Answer::trouble(cause)
                },
                None,
            )
        }
    }
}

/// `mutated Pod/web in namespace shop`.
fn success(object: &Value) -> String {
    let mut message = format!("mutated {}/{}", resource::kind(object), resource::name(object));
    let namespace = object.str_at(&["metadata", "namespace"]);
    if !namespace.is_empty() {
        message.push_str(" in namespace ");
        message.push_str(namespace);
    }
    message
}
