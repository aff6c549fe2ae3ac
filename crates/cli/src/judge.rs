//! Everything that judges one object: the chain, what it is given, the world; and how verdicts count.

use sekisho_chain::{Action, Chain, FailurePolicy, Given, Outcome, Plan, Run, effective_action};
use sekisho_document::{Map, Value};
use sekisho_evaluator::{Nobody, Reason, Status, Verdict};
use sekisho_kubernetes::{Order, Verb, resource};
use sekisho_parser::cli_kinds::Values;
use sekisho_report::{Counts, Process, Skips, WebhookFailure};

use crate::facts::{World, name_label};

/// What judges; shared between threads.
#[derive(Debug)]
pub struct Judge {
    pub chain: Chain,
    pub given: Given,
    pub world: World,
    /// Failures of rules that only audit count as warnings.
    pub audit_warn: bool,
}

impl Judge {
    #[must_use]
    pub fn judge(&self, object: &Value, operation: Option<Verb>) -> Outcome {
        let run = Run {
            object,
            operation,
            old: None,
            given: &self.given,
            facts: &self.world,
        };
        self.chain.run(&run, &mut Nobody)
    }

    /// Whether the rule behind a verdict only audits objects of this namespace.
    #[must_use]
    pub fn audits(&self, plan: usize, verdict: &Verdict, object: &Value) -> bool {
        match self.chain.plans().get(plan) {
            Some(Plan::Classic(plan)) => {
                let rule = plan.every_rule().find(|rule| rule.name == verdict.rule);
                let namespace = resource::namespace(object);
                let labels = self.given.namespace_labels(namespace);
                effective_action(plan, rule, namespace, &labels) == Action::Audit
            }
            None => false,
        }
    }

    /// What a cluster does when the policy of a plan cannot answer.
    #[must_use]
    pub fn webhook(&self, plan: usize) -> Option<WebhookFailure> {
        let Plan::Classic(plan) = self.chain.plans().get(plan)?;
        Some(match plan.failure_policy {
            FailurePolicy::Fail => WebhookFailure::Closed,
            FailurePolicy::Ignore => WebhookFailure::Open,
        })
    }

    /// Which part of Kyverno would give the answers of a plan (engine reference §10.3).
    #[must_use]
    pub fn process(&self, plan: usize) -> Option<Process> {
        let Plan::Classic(plan) = self.chain.plans().get(plan)?;
        match (plan.background, plan.admission) {
            (true, _) => Some(Process::BackgroundScan),
            (false, true) => Some(Process::AdmissionReview),
            (false, false) => None,
        }
    }

    /// The status that counts (engine reference §10.4).
    #[must_use]
    pub fn counted(&self, verdict: &Verdict, audits: bool) -> Status {
        match verdict.status {
            Status::Fail if !verdict.policy.is_scored() || (self.audit_warn && audits) => Status::Warn,
            status => status,
        }
    }
}

/// How often each status was given, and what lies behind skips and errors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub counts: Counts,
    pub skips: Skips,
    /// Verdicts that are no judgement: errors.
    pub not_judged: u64,
}

impl Tally {
    pub fn add(&mut self, verdict: &Verdict, status: Status) {
        self.counts.add(status);
        match (status, verdict.reason) {
            (Status::Error, _) => self.not_judged += 1,
            (Status::Skip, Reason::Preconditions) => self.skips.preconditions += 1,
            (Status::Skip, Reason::Exception) => self.skips.exceptions += 1,
            (Status::Skip, _) => self.skips.others += 1,
            (Status::Pass | Status::Warn | Status::Fail, _) => {}
        }
    }
}

/// Values as an order sees them: in a cluster every namespace carries its name as a label.
#[must_use]
pub fn values_for(mut values: Values, order: Order) -> Values {
    if order == Order::ApiServer {
        for entry in &mut values.namespace_selector {
            let labels = entry.labels.as_map().cloned().unwrap_or_default();
            entry.labels = Value::Map(name_label(labels, &entry.name.value));
        }
        for namespace in &mut values.namespaces {
            let name = resource::name(namespace).to_owned();
            *namespace = crate::facts::with_name_label(namespace, &name);
        }
    }
    values
}

/// Values of the command line: what is not `key=value`, names the object or comes again is left out, as
/// Kyverno does; what is left out is given back.
#[must_use]
pub fn set_values(words: &[String]) -> (Vec<(sekisho_document::Text, Value)>, Vec<String>) {
    let (mut values, mut left_out) = (Map::new(), Vec::new());
    for word in words {
        match word.split_once('=') {
            Some((key, value))
                if !key.is_empty()
                    && !value.is_empty()
                    && !value.contains('=')
                    && !key.contains("request.object.")
                    && !values.contains_key(key) =>
            {
                values.insert(key, Value::text(value));
            }
            _ => left_out.push(word.clone()),
        }
    }
    let pairs = values.iter().map(|(key, value)| (key.clone(), value.clone()));
    (pairs.collect(), left_out)
}

#[cfg(test)]
mod tests {
    use super::set_values;

    #[test]
    fn values_of_the_command_line_are_read() {
        let words = ["a=1", "b", "=c", "a=2", "request.object.x=3", "d.e=f"].map(str::to_owned);
        let (values, left_out) = set_values(&words);
        let keys: Vec<&str> = values.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["a", "d.e"]);
        assert_eq!(left_out, ["b", "=c", "a=2", "request.object.x=3"]);
    }
}
