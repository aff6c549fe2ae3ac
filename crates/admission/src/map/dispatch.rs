//! All policies about one request, as the API server asks them (admission reference §4.2–4.7).

use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Gvk, Request, User, Verb};
use sekisho_parser::admission::{AdmissionBinding, MutatingAdmissionPolicy};
use sekisho_parser::classic::FailurePolicy;

use super::evaluate::{Done, Failure, Mutating, Subject, condition, mutated, shown};
use super::plan::{Environments, Plan, compile};
use crate::bound::{self, Bound, ByBinding};
use crate::constraints::Match;
use crate::reinvocation::Memory;
use crate::status::{self, Reason, Status};
use crate::vap::{Seen, Server};
use crate::world::{self, RequestWorld};
use crate::{Remembered, conversion, exempt};

/// The policies of a cluster with their bindings, in the order of their names: the server has none.
#[derive(Debug, Clone, Default)]
pub struct Policies {
    pub plans: Vec<Plan>,
}

impl Policies {
    #[must_use]
    pub fn compile(
        policies: &[&MutatingAdmissionPolicy],
        bindings: &[&AdmissionBinding],
        environments: &Environments,
    ) -> Policies {
        let mut bindings = bindings.to_vec();
        bindings.sort_by(|left, right| left.meta.name.value.cmp(&right.meta.name.value));
        let plans = policies
            .iter()
            .map(|policy| compile(policy, &bindings, environments));
        let mut plans: Vec<Plan> = plans.collect();
        plans.sort_by(|left, right| left.name.cmp(&right.name));
        Policies { plans }
    }
}

/// The first time that policies are asked about a request, or the second and last time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    First,
    Second,
}

/// What all policies made of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Why the request is refused.
    pub denial: Option<Status>,
    /// The object after all of them; none where the request has none.
    pub object: Option<Value>,
    /// Whether a mutation was applied, if only to change nothing: everybody is asked a second time.
    pub has_run: bool,
    /// Everything that policies did, in order.
    pub said: Vec<Said>,
    /// Questions that nobody answered.
    pub unanswered: Vec<String>,
}

/// What one policy did, with one binding and one object of parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Position of the policy among those that were asked.
    pub policy: usize,
    /// Position of the binding among those of the policy; none where the policy itself is at fault.
    pub binding: Option<usize>,
    /// The condition that keeps the policy from acting.
    pub unmet: Option<Text>,
    /// Positions of mutations that failed, and why; none where the whole failed. Ignored ones are told too.
    pub failures: Vec<(Option<usize>, String)>,
    /// The object after it, in the version of the request.
    pub after: Option<Value>,
}

/// Asks policies about a request in both rounds, where nobody else changes the object.
#[must_use]
pub fn admit<'p>(
    plans: impl IntoIterator<Item = &'p Plan> + Clone,
    request: &Request,
    server: Server<'_>,
) -> Outcome {
    let mut memory = Memory::default();
    let mut first = dispatch(plans.clone(), request, server, &mut memory, Round::First);
    if first.denial.is_some() || !first.has_run {
        return first;
    }
    let again = Request {
        object: first.object.clone(),
        ..request.clone()
    };
    let second = dispatch(plans, &again, server, &mut memory, Round::Second);
    first.said.extend(second.said);
    first.unanswered.extend(second.unanswered);
    Outcome {
        denial: second.denial,
        object: second.object,
        ..first
    }
}

/// Asks policies about a request, in the order in which they are given. All are matched with the object as it
/// is now; then they change it one after the other.
#[must_use]
pub fn dispatch<'p>(
    plans: impl IntoIterator<Item = &'p Plan>,
    request: &Request,
    server: Server<'_>,
    memory: &mut Memory,
    round: Round,
) -> Outcome {
    let remembered = Remembered::new(server.facts);
    let mut dispatcher = Dispatcher {
        request,
        server: Server {
            facts: &remembered,
            ..server
        },
        round,
        workings: Vec::new(),
        last: None,
        errors: Vec::new(),
        said: Vec::new(),
    };
    let is_asked = !exempt::from_policies(&request.resource)
        && request.operation != Verb::Delete
        && request.object.is_some();
    let refusal = match is_asked {
        true => dispatcher.ask_all(plans, memory).err(),
        false => None,
    };
    let object = dispatcher.object();
    let Dispatcher {
        last, errors, said, ..
    } = dispatcher;
    Outcome {
        denial: refusal
            .map(|status| *status)
            .or_else(|| status::policy_failures(request, &errors)),
        object,
        has_run: last.is_some(),
        said,
        unanswered: remembered.unanswered(),
    }
}

