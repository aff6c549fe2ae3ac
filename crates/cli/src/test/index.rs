//! Names of a test case, looked up rather than searched: a test may have tens of thousands of entries.

use std::collections::{HashMap, HashSet};

use sekisho_chain::{Plan, Refused, RuleBody};
use sekisho_diagnostics::nearest;
use sekisho_kubernetes::Verb;
use sekisho_parser::Policy;

use super::RunOutput;
use super::rows::{Key, Target};
use crate::judge::Judge;

/// What entries name.
#[derive(Debug, Default)]
pub(super) struct Index<'m> {
    keys: HashMap<Option<Verb>, Keys<'m>>,
    nothing: Keys<'m>,
    /// Plans by the name of their policy, with their positions.
    plans: HashMap<&'m str, Vec<(usize, &'m Plan)>>,
    /// Of the policies that are not evaluated yet the first of each name.
    later: HashMap<&'m str, &'m Policy>,
    refused: HashMap<&'m str, &'m Refused>,
    /// Objects that rules for existing objects changed, as they are shown.
    targets: HashMap<(Option<Verb>, String), &'m Target<'m>>,
    /// Positions of MutatingPolicies.
    mutating: HashSet<usize>,
    /// The names of all policies, in order.
    policies: Vec<&'m str>,
    known: HashSet<&'m str>,
    /// Whether some policy changes objects in a way that is not evaluated.
    mutates_later: bool,
}

/// Everything there is for an operation.
#[derive(Debug, Default)]
pub(super) struct Keys<'m> {
    pub(super) all: Vec<Key<'m>>,
    /// The last part of each key as it is shown, for advice.
    pub(super) names: Vec<&'m str>,
    by_name: HashMap<&'m str, Vec<usize>>,
    /// By namespace, then by name.
    by_both: HashMap<&'m str, HashMap<&'m str, Vec<usize>>>,
}

impl<'m> Index<'m> {
    pub(super) fn new(
        runs: &'m [RunOutput],
        targets: &'m [Target<'m>],
        policies: &'m [Policy],
        judge: &'m Judge,
    ) -> Index<'m> {
        let mut index = Index::default();
        let of_runs: HashSet<(Option<Verb>, String)> = runs
            .iter()
            .map(|run| (run.operation, Key::Run(run).shown()))
            .collect();
        for target in targets {
            let key = (target.operation, target.shown.clone());
            if !of_runs.contains(&key) {
                let keys = index.keys.entry(target.operation).or_default();
                keys.add(Key::Target(target));
            }
            index.targets.insert(key, target);
        }
        for run in runs {
            let keys = index.keys.entry(run.operation).or_default();
            keys.add(Key::Run(run));
        }
        for (position, plan) in judge.chain.plans().iter().enumerate() {
            let plans = index.plans.entry(&plan.name().name).or_default();
            plans.push((position, plan));
            if plan.name().kind.ends_with("MutatingPolicy") {
                index.mutating.insert(position);
            }
            index.mutates_later |= mutates_later(plan);
        }
        for policy in policies {
            let name = policy.meta().name.value.as_str();
            index.policies.push(name);
            index.mutates_later |= policy.comes_later() && policy.meta().gvk.kind.contains("Mutating");
            if policy.comes_later() {
                index.later.entry(name).or_insert(policy);
            }
        }
        let refused = judge.chain.refused().iter();
        for refused in refused.filter(|refused| !refused.policy.kind.ends_with("Binding")) {
            index.policies.push(&refused.policy.name);
            index.refused.entry(&refused.policy.name).or_insert(refused);
        }
        index.known = index.policies.iter().copied().collect();
        index
    }

    pub(super) fn keys(&self, operation: Option<Verb>) -> &Keys<'m> {
        self.keys.get(&operation).unwrap_or(&self.nothing)
    }

    pub(super) fn plans(&self, policy: &str) -> &[(usize, &'m Plan)] {
        let plans = self.plans.get(policy);
        plans.map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn later(&self, policy: &str) -> Option<&'m Policy> {
        self.later.get(policy).copied()
    }

    pub(super) fn refused(&self, policy: &str) -> Option<&'m Refused> {
        self.refused.get(policy).copied()
    }

    pub(super) fn target(&self, operation: Option<Verb>, shown: &str) -> Option<&'m Target<'m>> {
        self.targets.get(&(operation, shown.to_owned())).copied()
    }

    pub(super) fn is_mutating_policy(&self, plan: usize) -> bool {
        self.mutating.contains(&plan)
    }

    pub(super) fn mutates_later(&self) -> bool {
        self.mutates_later
    }

    /// The names of all policies; nothing when the one that is looked for is among them.
    pub(super) fn others(&self, policy: &str) -> Option<&[&'m str]> {
        (!self.known.contains(policy)).then_some(&self.policies)
    }
}

fn mutates_later(plan: &Plan) -> bool {
    match plan {
        Plan::Classic(plan) => plan
            .rules
            .iter()
            .any(|rule| matches!(rule.body, RuleBody::Later("mutate"))),
        Plan::Validating(_) | Plan::Mutating(_) | Plan::Native(_) => false,
    }
}

impl<'m> Keys<'m> {
    fn add(&mut self, key: Key<'m>) {
        let (namespace, name) = key.names();
        let position = self.all.len();
        self.all.push(key);
        self.names.push(name.rsplit('/').next().unwrap_or(name));
        if key.can_be_named() {
            self.by_name.entry(name).or_default().push(position);
            let of_namespace = self.by_both.entry(namespace).or_default();
            of_namespace.entry(name).or_default().push(position);
        }
    }

    /// The keys that a text names: by name, or by namespace and name (command line reference A1.7).
    pub(super) fn named(&self, text: &str) -> impl Iterator<Item = Key<'m>> {
        let found = match text.split_once('/') {
            None => self.by_name.get(text),
            Some((_, name)) if name.contains('/') => None,
            Some((namespace, name)) => self
                .by_both
                .get(namespace)
                .and_then(|of_namespace| of_namespace.get(name)),
        };
        let found = found.map(Vec::as_slice).unwrap_or_default();
        found
            .iter()
            .filter_map(|position| self.all.get(*position).copied())
    }
}

/// Advice on names that are not there, as long as it does not cost more than everything else.
#[derive(Debug)]
pub(super) struct Advice {
    /// Names that may still be compared.
    left: usize,
}

impl Advice {
    pub(super) fn new() -> Advice {
        Advice { left: 200_000 }
    }

    pub(super) fn nearest<'n>(&mut self, name: &str, names: &[&'n str]) -> Option<&'n str> {
        self.left = self.left.checked_sub(names.len())?;
        nearest(name, names.iter().copied())
    }
}
