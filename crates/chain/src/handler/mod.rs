//! The policies of Kyverno as a cluster asks them: webhooks by failure policy, and what each of them answers
//! (admission reference §8).

mod block;
mod filter;
mod mutate;

use sekisho_classic::{PolicyPlan, RuleBody, RulePlan, in_admission, paths};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Nobody, Status, Verdict};
use sekisho_kubernetes::{Facts, Request, resource};
use sekisho_parser::classic::{Action, FailurePolicy};

use crate::chain::{Chain, Plan};
use crate::driver::tree;
use crate::given;
use crate::outcome::{Outcome, Response};

pub use filter::{Filters, roles_of};

/// One webhook that Kyverno registers, with the policies behind it.
#[derive(Debug, Clone)]
pub struct Handler {
    pub duty: Duty,
    /// The path that the server calls: `validate/fail`, `validate/fail/finegrained/NAME`, `vpol/NAME`.
    pub path: Text,
    pub failure: FailurePolicy,
    /// Positions in [`Chain::plans`].
    pub plans: Vec<usize>,
}

/// What a webhook does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// MutatingPolicies.
    MutatingPolicy,
    /// NamespacedMutatingPolicies.
    NamespacedMutatingPolicy,
    /// Mutate rules of classic policies.
    Mutate,
    /// The same of one policy, which has match conditions of its own.
    MutateAlone,
    /// Validate rules of classic policies.
    Validate,
    /// The same of one policy, which has match conditions of its own.
    ValidateAlone,
    /// ValidatingPolicies.
    ValidatingPolicy,
    /// NamespacedValidatingPolicies.
    NamespacedValidatingPolicy,
}

impl Duty {
    /// Whether it changes objects: such webhooks are called first, one after the other.
    #[must_use]
    pub fn changes(self) -> bool {
        match self {
            Duty::MutatingPolicy | Duty::NamespacedMutatingPolicy | Duty::Mutate | Duty::MutateAlone => true,
            Duty::Validate
            | Duty::ValidateAlone
            | Duty::ValidatingPolicy
            | Duty::NamespacedValidatingPolicy => false,
        }
    }

    /// Whether one policy has the webhook for itself.
    fn is_alone(self) -> bool {
        matches!(self, Duty::MutateAlone | Duty::ValidateAlone)
    }

    /// Whether the path names the policies.
    fn names(self) -> bool {
        !matches!(self, Duty::Mutate | Duty::Validate)
    }
}

/// What a webhook answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Admission {
    pub allowed: bool,
    /// Why not.
    pub message: String,
    pub warnings: Vec<String>,
    /// What became of the object, where something did.
    pub object: Option<Value>,
}

impl Chain {
    /// The webhooks of the policies, in the order in which the server lists them.
    #[must_use]
    pub fn handlers(&self) -> Vec<Handler> {
        let mut handlers: Vec<Handler> = Vec::new();
        for (position, plan) in self.plans.iter().enumerate() {
            for handler in sorts(plan) {
                let same = handlers
                    .iter_mut()
                    .find(|known| known.duty == handler.duty && known.failure == handler.failure);
                match same {
                    Some(known) if !handler.duty.is_alone() => {
                        if handler.duty.names() {
                            let (_, name) = handler.path.split_once('/').unwrap_or_default();
                            known.path = Text::new(format!("{}/{name}", known.path));
                        }
                        known.plans.push(position);
                    }
                    _ => handlers.push(Handler {
                        plans: vec![position],
                        ..handler
                    }),
                }
            }
        }
        handlers.sort_by(|left, right| {
            (!left.duty.changes(), &left.path).cmp(&(!right.duty.changes(), &right.path))
        });
        handlers
    }

    /// What one webhook answers to a request.
    #[must_use]
    pub fn handle(
        &self,
        handler: &Handler,
        request: &Request,
        filters: &Filters,
        facts: &dyn Facts,
    ) -> Admission {
        let allowed = Admission {
            allowed: true,
            ..Admission::default()
        };
        let request = Request {
            kind: request.top_level_kind(&self.kinds),
            ..request.clone()
        };
        if filters.leave_out(&request) {
            return allowed;
        }
        match handler.duty {
            Duty::Mutate | Duty::MutateAlone => self.mutated(handler, &request, facts),
            Duty::MutatingPolicy | Duty::NamespacedMutatingPolicy => {
                self.mutated_by_cel(handler, &request, facts)
            }
            Duty::Validate | Duty::ValidateAlone => self.validated(handler, &request, facts),
            Duty::ValidatingPolicy | Duty::NamespacedValidatingPolicy => {
                self.validated_by_cel(handler, &request, facts)
            }
        }
    }

    fn validated(&self, handler: &Handler, request: &Request, facts: &dyn Facts) -> Admission {
        let labels = given::labels_of(&request.namespace, facts);
        let tree = tree::admission(request);
        let mut calls = Calls::default();
        for position in &handler.plans {
            let Some(Plan::Classic(plan)) = self.plans.get(*position) else {
                continue;
            };
            let surroundings = crate::driver::Surroundings {
                request,
                tree: &tree,
                labels: &labels,
                facts,
                targets: &[],
            };
            let response = self.judge(*position, plan, surroundings, &[], &mut Nobody);
            let verdicts = response.map(|response| response.verdicts).unwrap_or_default();
            for verdict in verdicts {
                calls.take(plan, handler, request, &labels, verdict);
            }
        }
        calls.answer(request)
    }

