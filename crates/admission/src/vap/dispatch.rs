//! All policies about one request, as the API server asks them (admission reference §3.3).

use std::collections::BTreeMap;
use std::rc::Rc;

use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Facts, Kinds, Request, Schema, User};
use sekisho_parser::admission::{AdmissionBinding, AdmissionPolicy};
use sekisho_parser::classic::FailurePolicy;

use super::audit::Audit;
use super::evaluate::{Annotation, Decision, Validated, evaluate};
use super::plan::{Action, Binding, Environments, Plan, compile};
use super::seen::Seen;
use crate::bound::{self, Bound, ByBinding};
use crate::constraints::Match;
use crate::status::{self, Reason, Status};
use crate::warnings::Warnings;
use crate::world::{self, RequestWorld};
use crate::{Remembered, conversion, exempt};

/// The policies of a cluster with their bindings, in the order of their names: the server has none
/// (admission reference §3.2).
#[derive(Debug, Clone)]
pub struct Policies {
    pub plans: Vec<Plan>,
}

impl Policies {
    #[must_use]
    pub fn compile(
        policies: &[&AdmissionPolicy],
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

/// What all policies say together.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Why the request is refused: the first denial alone is told.
    pub denial: Option<Status>,
    pub warnings: Vec<String>,
    /// Sorted by key.
    pub audit: Vec<(String, String)>,
    /// Everything that policies said, in order.
    pub said: Vec<Said>,
    /// Questions that nobody answered.
    pub unanswered: Vec<String>,
}

/// What one policy said, with one binding and one object of parameters, about one of its validations or
/// about the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Position of the policy among those that were asked.
    pub policy: usize,
    /// Position of the binding among those of the policy; none where the policy itself is at fault.
    pub binding: Option<usize>,
    /// Position of the validation; none where the decision is about the whole.
    pub validation: Option<usize>,
    /// None: the conditions say that the request is none of the policy's business.
    pub decision: Option<Decision>,
}

/// The server that asks: what it serves, and what it knows.
#[derive(Clone, Copy)]
pub struct Server<'s> {
    pub kinds: &'s Kinds,
    pub schema: &'s Schema,
    pub facts: &'s dyn Facts,
}

impl std::fmt::Debug for Server<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// Asks policies about a request, in the order in which they are given.
#[must_use]
pub fn dispatch<'p>(
    plans: impl IntoIterator<Item = &'p Plan>,
    request: &Request,
    server: Server<'_>,
) -> Outcome {
    let remembered = Remembered::new(server.facts);
    let mut dispatcher = Dispatcher {
        request,
        kinds: server.kinds,
        schema: server.schema,
        facts: &remembered,
        namespace: None,
        shown: Vec::new(),
        asked: 0,
        denials: Vec::new(),
        refusal: None,
        warnings: Warnings::default(),
        audit: Audit::default(),
        said: Vec::new(),
    };
    if !exempt::from_policies(&request.resource) {
        for (position, plan) in plans.into_iter().enumerate() {
            dispatcher.asked = position;
            if dispatcher.ask(plan).is_err() {
                break;
            }
        }
    }
    let first = dispatcher.denials.first();
    let denial = first.map(|denial| status::denied(request, &denial.text(), denial.reason));
    Outcome {
        denial: dispatcher.refusal.or(denial),
        warnings: dispatcher.warnings.finish(),
        audit: dispatcher.audit.finish(),
        said: dispatcher.said,
        unanswered: remembered.unanswered(),
    }
}

/// The request is refused at once, whatever policies say.
struct Refused;

struct Denial {
    policy: Text,
    binding: Option<Text>,
    reason: Reason,
    message: String,
}

impl Denial {
    fn text(&self) -> String {
        let Denial { policy, message, .. } = self;
        match &self.binding {
            Some(binding) => format!(
                "ValidatingAdmissionPolicy '{policy}' with binding '{binding}' denied request: {message}"
            ),
            None => format!("ValidatingAdmissionPolicy '{policy}' denied request: {message}"),
        }
    }
}

struct Dispatcher<'r> {
    request: &'r Request,
    kinds: &'r Kinds,
    schema: &'r Schema,
    facts: &'r Remembered<'r>,
    /// The stored Namespace, asked for when it is needed first.
    namespace: Option<Value>,
    /// By the version in which it matched.
    shown: Vec<Rc<Shown>>,
    /// Position of the policy that is being asked.
    asked: usize,
    denials: Vec<Denial>,
    refusal: Option<Status>,
    warnings: Warnings,
    audit: Audit,
    said: Vec<Said>,
}

impl<'r> Dispatcher<'r> {
    fn ask(&mut self, plan: &Plan) -> Result<(), Refused> {
        let policy = bound::Policy {
            constraints: &plan.constraints,
            parameters: plan.parameters.as_ref(),
            bindings: &plan.bindings,
        };
        let (matched, by) = match bound::bound(policy, self.request, self.kinds, self.facts) {
            Bound::Away => return Ok(()),
            Bound::Misconfigured(cause) => {
                self.misconfigured(plan, None, &cause);
                return Ok(());
            }
            Bound::By(matched, by) => (matched, by),
        };
        let mut answers = Answers::default();
        for ByBinding { position, params } in by {
            let Some(binding) = plan.bindings.get(position) else {
                continue;
            };
            match params {
                Ok(params) => self.ask_with(plan, (position, binding), &params, &matched, &mut answers)?,
                Err(cause) => self.misconfigured(plan, Some((position, binding)), &cause),
            }
        }
        Ok(())
    }

