//! From an object or a request to an outcome, in the order of a profile.

mod tree;

use std::borrow::Cow;

use sekisho_classic::{Job, PolicyPlan, RuleValue};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Observer, Phase};
use sekisho_kubernetes::{Answer, Facts, Gvk, Order, Question, Request, Verb, resource};

use crate::chain::{Chain, Plan};
use crate::given::{self, Given, split_path};
use crate::outcome::{Outcome, Response};
use crate::world::FactsWorld;

/// One object that is judged as if it were sent to a cluster.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a bundle of borrowed parts, one of which is a trait object"
)]
pub struct Run<'a> {
    /// As the profile wants it: for Kyverno's command line with every number a float.
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
struct Surroundings<'a> {
    request: &'a Request,
    tree: &'a Value,
    /// Of the namespace; null when nothing is known of it.
    labels: &'a Value,
    facts: &'a dyn Facts,
}

impl Chain {
    /// Judges one object by all policies.
    pub fn run<O: Observer>(&self, run: &Run<'_>, observer: &mut O) -> Outcome {
        let mut current = Cow::Borrowed(run.object);
        let kind = Gvk::of(run.object);
        let (kind, subresource) = run.given.parent_of(&kind).unwrap_or((kind, Text::default()));
        let namespace = resource::namespace(run.object);
        let labels = match run.given.namespace_labels(namespace) {
            Value::Null if !namespace.is_empty() => labels_of(namespace, run.facts),
            given => given,
        };
        let mut shared: Option<Stage> = None;
        let mut responses = Vec::new();
        for position in self.index.of(&kind.kind) {
            let Some(Plan::Classic(plan)) = self.plans.get(position) else {
                continue;
            };
            if !plan.validates() {
                continue;
            }
            let values = run.given.values_of(&plan.name.name, resource::name(&current));
            let rule_values = run.given.rule_values_of(&plan.name.name);
            let own;
            let stage = if values.is_empty() {
                &*shared.get_or_insert_with(|| self.stage(run, &current, run.operation, &kind, &subresource))
            } else {
                let (stage, changed) = self.stage_with_values(run, &current, &values, &kind, &subresource);
                own = stage;
                if changed {
                    // A value below `request.object` changes the object itself, for all that follows.
                    if let Some(object) = own.request.subject() {
                        current = Cow::Owned(object.clone());
                        shared = None;
                    }
                }
                &own
            };
            let surroundings = Surroundings {
                request: &stage.request,
                tree: &stage.tree,
                labels: &labels,
                facts: run.facts,
            };
            responses.extend(self.judge(position, plan, surroundings, &rule_values, observer));
        }
        Outcome {
            responses,
            object: current.into_owned(),
        }
    }

    /// Judges one admission request by all policies.
    pub fn admit<O: Observer>(&self, request: &Request, facts: &dyn Facts, observer: &mut O) -> Outcome {
        let tree = tree::admission(request);
        let surroundings = Surroundings {
            request,
            tree: &tree,
            labels: &labels_of(&request.namespace, facts),
            facts,
        };
        let mut responses = Vec::new();
        for position in self.index.of(&request.kind.kind) {
            let Some(Plan::Classic(plan)) = self.plans.get(position) else {
                continue;
            };
            responses.extend(self.judge(position, plan, surroundings, &[], observer));
        }
        Outcome {
            responses,
            object: request.object.clone().unwrap_or_default(),
        }
    }

    /// What one policy says; nothing when it has no verdict.
    fn judge<O: Observer>(
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

    /// The same with values merged into the tree. The objects are read back from it; says whether that
    /// may have changed them.
    fn stage_with_values(
        &self,
        run: &Run<'_>,
        object: &Value,
        values: &[(&str, &Value)],
        kind: &Gvk,
        subresource: &Text,
    ) -> (Stage, bool) {
        let operation = run.operation.or_else(|| given::operation(values));
        let mut stage = self.stage(run, object, operation, kind, subresource);
        for (key, value) in values {
            let path = split_path(key);
            let path: Vec<&str> = path.iter().map(Text::as_str).collect();
            sekisho_classic::merge(&mut stage.tree, &path, (*value).clone());
        }
        if let Some(operation) = run.operation {
            sekisho_classic::merge(
                &mut stage.tree,
                &["request", "operation"],
                Value::text(operation.as_str()),
            );
        }
        let read_back = |field: &str| {
            stage
                .tree
                .at(&["request", field])
                .filter(|value| !value.is_null())
                .cloned()
        };
        let (new, old) = (read_back("object"), read_back("oldObject"));
        let changed = values
            .iter()
            .any(|(key, _)| key.starts_with("request.object") || key.starts_with("request.oldObject"));
        if changed {
            stage.request.object = new.filter(|_| stage.request.object.is_some());
            stage.request.old_object = old.filter(|_| stage.request.old_object.is_some());
        }
        (stage, changed)
    }
}

/// The labels of a namespace; null when nothing is known of it.
fn labels_of(namespace: &str, facts: &dyn Facts) -> Value {
    match facts.ask(&Question::Namespace { name: namespace }) {
        Answer::Is(object) => object.at(&["metadata", "labels"]).cloned().unwrap_or_default(),
        Answer::Absent | Answer::Failed(_) | Answer::Unknown => Value::Null,
    }
}
