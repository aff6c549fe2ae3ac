//! MutatingPolicies on one object: one after the other, then on the existing objects that are given (CEL
//! policies reference §7.6).

use sekisho_admission::kyverno::{self, Answer, Case, MutatingPlan};
use sekisho_document::{Map, Value};
use sekisho_evaluator::{Phase, Verdict};
use sekisho_kubernetes::cel::Told;
use sekisho_kubernetes::{Gvk, Order, Request, Schema, resource};

use super::cel::{Known, Unknown};
use crate::chain::{Chain, Plan};
use crate::outcome::Response;

/// What the policies made of an object.
pub(super) struct Mutated {
    pub(super) object: Value,
    pub(super) responses: Vec<Response>,
}

impl Chain {
    fn mutating(&self) -> impl Iterator<Item = (usize, &MutatingPlan)> {
        let positions = self.cel.iter().copied();
        positions.filter_map(|position| match self.plans.get(position)? {
            Plan::Mutating(plan) => Some((position, &**plan)),
            Plan::Classic(_) | Plan::Validating(_) | Plan::Native(_) => None,
        })
    }

    /// Changes the object of a request, and existing objects; nothing where no policy does.
    pub(super) fn mutate(&self, request: &Request, known: Known<'_>) -> Option<Mutated> {
        self.mutate_by(request, known, |_| true)
    }

    /// The same by some of the policies, by their positions.
    pub(super) fn mutate_by(
        &self,
        request: &Request,
        known: Known<'_>,
        chosen: impl Fn(usize) -> bool,
    ) -> Option<Mutated> {
        let schema = self.merging.as_deref()?;
        let namespace = self.namespace_object(request, known);
        let stage = Stage {
            chain: self,
            request,
            told: Told::with_maps(request),
            namespace,
            known,
            schema,
        };
        let empty = Value::Map(Map::new());
        let first = request.object.as_ref().unwrap_or(&empty);
        let mut object = first.clone();
        let mut responses = Vec::new();
        for (position, plan) in self.mutating() {
            if !chosen(position) || self.is_elsewhere(plan.namespace.as_ref(), request) {
                continue;
            }
            for variant in &plan.variants {
                let answer = stage.about(&object, |case| {
                    kyverno::mutate(plan, variant, &object, case, schema)
                });
                if let Answer::Says(verdict) = &answer
                    && let Some(after) = &verdict.after
                {
                    object = after.clone();
                }
                responses.extend(super::cel::response(position, Phase::Mutate, answer));
            }
        }
        if self.profile.order == Order::KyvernoCli && object != *first {
            // There every response shows what all of them made.
            let verdicts = responses.iter_mut().flat_map(|response| &mut response.verdicts);
            verdicts.for_each(|verdict: &mut Verdict| verdict.after = Some(object.clone()));
        }
        stage.existing(&object, &mut responses);
        Some(Mutated { object, responses })
    }
}

/// What stays the same from policy to policy.
struct Stage<'s> {
    chain: &'s Chain,
    request: &'s Request,
    told: Told<'s>,
    namespace: Value,
    known: Known<'s>,
    schema: &'s Schema,
}

impl Stage<'_> {
    /// Asks about what the object of the request has become.
    fn about<T>(&self, object: &Value, ask: impl FnOnce(&Case<'_>) -> T) -> T {
        let empty = Value::Map(Map::new());
        let old = self.request.old_object.as_ref().unwrap_or(&empty);
        let request = Request {
            object: self.request.object.is_some().then(|| object.clone()),
            ..self.request.clone()
        };
        let facts = self.known.namespaces(Unknown::WithItsName);
        let case = Case {
            request: &request,
            given: &kyverno::given(object, old, &self.told, &self.namespace),
            kinds: &self.chain.kinds,
            facts: &facts,
        };
        ask(&case)
    }

    /// Changes the existing objects that are given: every trigger finds them as they were given.
    fn existing(&self, trigger: &Value, responses: &mut Vec<Response>) {
        let empty = Value::Map(Map::new());
        let old = self.request.old_object.as_ref().unwrap_or(&empty);
        let trigger = kyverno::given(trigger, old, &self.told, &self.namespace);
        for (position, plan) in self.chain.mutating() {
            let Some(targets) = &plan.targets else { continue };
            for target in &self.known.given.only_targets {
                let verdict = self.about_target(target, |case| {
                    kyverno::mutate_target(plan, targets, target, &trigger, case, self.schema)
                });
                responses.extend(verdict.map(|verdict| Response {
                    plan: position,
                    phase: Phase::Mutate,
                    verdicts: vec![verdict],
                }));
            }
        }
    }

    /// Asks about an existing object, as if the request were about it; what expressions are told of the
    /// request is yet about the trigger.
    fn about_target<T>(&self, target: &Value, ask: impl FnOnce(&Case<'_>) -> T) -> T {
        let kind = Gvk::of(target);
        let request = Request {
            object: Some(target.clone()),
            old_object: None,
            resource: self.chain.kinds.resource_or_guess(&kind),
            subresource: Default::default(),
            name: resource::name(target).into(),
            namespace: resource::namespace(target).into(),
            kind,
            ..self.request.clone()
        };
        let empty = Value::Map(Map::new());
        let namespace = self.chain.namespace_object(&request, self.known);
        let facts = self.known.namespaces(Unknown::WithItsName);
        let case = Case {
            request: &request,
            given: &kyverno::given(target, &empty, &self.told, &namespace),
            kinds: &self.chain.kinds,
            facts: &facts,
        };
        ask(&case)
    }
}