    fn ask_with(
        &mut self,
        plan: &Plan,
        bound: (usize, &Binding),
        params: &[Value],
        matched: &Match,
        answers: &mut Answers,
    ) -> Result<(), Refused> {
        let (place, binding) = bound;
        let shown = self.shown(matched)?;
        for params in params {
            let validated = answers.about(plan, &shown, params, self.facts);
            if validated.decisions.is_empty() && !plan.validations.is_empty() {
                let ignored = validated.ignored.clone();
                let decision = ignored.map(|text| Decision::error(plan.failure, text));
                self.note(Some(place), decision);
            }
            for (position, decision) in validated.decisions.iter().enumerate() {
                self.act(plan, binding, position, decision);
                self.said.push(Said {
                    policy: self.asked,
                    binding: Some(place),
                    validation: Some(position),
                    decision: Some(decision.clone()),
                });
            }
            for annotation in &validated.annotations {
                match annotation {
                    Annotation::Value { key, value } => self.audit.annotate(&plan.name, key, value),
                    Annotation::Error(text) => {
                        self.note(Some(place), Some(Decision::error(plan.failure, text.clone())));
                        self.deny(plan, Some(binding), Reason::Invalid, text.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// What is seen of the request in a version: many policies share it.
    fn shown(&mut self, matched: &Match) -> Result<Rc<Shown>, Refused> {
        let mut known = self.shown.iter();
        if let Some(shown) = known.find(|shown| shown.matched == *matched) {
            return Ok(shown.clone());
        }
        let request = conversion::convert(self.request, matched);
        let namespace = self.namespace()?;
        let shown = Rc::new(Shown {
            seen: Seen::of(&request, matched, self.schema, namespace.as_ref()),
            matched: matched.clone(),
            request,
        });
        self.shown.push(shown.clone());
        Ok(shown)
    }

    fn act(&mut self, plan: &Plan, binding: &Binding, position: usize, decision: &Decision) {
        if !decision.is_failure() {
            return;
        }
        for action in &binding.actions {
            match action {
                Action::Deny => self.deny(plan, Some(binding), decision.reason, decision.message.clone()),
                Action::Audit => self.audit.fail(&plan.name, binding, position, &decision.message),
                Action::Warn => self.warnings.add(format!(
                    "Validation failed for ValidatingAdmissionPolicy '{}' with binding '{}': {}",
                    plan.name, binding.name, decision.message
                )),
            }
        }
    }

    /// The namespace of the object, asked for once.
    fn namespace(&mut self) -> Result<Option<Value>, Refused> {
        if self.namespace.is_none() {
            match world::namespace_of(self.request, self.facts) {
                Ok(found) => self.namespace = found,
                Err(status) => {
                    self.refusal = Some(*status);
                    return Err(Refused);
                }
            }
        }
        Ok(self.namespace.clone())
    }

    /// A fault in a policy or binding denies whatever the actions are, unless failures are ignored.
    fn misconfigured(&mut self, plan: &Plan, bound: Option<(usize, &Binding)>, cause: &str) {
        let what = if bound.is_some() { "binding" } else { "policy" };
        let text = format!("failed to configure {what}: {cause}");
        let decision = Decision::error(plan.failure, text.clone());
        self.note(bound.map(|(position, _)| position), Some(decision));
        if plan.failure == FailurePolicy::Fail {
            self.deny(plan, bound.map(|(_, binding)| binding), Reason::Invalid, text);
        }
    }

    fn note(&mut self, binding: Option<usize>, decision: Option<Decision>) {
        self.said.push(Said {
            policy: self.asked,
            binding,
            validation: None,
            decision,
        });
    }

    fn deny(&mut self, plan: &Plan, binding: Option<&Binding>, reason: Reason, message: String) {
        self.denials.push(Denial {
            policy: plan.name.clone(),
            binding: binding.map(|binding| binding.name.clone()),
            reason,
            message,
        });
    }
}

/// The request in a version in which it matched, and what is seen of it.
struct Shown {
    matched: Match,
    request: Request,
    seen: Seen,
}

/// What a policy says about one request, by its parameters: many bindings may share them.
#[derive(Default)]
struct Answers {
    /// By namespace and name of the parameters; both empty where there are none.
    known: BTreeMap<(String, String), Validated>,
}

impl Answers {
    fn about(&mut self, plan: &Plan, shown: &Shown, params: &Value, facts: &dyn Facts) -> &Validated {
        let part = |name| params.str_at(&["metadata", name]).to_owned();
        let key = (part("namespace"), part("name"));
        self.known.entry(key).or_insert_with(|| {
            let nobody = User::default();
            let world = RequestWorld {
                user: shown.request.user.as_ref().unwrap_or(&nobody),
                facts,
            };
            let authorizer = world::authorizer(&shown.request);
            evaluate(plan, &shown.seen, params, &authorizer, &world)
        })
    }
}
