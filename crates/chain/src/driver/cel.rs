//! Policies with CEL on one object, as Kyverno's command line judges (command line reference A1.5–A1.6, CEL
//! policies reference §7).

use sekisho_admission::kyverno::{self, Answer, Case, NativeCase, NativePlan, ValidatingPlan};
use sekisho_admission::vap;
use sekisho_document::{Map, Text, Value};
use sekisho_evaluator::Phase;
use sekisho_kubernetes::cel::{Told, known_namespace};
use sekisho_kubernetes::{Facts, Gvk, Order, Question, Request, Scope, Source, User, Verb, resource};
use sekisho_parser::admission::Mode;

use super::Run;
use super::mutating::Mutated;
use crate::chain::{Chain, Plan};
use crate::given::Given;
use crate::outcome::{Outcome, Response, Stop};

/// One object on its way through all policies with CEL.
#[derive(Clone, Copy)]
pub(super) struct Passage<'p> {
    pub(super) run: &'p Run<'p>,
    pub(super) kind: &'p Gvk,
    pub(super) subresource: &'p Text,
}

/// What is known beside a request.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) given: &'k Given,
    pub(super) facts: &'k dyn Facts,
}

impl Outcome {
    /// Takes up what mutations made: their responses, and the object, if there is one that they could change.
    fn take(&mut self, mutated: Mutated, has_object: bool) -> Option<Value> {
        self.responses.extend(mutated.responses);
        if !has_object || mutated.object == self.object {
            return None;
        }
        self.object = mutated.object.clone();
        Some(mutated.object)
    }
}

impl Chain {
    /// Judges an object by the policies with CEL, behind those without. On Kyverno's command line it is changed
    /// here too; a cluster has done that before.
    pub(super) fn run_cel(&self, passage: &Passage<'_>, outcome: &mut Outcome) {
        if self.cel.is_empty() {
            return;
        }
        let run = passage.run;
        let operation = match run.operation.map_or_else(|| run.given.operation(), Ok) {
            Ok(operation) => operation,
            Err(stop) => {
                outcome.stopped = Some(stop.to_string());
                return;
            }
        };
        let known = Known {
            given: run.given,
            facts: run.facts,
        };
        let mut request = self.request_of(passage, operation);
        match self.profile.order {
            Order::ApiServer => {
                self.native(&request, known, outcome);
                self.own(&request, run.object, known, outcome);
            }
            Order::KyvernoCli => {
                let made = self
                    .mutate(&request, known)
                    .and_then(|mutated| outcome.take(mutated, request.object.is_some()));
                let run = &Run {
                    object: made.as_ref().unwrap_or(run.object),
                    ..*run
                };
                let passage = Passage { run, ..*passage };
                if made.is_some() {
                    request = self.request_of(&passage, operation);
                }
                if let Err(stop) = self.offline_native(&passage, outcome) {
                    outcome.stopped = Some(stop.to_string());
                }
                self.own(&request, run.object, known, outcome);
            }
        }
    }

    /// What a cluster makes of an object before it is judged; nothing where it stays as it is.
    pub(super) fn mutate_first(&self, passage: &Passage<'_>, outcome: &mut Outcome) -> Option<Value> {
        if self.profile.order != Order::ApiServer || self.merging.is_none() {
            return None;
        }
        let run = passage.run;
        let operation = run.operation.map_or_else(|| run.given.operation(), Ok).ok()?;
        let known = Known {
            given: run.given,
            facts: run.facts,
        };
        let request = self.request_of(passage, operation);
        let mutated = self.mutate(&request, known)?;
        outcome.take(mutated, request.object.is_some())
    }

    /// The same of the object of an admission request.
    pub(super) fn admit_first(
        &self,
        request: &Request,
        given: &Given,
        facts: &dyn Facts,
        outcome: &mut Outcome,
    ) -> Option<Value> {
        let mutated = self.mutate(request, Known { given, facts })?;
        outcome.take(mutated, request.object.is_some())
    }

    /// What some MutatingPolicies make of the object of a request in a cluster.
    pub(crate) fn mutated_in_cluster(
        &self,
        request: &Request,
        facts: &dyn Facts,
        plans: &[usize],
    ) -> Option<(Value, Vec<Response>)> {
        let known = Known {
            given: &Given::default(),
            facts,
        };
        let mutated = self.mutate_by(request, known, |position| plans.contains(&position))?;
        Some((mutated.object, mutated.responses))
    }

