//! From an object or a request to an outcome, in the order of a profile.

mod cel;
mod mutating;
mod payload;
pub(crate) mod tree;

use std::borrow::Cow;
use std::rc::Rc;

use sekisho_classic::{FailurePolicy, Job, Mutated, PolicyPlan, RuleValue};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Observer, Phase, Verdict};
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
    /// What rules for existing objects may change.
    pub(crate) targets: &'a [Value],
}

/// What is the same for all policies.
#[derive(Clone, Copy)]
struct Beside<'a> {
    labels: &'a Value,
    facts: &'a dyn Facts,
    targets: &'a [Value],
}

impl<'a> Beside<'a> {
    fn at<'s>(self, stage: &'s Stage) -> Surroundings<'s>
    where
        'a: 's,
    {
        Surroundings {
            request: &stage.request,
            tree: &stage.tree,
            labels: self.labels,
            facts: self.facts,
            targets: self.targets,
        }
    }
}

/// One object on its way through the policies: each sees it as the one before left it.
struct Way<'w> {
    chain: &'w Chain,
    run: &'w Run<'w>,
    kind: &'w Gvk,
    subresource: &'w Text,
    current: Cow<'w, Value>,
    /// For policies without values of their own, until the object changes.
    shared: Option<Rc<Stage>>,
}

