//! What the webhooks that change objects answer (admission reference §8).

use sekisho_classic::Mutated;
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Nobody, Status, Verdict};
use sekisho_kubernetes::{Facts, Request, Verb, resource};
use sekisho_parser::classic::FailurePolicy;

use super::{Admission, Handler};
use crate::chain::{Chain, Plan};
use crate::driver::{Surroundings, tree};
use crate::given;

impl Chain {
    /// Mutate rules of classic policies, one after the other.
    pub(super) fn mutated(&self, handler: &Handler, request: &Request, facts: &dyn Facts) -> Admission {
        let mut request = request.clone();
        let labels = given::labels_of(&request.namespace, facts);
        let mut warnings = Vec::new();
        let mut changed = false;
        for position in &handler.plans {
            let Some(Plan::Classic(plan)) = self.plans.get(*position) else {
                continue;
            };
            let tree = tree::admission(&request);
            let surroundings = Surroundings {
                request: &request,
                tree: &tree,
                labels: &labels,
                facts,
                targets: &[],
            };
            let (response, mutated) = self.mutate_classic(*position, plan, surroundings, &[], &mut Nobody);
            let verdicts = response.map(|response| response.verdicts).unwrap_or_default();
            let errors: Vec<&Verdict> = verdicts.iter().filter(|verdict| is_error(verdict)).collect();
            if !errors.is_empty() && handler.failure == FailurePolicy::Fail {
                let name = plan.name.key();
                let rules: Vec<String> = errors
                    .iter()
                    .map(|verdict| format!("{}: {}", verdict.rule, verdict.message))
                    .collect();
                let rules = rules.join(" ");
                return Admission {
                    message: format!(
                        "mutation policy {name} error: failed to apply policy {name} rules [{rules}]"
                    ),
                    ..Admission::default()
                };
            }
            let told = verdicts
                .iter()
                .filter(|verdict| is_error(verdict) || (plan.emit_warning && verdict.status != Status::Skip));
            warnings.extend(
                told.map(|verdict| {
                    format!("policy {}.{}: {}", plan.name.key(), verdict.rule, verdict.message)
                }),
            );
            match mutated {
                Mutated::Same => {}
                Mutated::Changed(object) => {
                    request.object = Some(object);
                    changed = true;
                }
                // Those behind it find nothing to change.
                Mutated::Lost => break,
            }
        }
        Admission {
            allowed: true,
            warnings,
            object: request.object.filter(|_| changed),
            ..Admission::default()
        }
    }

    /// MutatingPolicies of the cluster, or those of a namespace.
    pub(super) fn mutated_by_cel(
        &self,
        handler: &Handler,
        request: &Request,
        facts: &dyn Facts,
    ) -> Admission {
        let allowed = Admission {
            allowed: true,
            ..Admission::default()
        };
        if request.operation == Verb::Delete {
            return allowed;
        }
        let Some((object, responses)) = self.mutated_in_cluster(request, facts, &handler.plans) else {
            return allowed;
        };
        let verdicts = responses.iter().flat_map(|response| {
            let verdicts = response.verdicts.iter();
            verdicts.map(|verdict| (response.plan, verdict))
        });
        let denying = verdicts.filter(|(plan, verdict)| {
            let fails = |plan: &Plan| matches!(plan, Plan::Mutating(plan) if plan.failure_policy == FailurePolicy::Fail);
            is_error(verdict) && self.plans.get(*plan).is_some_and(fails)
        });
        let errors: Vec<String> = denying
            .map(|(_, verdict)| format!("Policy {}: {}", verdict.policy.name, verdict.message))
            .collect();
        if errors.is_empty() {
            let changed = request.object.as_ref() != Some(&object);
            return Admission {
                object: changed.then_some(object),
                ..allowed
            };
        }
        let subject = request.subject().unwrap_or(&Value::Null);
        Admission {
            message: format!(
                "Resource: {}/{}, Kind: {}, Errors: [{}]",
                request.namespace,
                resource::name(subject),
                request.requested_kind().kind,
                errors.join(", ")
            ),
            ..Admission::default()
        }
    }
}

fn is_error(verdict: &Verdict) -> bool {
    matches!(verdict.status, Status::Error | Status::Fail)
}

/// The path of a webhook for CEL policies, by the policies behind it.
pub(super) fn path(prefix: &str, name: &Text) -> String {
    format!("{prefix}/{name}")
}