    /// Judges an admission request by the policies with CEL.
    pub(super) fn admit_cel(
        &self,
        request: &Request,
        given: &Given,
        facts: &dyn Facts,
        outcome: &mut Outcome,
    ) {
        if self.cel.is_empty() {
            return;
        }
        let known = Known { given, facts };
        self.native(request, known, outcome);
        let null = Value::Null;
        self.own(request, request.subject().unwrap_or(&null), known, outcome);
    }

    /// The policies of Kyverno, of whatever they have to say in a cluster.
    pub(crate) fn own_in_cluster(&self, request: &Request, facts: &dyn Facts, outcome: &mut Outcome) {
        let known = Known {
            given: &Given::default(),
            facts,
        };
        self.own(request, &Value::Null, known, outcome);
    }

    /// The policies of Kyverno; `subject` is what those for plain JSON judge.
    fn own(&self, request: &Request, subject: &Value, known: Known<'_>, outcome: &mut Outcome) {
        let told = Told::with_objects(request);
        let facts = known.namespaces(Unknown::WithItsName);
        let namespace_object = self.namespace_object(request, known);
        let empty = Value::Map(Map::new());
        let case = Case {
            request,
            given: &kyverno::given(
                request.object.as_ref().unwrap_or(&empty),
                request.old_object.as_ref().unwrap_or(&empty),
                &told,
                &namespace_object,
            ),
            kinds: &self.kinds,
            facts: &facts,
        };
        let plain = Case {
            given: &kyverno::given_json(subject),
            ..case
        };
        for (position, plan) in self.validating() {
            match plan.mode {
                Mode::Kubernetes if self.is_elsewhere(plan.namespace.as_ref(), request) => {}
                Mode::Kubernetes => answer(position, plan, &case, outcome),
                Mode::Json => answer(position, plan, &plain, outcome),
                Mode::Envoy | Mode::Http => {}
            }
        }
    }

    /// Whether a policy of a namespace is not asked. A cluster asks it about that namespace alone; Kyverno's
    /// command line does not look at where it lives.
    pub(super) fn is_elsewhere(&self, of_policy: Option<&Text>, request: &Request) -> bool {
        self.profile.order == Order::ApiServer
            && of_policy.is_some_and(|namespace| *namespace != request.namespace)
    }

    fn native_plans(&self) -> impl Iterator<Item = (usize, &NativePlan)> {
        let positions = self.cel.iter().copied();
        positions.filter_map(|position| match self.plans.get(position)? {
            Plan::Native(plan) => Some((position, &**plan)),
            Plan::Classic(_) | Plan::Validating(_) | Plan::Mutating(_) => None,
        })
    }

    /// The policies of Kubernetes, as a cluster asks them.
    fn native(&self, request: &Request, known: Known<'_>, outcome: &mut Outcome) {
        let Some(schema) = &self.schema else { return };
        let facts = known.namespaces(Unknown::WithItsName);
        let server = vap::Server {
            kinds: &self.kinds,
            schema,
            facts: &facts,
        };
        let plans = self.native_plans().map(|(_, native)| &native.plan);
        let asked = vap::dispatch(plans, request, server);
        for (place, (position, native)) in self.native_plans().enumerate() {
            let said = asked.said.iter().filter(|said| said.policy == place);
            let mut verdict = kyverno::in_cluster(native, said);
            if let Some(verdict) = &mut verdict {
                let questions = asked.unanswered.iter();
                let behind = questions.filter(|question| verdict.message.contains(question.as_str()));
                verdict.unanswered = behind.cloned().collect();
            }
            outcome.responses.push(Response {
                plan: position,
                phase: Phase::Validate,
                verdicts: verdict.into_iter().collect(),
            });
        }
    }

