//! From an object or a request to an outcome, in the order of a profile.

mod cel;
mod mutating;
mod payload;
pub(crate) mod tree;

use std::borrow::Cow;

use sekisho_classic::{Job, PolicyPlan, RuleValue};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Observer, Phase};
use sekisho_kubernetes::{Facts, Gvk, Order, Request, Verb, resource};

use crate::chain::{Chain, Plan};
use crate::given::{Given, Settings};
use crate::outcome::{Outcome, Response};
use crate::world::FactsWorld;

/// One object that is judged as if it were sent to a cluster.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a bundle of borrowed parts, one of which is a trait object"
)]
pub struct Run<'a> {
    /// As the profile wants it: for Kyverno's command line with every number a float, in the order of a
    /// cluster as [`Chain::received`] gives it.
    pub object: &'a Value,
    /// The operation, when it is asked for; else values decide, else it is a creation.
    pub operation: Option<Verb>,
    /// The object before an update, where it differs from the new one.
    pub old: Option<&'a Value>,
    pub given: &'a Given,
    pub facts: &'a dyn Facts,
}

/// What all policies without values of their own share.
struct Stage {
    request: Request,
    tree: Value,
}

/// What a policy is judged in, beside itself.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) request: &'a Request,
    pub(crate) tree: &'a Value,
    /// Of the namespace; null when nothing is known of it.
    pub(crate) labels: &'a Value,
    pub(crate) facts: &'a dyn Facts,
}

impl Chain {
    /// Judges one object by all policies.
    pub fn run<O: Observer>(&self, run: &Run<'_>, observer: &mut O) -> Outcome {
        let kind = Gvk::of(run.object);
        let (kind, subresource) = run.given.parent_of(&kind).unwrap_or((kind, Text::default()));
        let mut before = Outcome::of(run.object.clone());
        let passage = cel::Passage {
            run,
            kind: &kind,
            subresource: &subresource,
        };
        let mutated = self.mutate_first(&passage, &mut before);
        let run = &match &mutated {
            None => *run,
            Some(object) => Run {
                object,
                old: run.old.or(Some(run.object)),
                ..*run
            },
        };
        let mut current = Cow::Borrowed(run.object);
        let namespace = resource::namespace(run.object);
        let labels = run.given.namespace_labels(namespace, run.facts);
        let mut shared: Option<Stage> = None;
        let mut responses = before.responses;
        for position in self.index.of(&kind.kind) {
            let Some(Plan::Classic(plan)) = self.plans.get(position) else {
                continue;
            };
            if !plan.validates() {
                continue;
            }
            let settings = run.given.settings(&plan.name.name, resource::name(&current));
            let made;
            let stage = match &shared {
                Some(stage) if settings.is_shared() => stage,
                _ => {
                    made = self.stage_with(settings, run, &current, &kind, &subresource);
                    if settings.changes_object() {
                        // A value below `request.object` changes the object itself, for all that follows.
                        if let Some(object) = made.request.subject() {
                            current = Cow::Owned(object.clone());
                            shared = None;
                        }
                        &made
                    } else if settings.is_shared() {
                        &*shared.insert(made)
                    } else {
                        &made
                    }
                }
            };
            let surroundings = Surroundings {
                request: &stage.request,
                tree: &stage.tree,
                labels: &labels,
                facts: run.facts,
            };
            responses.extend(self.judge(
                position,
                plan,
                surroundings,
                run.given.rule_values(&plan.name.name),
                observer,
            ));
        }
        let mut outcome = Outcome {
            responses,
            object: current.into_owned(),
            stopped: None,
        };
        let passage = cel::Passage {
            run,
            kind: &kind,
            subresource: &subresource,
        };
        self.run_cel(&passage, &mut outcome);
        outcome
    }

    /// Judges one admission request by all policies.
    pub fn admit<O: Observer>(&self, request: &Request, facts: &dyn Facts, observer: &mut O) -> Outcome {
        self.admit_given(request, &Given::default(), facts, observer)
    }

