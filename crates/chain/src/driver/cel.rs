//! Policies with CEL on one object, as Kyverno's command line judges (command line reference A1.5–A1.6, CEL
//! policies reference §7).

use sekisho_admission::kyverno::{self, Answer, Case, ValidatingPlan, request};
use sekisho_document::{Map, Text, Value};
use sekisho_evaluator::Phase;
use sekisho_kubernetes::{Facts, Gvk, Question, Request, Scope, Source, Verb, resource};
use sekisho_parser::admission::Mode;

use super::Run;
use crate::chain::{Chain, Plan};
use crate::given::Given;
use crate::outcome::{Outcome, Response};

/// One object on its way through all policies with CEL.
pub(super) struct Passage<'p> {
    pub(super) run: &'p Run<'p>,
    pub(super) kind: &'p Gvk,
    pub(super) subresource: &'p Text,
}

impl Chain {
    /// Judges an object by the policies with CEL, behind those without.
    pub(super) fn run_cel(&self, passage: &Passage<'_>, outcome: &mut Outcome) {
        if self.cel.is_empty() {
            return;
        }
        let run = passage.run;
        let operation = match run.operation.map_or_else(|| run.given.operation(), Ok) {
            Ok(operation) => operation,
            Err(text) => {
                outcome.stopped = Some(text);
                return;
            }
        };
        let request = self.request_of(passage, operation);
        let asks_request = self.validating().any(|(_, plan)| plan.asks_request);
        let request_value = match asks_request {
            true => request::document(&request, request::Objects::Included),
            false => Value::Null,
        };
        let namespace_object = self.namespace_object(passage, &request);
        let empty = Value::Map(Map::new());
        let facts = Namespaces {
            given: run.given,
            facts: run.facts,
        };
        let case = Case {
            request: &request,
            object: request.object.as_ref().unwrap_or(&empty),
            old_object: request.old_object.as_ref().unwrap_or(&empty),
            request_value: &request_value,
            namespace_object: &namespace_object,
            kinds: &self.kinds,
            facts: &facts,
        };
        let plain = Case {
            object: run.object,
            old_object: &Value::Null,
            request_value: &Value::Null,
            namespace_object: &Value::Null,
            ..case
        };
        for (position, plan) in self.validating() {
            match plan.mode {
                Mode::Kubernetes => answer(position, plan, &case, outcome),
                Mode::Json => answer(position, plan, &plain, outcome),
                Mode::Envoy | Mode::Http => {}
            }
        }
    }

    /// Judges a document that is no resource, by the policies for such documents.
    #[must_use]
    pub fn run_payload(&self, payload: &Value, facts: &dyn Facts) -> Outcome {
        let mut outcome = Outcome {
            responses: Vec::new(),
            object: payload.clone(),
            stopped: None,
        };
        let request = Request::of_nothing();
        let case = Case {
            request: &request,
            object: payload,
            old_object: &Value::Null,
            request_value: &Value::Null,
            namespace_object: &Value::Null,
            kinds: &self.kinds,
            facts,
        };
        for (position, plan) in self.validating() {
            if plan.mode == Mode::Json {
                answer(position, plan, &case, &mut outcome);
            }
        }
        outcome
    }

    /// The ValidatingPolicies in the order in which they are asked: those for resources first.
    fn validating(&self) -> impl Iterator<Item = (usize, &ValidatingPlan)> {
        let positions = self.cel.iter().copied();
        positions.filter_map(|position| match self.plans.get(position)? {
            Plan::Validating(plan) => Some((position, &**plan)),
            Plan::Classic(_) => None,
        })
    }

    fn request_of(&self, passage: &Passage<'_>, operation: Verb) -> Request {
        let run = passage.run;
        let old = run.old.unwrap_or(run.object);
        let (object, old_object) = match operation {
            Verb::Create | Verb::Connect => (Some(run.object.clone()), None),
            Verb::Update => (Some(run.object.clone()), Some(old.clone())),
            Verb::Delete => (None, Some(run.object.clone())),
        };
        Request {
            operation,
            kind: passage.kind.clone(),
            resource: self.kinds.resource_or_guess(passage.kind),
            subresource: passage.subresource.clone(),
            name: Text::new(resource::name(run.object)),
            namespace: Text::new(resource::namespace(run.object)),
            object,
            old_object,
            user: run.given.user.clone(),
            ..Request::of_nothing()
        }
    }

    /// The value of `namespaceObject`: null for a Namespace, for what lives in none, and where nothing is
    /// said of the namespace (CEL policies reference §7.2.1).
    fn namespace_object(&self, passage: &Passage<'_>, request: &Request) -> Value {
        let kind = passage.kind;
        let name = request.namespace.as_str();
        let is_namespace = kind.group.is_empty() && kind.kind == "Namespace";
        let is_cluster = self.kinds.scope(&kind.group, &kind.kind) == Some(Scope::Cluster);
        if name.is_empty() || is_namespace || is_cluster {
            return Value::Null;
        }
        let run = passage.run;
        let known = run.given.namespace_object(name).cloned();
        known.unwrap_or_else(|| match run.facts.ask(&Question::Namespace { name }) {
            sekisho_kubernetes::Answer::Is(object) => object,
            _ => Value::Null,
        })
    }
}

fn answer(position: usize, plan: &ValidatingPlan, case: &Case<'_>, outcome: &mut Outcome) {
    for variant in &plan.variants {
        let verdicts = match kyverno::validate(plan, variant, case) {
            Answer::Nothing => continue,
            Answer::Excluded => Vec::new(),
            Answer::Says(verdict) => vec![*verdict],
        };
        outcome.responses.push(Response {
            plan: position,
            phase: Phase::Validate,
            verdicts,
        });
    }
}

/// Facts in which every namespace has labels: those that are given, or at least its name.
struct Namespaces<'n> {
    given: &'n Given,
    facts: &'n dyn Facts,
}

impl Facts for Namespaces<'_> {
    fn ask(&self, question: &Question<'_>) -> sekisho_kubernetes::Answer {
        use sekisho_kubernetes::Answer;
        let Question::Namespace { name } = question else {
            return self.facts.ask(question);
        };
        if let Some(object) = self.given.namespace_object(name) {
            return Answer::Is(object.clone());
        }
        match self.facts.ask(question) {
            Answer::Is(object) => Answer::Is(object),
            _ => {
                let label = [("kubernetes.io/metadata.name", Value::text(name))];
                Answer::Is(namespace(name, Value::Map(label.into_iter().collect())))
            }
        }
    }

    fn offers(&self, source: Source) -> bool {
        self.facts.offers(source)
    }
}

/// A Namespace object of which nothing but name and labels is known.
pub(crate) fn namespace(name: &str, labels: Value) -> Value {
    let map = |fields: Vec<(&str, Value)>| Value::Map(fields.into_iter().collect());
    let mut metadata = vec![("name", Value::text(name))];
    if labels.as_map().is_some_and(|labels| !labels.is_empty()) {
        metadata.push(("labels", labels));
    }
    map(vec![
        ("metadata", map(metadata)),
        ("spec", map(Vec::new())),
        ("status", map(Vec::new())),
    ])
}