    fn validated_by_cel(&self, handler: &Handler, request: &Request, facts: &dyn Facts) -> Admission {
        let mut outcome = Outcome {
            responses: Vec::new(),
            object: request.object.clone().unwrap_or_default(),
            stopped: None,
        };
        self.own_in_cluster(request, facts, &mut outcome);
        let mut refusals = Vec::new();
        let mut warnings = Vec::new();
        for position in &handler.plans {
            let Some(Plan::Validating(plan)) = self.plans.get(*position) else {
                continue;
            };
            let is_elsewhere = |own: &Text| *own != request.namespace;
            if plan.namespace.as_ref().is_some_and(is_elsewhere) {
                continue;
            }
            let mine = |response: &&Response| response.plan == *position;
            let verdicts = outcome
                .responses
                .iter()
                .filter(mine)
                .flat_map(|response| &response.verdicts);
            for verdict in verdicts {
                let what = match verdict.status {
                    Status::Fail => "failed",
                    Status::Error => "error",
                    Status::Pass | Status::Skip | Status::Warn => continue,
                };
                let text = format!("Policy {} {what}: {}", plan.name.name, verdict.message);
                if plan.denies {
                    refusals.push(text.clone());
                }
                if plan.warns {
                    warnings.push(text);
                }
            }
        }
        Admission {
            allowed: refusals.is_empty(),
            message: refusals.join("; "),
            warnings,
            object: None,
        }
    }
}

/// The webhooks that a policy takes part in.
fn sorts(plan: &Plan) -> Vec<Handler> {
    let handler = |duty: Duty, path: String, failure: FailurePolicy| Handler {
        duty,
        path: Text::new(path),
        failure,
        plans: Vec::new(),
    };
    match plan {
        Plan::Classic(plan) if plan.admission => {
            let failure = match plan.failure_policy {
                FailurePolicy::Fail => "fail",
                FailurePolicy::Ignore => "ignore",
            };
            let (alone, duties) = match plan.gate {
                None => (String::new(), [Duty::Mutate, Duty::Validate]),
                Some(_) => (
                    format!("/finegrained/{}", plan.name.key()),
                    [Duty::MutateAlone, Duty::ValidateAlone],
                ),
            };
            let takes_part = |duty: &Duty| match duty.changes() {
                true => has_changes(plan),
                false => has_checks(plan),
            };
            let made = duties.into_iter().filter(takes_part).map(|duty| {
                let word = if duty.changes() { "mutate" } else { "validate" };
                handler(duty, format!("{word}/{failure}{alone}"), plan.failure_policy)
            });
            made.collect()
        }
        Plan::Validating(plan) if plan.admission => {
            let (duty, word) = match plan.namespace {
                None => (Duty::ValidatingPolicy, "vpol"),
                Some(_) => (Duty::NamespacedValidatingPolicy, "nvpol"),
            };
            vec![handler(
                duty,
                mutate::path(word, &plan.name.name),
                FailurePolicy::Fail,
            )]
        }
        Plan::Mutating(plan) if plan.admission => {
            let (duty, word) = match plan.namespace {
                None => (Duty::MutatingPolicy, "mpol"),
                Some(_) => (Duty::NamespacedMutatingPolicy, "nmpol"),
            };
            vec![handler(
                duty,
                mutate::path(word, &plan.name.name),
                FailurePolicy::Fail,
            )]
        }
        _ => Vec::new(),
    }
}

fn has_changes(plan: &PolicyPlan) -> bool {
    let changes =
        |rule: &RulePlan| matches!(&rule.body, RuleBody::Mutate(mutate) if !mutate.is_for_existing());
    plan.rules.iter().any(changes)
}

/// Whether the webhook that judges is called for a policy: for checks, and for what begins when an object is
/// written: generation, changes of existing objects.
fn has_checks(plan: &PolicyPlan) -> bool {
    let checks = |rule: &RulePlan| match &rule.body {
        RuleBody::Validate(_) | RuleBody::Later("generate") => true,
        RuleBody::Mutate(mutate) => mutate.is_for_existing(),
        RuleBody::Later(_) | RuleBody::Nothing => false,
    };
    plan.rules.iter().any(checks)
}

/// What the rules say in one call: those that may block, and those that only tell.
#[derive(Default)]
struct Calls {
    /// Policy, rule and message of all that may block and neither passes nor is skipped.
    told: Vec<Verdict>,
    blocks: bool,
    warnings: Vec<String>,
    /// Of rules that only tell.
    later: Vec<String>,
}

impl Calls {
    fn take(
        &mut self,
        plan: &PolicyPlan,
        handler: &Handler,
        request: &Request,
        labels: &sekisho_document::Value,
        verdict: Verdict,
    ) {
        let namespace = match request.object.as_ref().or(request.old_object.as_ref()) {
            Some(object) => resource::namespace(object),
            None => request.namespace.as_str(),
        };
        let rule = plan
            .rules_for(&request.kind.kind)
            .find(|rule| rule.name == verdict.rule);
        let paths = paths(plan, rule, &request.namespace, labels);
        let is_trouble = matches!(verdict.status, Status::Fail | Status::Error | Status::Warn);
        let warning = || format!("policy {}.{}: {}", plan.name.key(), verdict.rule, verdict.message);
        if paths.tells && plan.emit_warning && is_trouble {
            self.later.push(warning());
        }
        if !(paths.blocks || handler.duty == Duty::ValidateAlone) || !is_trouble {
            return;
        }
        let enforced = in_admission(plan, rule, namespace, labels) == Action::Enforce;
        self.blocks |= match verdict.status {
            Status::Error => handler.failure == FailurePolicy::Fail,
            _ => enforced,
        };
        self.warnings.push(warning());
        self.told.push(verdict);
    }

    fn answer(self, request: &Request) -> Admission {
        if self.blocks {
            return Admission {
                allowed: false,
                message: block::message(request, &self.told),
                ..Admission::default()
            };
        }
        Admission {
            allowed: true,
            message: String::new(),
            object: None,
            warnings: self.warnings.into_iter().chain(self.later).collect(),
        }
    }
}