struct Dispatcher<'r> {
    request: &'r Request,
    server: Server<'r>,
    round: Round,
    /// A copy for each version in which policies match.
    workings: Vec<Working>,
    /// The copy that was changed last.
    last: Option<usize>,
    errors: Vec<(Reason, String)>,
    said: Vec<Said>,
}

/// The request in one version, with the object as it is so far.
struct Working {
    matched: Match,
    request: Request,
    seen: Seen,
}

/// A policy that is going to act.
struct Invocation<'p> {
    plan: &'p Plan,
    position: usize,
    binding: usize,
    params: Value,
    working: usize,
}

impl Dispatcher<'_> {
    fn ask_all<'p>(
        &mut self,
        plans: impl IntoIterator<Item = &'p Plan>,
        memory: &mut Memory,
    ) -> Result<(), Box<Status>> {
        let object = self.request.object.as_ref().unwrap_or(&Value::Null);
        if self.round == Round::Second {
            let schema = self.server.schema;
            memory.begin_again(object, |left, right| {
                schema.means_the_same(left, right, &Gvk::of(left))
            });
        }
        let mut invocations = Vec::new();
        let mut namespace = None;
        for (position, plan) in plans.into_iter().enumerate() {
            self.invocations(plan, position, &mut namespace, &mut invocations)?;
        }
        for invocation in &invocations {
            let key = invocation.key();
            if self.round == Round::Second && !memory.wants(&key) {
                continue;
            }
            if self.invoke(invocation)? {
                memory.ran(&key, invocation.plan.reinvocation, false);
            }
        }
        if self.last.is_some() {
            memory.flag();
        }
        if let Some(object) = self.object() {
            memory.end(&object);
        }
        Ok(())
    }

    fn invocations<'p>(
        &mut self,
        plan: &'p Plan,
        position: usize,
        namespace: &mut Option<Option<Value>>,
        invocations: &mut Vec<Invocation<'p>>,
    ) -> Result<(), Box<Status>> {
        let policy = bound::Policy {
            constraints: &plan.constraints,
            parameters: plan.parameters.as_ref(),
            bindings: &plan.bindings,
        };
        let server = self.server;
        let (matched, by) = match bound::bound(policy, self.request, server.kinds, server.facts) {
            Bound::Away => return Ok(()),
            Bound::Misconfigured(cause) => {
                let text = format!(
                    "policy \"{}\" denied request: failed to configure policy: {cause}",
                    plan.name
                );
                self.misconfigured(plan, position, None, text);
                return Ok(());
            }
            Bound::By(matched, by) => (matched, by),
        };
        for ByBinding {
            position: binding,
            params,
        } in by
        {
            let params = match params {
                Ok(params) => params,
                Err(cause) => {
                    let text = format!("failed to configure binding: {cause}");
                    self.misconfigured(plan, position, Some(binding), denied(plan, Some(binding), &text));
                    continue;
                }
            };
            if params.is_empty() {
                continue;
            }
            let working = self.working(&matched, namespace)?;
            invocations.extend(params.into_iter().map(|params| Invocation {
                plan,
                position,
                binding,
                params,
                working,
            }));
        }
        Ok(())
    }

    /// The copy of a version.
    fn working(
        &mut self,
        matched: &Match,
        namespace: &mut Option<Option<Value>>,
    ) -> Result<usize, Box<Status>> {
        let mut known = self.workings.iter();
        if let Some(position) = known.position(|working| working.matched == *matched) {
            return Ok(position);
        }
        let found = match namespace {
            Some(found) => found,
            None => namespace.insert(world::namespace_of(self.request, self.server.facts)?),
        };
        let request = conversion::convert(self.request, matched);
        self.workings.push(Working {
            seen: Seen::of(&request, matched, self.server.schema, found.as_ref()),
            matched: matched.clone(),
            request,
        });
        Ok(self.workings.len() - 1)
    }

    /// Applies the mutations of a policy; says whether it acted at all.
    fn invoke(&mut self, invocation: &Invocation<'_>) -> Result<bool, Box<Status>> {
        let Some(working) = self.workings.get_mut(invocation.working) else {
            return Ok(false);
        };
        let plan = invocation.plan;
        let mut said = Said {
            policy: invocation.position,
            binding: Some(invocation.binding),
            unmet: None,
            failures: Vec::new(),
            after: None,
        };
        let nobody = User::default();
        let world = RequestWorld {
            user: self.request.user.as_ref().unwrap_or(&nobody),
            facts: self.server.facts,
        };
        let authorizer = world::authorizer(&working.request);
        let mutating = Mutating::Typed {
            schema: self.server.schema,
            kinds: self.server.kinds,
        };
        let conditions = condition(plan, &working.subject(&invocation.params), &authorizer, &world);
        let acts = match conditions {
            Done::Go => true,
            Done::Unmet(name) => {
                said.unmet = Some(name);
                false
            }
            Done::Failed(text) => {
                said.failures.push((None, text));
                false
            }
        };
        let mutations = plan.mutations.iter().enumerate().filter(|_| acts);
        for (position, mutation) in mutations {
            let subject = working.subject(&invocation.params);
            let made = mutated(plan, mutation, &subject, &authorizer, &world, mutating);
            let fault = conversion::fault_of_return(self.request, &working.matched, self.server.kinds);
            match (made, fault) {
                (Ok(object), None) => {
                    working.seen.object = shown(self.server.schema, &object);
                    working.request.object = Some(object);
                    self.last = Some(invocation.working);
                }
                (Ok(_), Some(text)) | (Err(Failure::Policy(text)), _) => {
                    said.failures.push((Some(position), text));
                }
                (Err(Failure::Status(status)), _) => return Err(status),
            }
        }
        if plan.failure == FailurePolicy::Fail {
            let texts = said.failures.iter();
            let texts =
                texts.map(|(_, text)| (Reason::Invalid, denied(plan, Some(invocation.binding), text)));
            self.errors.extend(texts);
        }
        if acts {
            said.after = self.object();
        }
        self.said.push(said);
        Ok(acts)
    }

    fn misconfigured(&mut self, plan: &Plan, position: usize, binding: Option<usize>, text: String) {
        if plan.failure == FailurePolicy::Fail {
            self.errors.push((Reason::Forbidden, text.clone()));
        }
        self.said.push(Said {
            policy: position,
            binding,
            unmet: None,
            failures: vec![(None, text)],
            after: None,
        });
    }

    /// The object as it is now, in the version of the request: of several copies the last changed one counts.
    fn object(&self) -> Option<Value> {
        let Some(working) = self.last.and_then(|last| self.workings.get(last)) else {
            return self.request.object.clone();
        };
        let asked_for = Match {
            kind: self.request.kind.clone(),
            resource: self.request.resource.clone(),
        };
        let in_version = Request {
            kind: working.matched.kind.clone(),
            old_object: None,
            ..working.request.clone()
        };
        conversion::convert(&in_version, &asked_for).object
    }
}