impl Way<'_> {
    fn go_on_with(&mut self, object: Value) {
        self.current = Cow::Owned(object);
        self.shared = None;
    }

    /// What a policy is asked with.
    fn stage(&mut self, plan: &PolicyPlan) -> Rc<Stage> {
        let settings = self
            .run
            .given
            .settings(&plan.name.name, resource::name(&self.current));
        if let Some(stage) = self.shared.as_ref().filter(|_| settings.is_shared()) {
            return Rc::clone(stage);
        }
        let chain = self.chain;
        let made = chain.stage_with(settings, self.run, &self.current, self.kind, self.subresource);
        let made = Rc::new(made);
        if settings.changes_object() {
            // A value below `request.object` changes the object itself, for all that follows.
            if let Some(object) = made.request.subject() {
                self.go_on_with(object.clone());
            }
        } else if settings.is_shared() {
            self.shared = Some(Rc::clone(&made));
        }
        made
    }
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
        let namespace = resource::namespace(run.object);
        let labels = run.given.namespace_labels(namespace, run.facts);
        let mut way = Way {
            chain: self,
            run,
            kind: &kind,
            subresource: &subresource,
            current: Cow::Borrowed(run.object),
            shared: None,
        };
        let beside = Beside {
            labels: &labels,
            facts: run.facts,
            targets: &run.given.targets,
        };
        let mut responses = before.responses;
        let mut lost = false;
        for (position, plan) in self.mutating_classic(&kind.kind) {
            let stage = way.stage(plan);
            let rule_values = run.given.rule_values(&plan.name.name);
            let (response, mutated) =
                self.mutate_classic(position, plan, beside.at(&stage), rule_values, observer);
            responses.extend(response);
            match mutated {
                Mutated::Same => {}
                Mutated::Changed(object) => way.go_on_with(object),
                Mutated::Lost => {
                    lost = true;
                    break;
                }
            }
        }
        // Kyverno's command line goes on with an empty object, which nothing selects; an API server takes back
        // what the policy did.
        let goes_on = !lost || self.profile.order == Order::ApiServer;
        for (position, plan) in self.validating_classic(&kind.kind).filter(|_| goes_on) {
            let stage = way.stage(plan);
            let rule_values = run.given.rule_values(&plan.name.name);
            responses.extend(self.judge(position, plan, beside.at(&stage), rule_values, observer));
        }
        let changed = matches!(way.current, Cow::Owned(_));
        let object = way.current.into_owned();
        let mut outcome = Outcome {
            responses,
            object: object.clone(),
            stopped: None,
        };
        if goes_on {
            let run = &match changed {
                false => *run,
                true => Run {
                    object: &object,
                    old: run.old.or(Some(run.object)),
                    ..*run
                },
            };
            let passage = cel::Passage {
                run,
                kind: &kind,
                subresource: &subresource,
            };
            self.run_cel(&passage, &mut outcome);
        }
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
        let labels = given.namespace_labels(&request.namespace, facts);
        let mut stage = Stage {
            request: request.clone(),
            tree: tree::admission(request),
        };
        let beside = Beside {
            labels: &labels,
            facts,
            targets: &[],
        };
        let mut responses = before.responses;
        for (position, plan) in self.mutating_classic(&request.kind.kind) {
            let (response, mutated) = self.mutate_classic(position, plan, beside.at(&stage), &[], observer);
            responses.extend(response);
            match mutated {
                Mutated::Same => {}
                Mutated::Changed(object) => {
                    stage.request.object = Some(object);
                    stage.tree = tree::admission(&stage.request);
                }
                // What the policy did is taken back, and those behind it see nothing to change.
                Mutated::Lost => break,
            }
        }
        for (position, plan) in self.validating_classic(&request.kind.kind) {
            responses.extend(self.judge(position, plan, beside.at(&stage), &[], observer));
        }
        let mut outcome = Outcome {
            responses,
            object: stage.request.object.clone().unwrap_or_default(),
            stopped: None,
        };
        self.admit_cel(&stage.request, given, facts, &mut outcome);
        outcome
    }

    /// The classic policies that can meet a kind, in order.
    fn classic(&self, kind: &str) -> impl Iterator<Item = (usize, &PolicyPlan)> {
        let positions = self.index.of(kind);
        positions.filter_map(|position| match self.plans.get(position)? {
            Plan::Classic(plan) => Some((position, &**plan)),
            _ => None,
        })
    }

    fn validating_classic(&self, kind: &str) -> impl Iterator<Item = (usize, &PolicyPlan)> {
        self.classic(kind).filter(|(_, plan)| plan.validates())
    }

    /// The classic policies with mutate rules in the order in which they are asked. In a cluster those whose
    /// failure denies are called first, and of each sort those with match conditions of their own last (admission
    /// reference §8).
    fn mutating_classic(&self, kind: &str) -> Vec<(usize, &PolicyPlan)> {
        let mut plans: Vec<(usize, &PolicyPlan)> =
            self.classic(kind).filter(|(_, plan)| plan.mutates()).collect();
        if self.profile.order == Order::ApiServer {
            plans.sort_by_key(|(_, plan)| {
                let is_apart = plan.gate.is_some();
                let name = if is_apart { plan.name.key() } else { String::new() };
                (plan.failure_policy == FailurePolicy::Ignore, is_apart, name)
            });
        }
        plans
    }

    /// What one policy makes of the object, and what it says of that.
    pub(crate) fn mutate_classic<O: Observer>(
        &self,
        position: usize,
        plan: &PolicyPlan,
        surroundings: Surroundings<'_>,
        rule_values: &[RuleValue],
        observer: &mut O,
    ) -> (Option<Response>, Mutated) {
        let mut verdicts = Vec::new();
        let world = FactsWorld(surroundings.facts);
        let job = self.job(surroundings, rule_values, &world);
        let mutated = sekisho_classic::mutate(plan, &job, observer, &mut verdicts);
        (response(position, Phase::Mutate, verdicts), mutated)
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
        let world = FactsWorld(surroundings.facts);
        let job = self.job(surroundings, rule_values, &world);
        sekisho_classic::validate(plan, &job, observer, &mut verdicts);
        response(position, Phase::Validate, verdicts)
    }

    fn job<'j>(
        &'j self,
        surroundings: Surroundings<'j>,
        rule_values: &'j [RuleValue],
        world: &'j FactsWorld<'j>,
    ) -> Job<'j> {
        Job {
            request: surroundings.request,
            tree: surroundings.tree,
            namespace_labels: surroundings.labels,
            rule_values,
            facts: surroundings.facts,
            functions: &self.functions,
            world,
            limits: &self.profile.limits,
            query_limits: &self.query_limits,
            order: self.profile.order,
            targets: surroundings.targets,
        }
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

/// What a policy says in a phase; nothing when it has no verdict.
fn response(plan: usize, phase: Phase, verdicts: Vec<Verdict>) -> Option<Response> {
    (!verdicts.is_empty()).then_some(Response {
        plan,
        phase,
        verdicts,
    })
}