    /// Judges one admission request by all policies, with what is said of namespaces beside the facts.
    pub fn admit_given<O: Observer>(
        &self,
        request: &Request,
        given: &Given,
        facts: &dyn Facts,
        observer: &mut O,
    ) -> Outcome {
        let mut before = Outcome::of(request.object.clone().unwrap_or_default());
        let mutated = self.admit_first(request, given, facts, &mut before);
        let changed = mutated.map(|object| Request {
            object: Some(object),
            ..request.clone()
        });
        let request = changed.as_ref().unwrap_or(request);
        let tree = tree::admission(request);
        let surroundings = Surroundings {
            request,
            tree: &tree,
            labels: &given.namespace_labels(&request.namespace, facts),
            facts,
        };
        let mut responses = before.responses;
        for position in self.index.of(&request.kind.kind) {
            let Some(Plan::Classic(plan)) = self.plans.get(position) else {
                continue;
            };
            responses.extend(self.judge(position, plan, surroundings, &[], observer));
        }
        let mut outcome = Outcome {
            responses,
            object: request.object.clone().unwrap_or_default(),
            stopped: None,
        };
        self.admit_cel(request, given, facts, &mut outcome);
        outcome
    }

    /// What one policy says; nothing when it has no verdict.
    pub(crate) fn judge<O: Observer>(
        &self,
        position: usize,
        plan: &PolicyPlan,
        surroundings: Surroundings<'_>,
        rule_values: &[RuleValue],
        observer: &mut O,
    ) -> Option<Response> {
        let mut verdicts = Vec::new();
        let job = Job {
            request: surroundings.request,
            tree: surroundings.tree,
            namespace_labels: surroundings.labels,
            rule_values,
            facts: surroundings.facts,
            functions: &self.functions,
            world: &FactsWorld(surroundings.facts),
            limits: &self.profile.limits,
            query_limits: &self.query_limits,
            order: self.profile.order,
        };
        sekisho_classic::validate(plan, &job, observer, &mut verdicts);
        (!verdicts.is_empty()).then_some(Response {
            plan: position,
            phase: Phase::Validate,
            verdicts,
        })
    }

    /// The request and the tree for an operation on an object.
    fn stage(
        &self,
        run: &Run<'_>,
        object: &Value,
        operation: Option<Verb>,
        kind: &Gvk,
        subresource: &Text,
    ) -> Stage {
        let operation = operation.unwrap_or(Verb::Create);
        let old = run.old.unwrap_or(object);
        let (new, old) = match operation {
            Verb::Create | Verb::Connect => (Some(object), None),
            Verb::Update => (Some(object), Some(old)),
            Verb::Delete => (None, Some(object)),
        };
        let namespace = match self.profile.order {
            Order::KyvernoCli => new.map(resource::namespace).unwrap_or_default(),
            Order::ApiServer => resource::namespace(object),
        };
        let request = Request {
            uid: Text::default(),
            operation,
            kind: kind.clone(),
            resource: self.kinds.resource_or_guess(kind),
            subresource: subresource.clone(),
            requested: None,
            name: Text::new(resource::name(object)),
            namespace: Text::new(namespace),
            object: new.cloned(),
            old_object: old.cloned(),
            options: Value::Null,
            dry_run: false,
            user: run.given.user.clone(),
        };
        let tree = match self.profile.order {
            Order::KyvernoCli => tree::offline(&request),
            Order::ApiServer => tree::admission(&request),
        };
        Stage { request, tree }
    }

    /// The same with values merged into the tree. Where they may have changed the objects, those are read
    /// back from it.
    fn stage_with(
        &self,
        settings: Settings<'_>,
        run: &Run<'_>,
        object: &Value,
        kind: &Gvk,
        subresource: &Text,
    ) -> Stage {
        let operation = run.operation.or_else(|| settings.operation());
        let mut stage = self.stage(run, object, operation, kind, subresource);
        if settings.is_empty() {
            return stage;
        }
        for setting in settings.iter() {
            let path: Vec<&str> = setting.path.iter().map(Text::as_str).collect();
            sekisho_classic::merge(&mut stage.tree, &path, setting.value.clone());
        }
        if let Some(operation) = run.operation {
            sekisho_classic::merge(
                &mut stage.tree,
                &["request", "operation"],
                Value::text(operation.as_str()),
            );
        }
        if settings.changes_object() {
            let read_back = |field: &str| {
                stage
                    .tree
                    .at(&["request", field])
                    .filter(|value| !value.is_null())
                    .cloned()
            };
            let (new, old) = (read_back("object"), read_back("oldObject"));
            stage.request.object = new.filter(|_| stage.request.object.is_some());
            stage.request.old_object = old.filter(|_| stage.request.old_object.is_some());
        }
        stage
    }
}