impl Working {
    fn subject<'a>(&'a self, params: &'a Value) -> Subject<'a> {
        const NOTHING: &Value = &Value::Null;
        Subject {
            object: self.request.object.as_ref().unwrap_or(NOTHING),
            seen: &self.seen.object,
            old_object: &self.seen.old_object,
            request: &self.seen.request,
            condition_request: self.seen.condition_request.as_ref().unwrap_or(&self.seen.request),
            namespace: &self.seen.namespace,
            params,
            kind: &self.matched.kind,
        }
    }
}

impl Invocation<'_> {
    /// What is remembered of it from one round to the other.
    fn key(&self) -> Text {
        let part = |name| self.params.str_at(&["metadata", name]);
        let (plan, binding) = (self.plan, self.plan.bindings.get(self.binding));
        let binding = binding.map_or("", |binding| binding.name.as_str());
        Text::from(format!(
            "{}/{binding}/{}/{}",
            plan.name,
            part("namespace"),
            part("name")
        ))
    }
}

fn denied(plan: &Plan, binding: Option<usize>, text: &str) -> String {
    let binding = binding.and_then(|position| plan.bindings.get(position));
    let binding = binding.map_or("", |binding| binding.name.as_str());
    format!(
        "policy '{}' with binding '{binding}' denied request: {text}",
        plan.name
    )
}