    /// The same as Kyverno's command line asks them: about the creation of the object (CEL policies
    /// reference §8).
    fn offline_native(&self, passage: &Passage<'_>, outcome: &mut Outcome) -> Result<(), Stop> {
        if self.native_plans().next().is_none() {
            return Ok(());
        }
        let run = passage.run;
        let kind = &Gvk::of(run.object);
        if self.kinds.find(kind).is_none() {
            return Err(Stop::UnknownKind {
                name: resource::name(run.object).to_owned(),
                kind: kind.clone(),
            });
        }
        let created = Passage {
            run,
            kind,
            subresource: &Text::default(),
        };
        let request = Request {
            user: Some(scanning(run.given.user.clone())),
            ..self.request_of(&created, Verb::Create)
        };
        let known = Known {
            given: run.given,
            facts: run.facts,
        };
        let facts = known.namespaces(Unknown::WithoutLabels);
        let is_namespace = kind.group.is_empty() && kind.kind == "Namespace";
        let name = match is_namespace {
            true => "",
            false => request.namespace.as_str(),
        };
        let namespace_object = match facts.ask(&Question::Namespace { name }) {
            sekisho_kubernetes::Answer::Is(object) => object,
            _ => Value::Null,
        };
        let case = NativeCase {
            request: &request,
            seen: &vap::Seen::as_written(&request, namespace_object),
            params: &run.given.params,
            kinds: &self.kinds,
            facts: &facts,
        };
        for (position, plan) in self.native_plans() {
            outcome.responses.extend(response(
                position,
                Phase::Validate,
                kyverno::validate_native(plan, &case),
            ));
        }
        Ok(())
    }

    /// The ValidatingPolicies in the order in which they are asked: those for resources first.
    pub(super) fn validating(&self) -> impl Iterator<Item = (usize, &ValidatingPlan)> {
        let positions = self.cel.iter().copied();
        positions.filter_map(|position| match self.plans.get(position)? {
            Plan::Validating(plan) => Some((position, &**plan)),
            Plan::Classic(_) | Plan::Native(_) | Plan::Mutating(_) => None,
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
    pub(super) fn namespace_object(&self, request: &Request, known: Known<'_>) -> Value {
        let kind = &request.kind;
        let name = request.namespace.as_str();
        let is_namespace = kind.group.is_empty() && kind.kind == "Namespace";
        let is_cluster = self.kinds.scope(&kind.group, &kind.kind) == Some(Scope::Cluster);
        if name.is_empty() || is_namespace || is_cluster {
            return Value::Null;
        }
        let given = known.given.namespace_object(name).cloned();
        given.unwrap_or_else(|| match known.facts.ask(&Question::Namespace { name }) {
            sekisho_kubernetes::Answer::Is(object) => object,
            _ => Value::Null,
        })
    }
}

impl<'k> Known<'k> {
    pub(super) fn namespaces(self, unknown: Unknown) -> Namespaces<'k> {
        Namespaces {
            given: self.given,
            facts: self.facts,
            unknown,
        }
    }
}

pub(super) fn answer(position: usize, plan: &ValidatingPlan, case: &Case<'_>, outcome: &mut Outcome) {
    for variant in &plan.variants {
        let answer = kyverno::validate(plan, variant, case);
        outcome
            .responses
            .extend(response(position, Phase::Validate, answer));
    }
}

pub(super) fn response(plan: usize, phase: Phase, answer: Answer) -> Option<Response> {
    let verdicts = match answer {
        Answer::Nothing => return None,
        Answer::Excluded => Vec::new(),
        Answer::Says(verdict) => vec![*verdict],
    };
    Some(Response {
        plan,
        phase,
        verdicts,
    })
}

/// The user of a background scan; what is given of another user takes the place of its parts.
fn scanning(user: Option<User>) -> User {
    const NAME: Text = Text::const_new("system:kyverno:background-scan");
    let mut user = user.unwrap_or_default();
    for text in [&mut user.name, &mut user.uid] {
        if text.is_empty() {
            *text = NAME;
        }
    }
    if user.groups.is_empty() {
        user.groups.push(NAME);
    }
    user
}

/// Facts in which every namespace is known: as it is given, as the cluster knows it, or by its name.
pub(super) struct Namespaces<'n> {
    given: &'n Given,
    facts: &'n dyn Facts,
    unknown: Unknown,
}

/// What a namespace is like of which nothing is said.
#[derive(Clone, Copy)]
pub(super) enum Unknown {
    /// It has its name as a label.
    WithItsName,
    WithoutLabels,
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
                let label = match self.unknown {
                    Unknown::WithItsName => Some(("kubernetes.io/metadata.name", Value::text(name))),
                    Unknown::WithoutLabels => None,
                };
                Answer::Is(known_namespace(name, Value::Map(label.into_iter().collect())))
            }
        }
    }

    fn offers(&self, source: Source) -> bool {
        self.facts.offers(source)
    }
}
