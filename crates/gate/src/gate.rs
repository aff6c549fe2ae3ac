//! The whole gate: both phases in the server's order (admission reference §1.1–1.3).

use std::fmt;
use std::time::Duration;

use sekisho_admission::reinvocation::Memory;
use sekisho_admission::{map, pod_security, status, vap};
use sekisho_document::Text;
use sekisho_kubernetes::{Facts, Kinds, Request, Schema, Verb, Version, resource};
use sekisho_parser::classic::FailurePolicy;

use crate::endpoint::Endpoint;
use crate::hook::Hook;
use crate::mutating::{self, History};
use crate::outcome::{Layer, Outcome, StepResult};
use crate::passage::{Passage, Refusal};
use crate::registry::Registry;
use crate::validating;

/// Everything that stands between a request and the store, compiled.
#[derive(Debug, Clone)]
pub struct Gate {
    /// In the order in which they are asked.
    pub mutating: Vec<Hook>,
    pub validating: Vec<Hook>,
    /// Asked before the mutating webhooks.
    pub mutating_policies: map::Policies,
    pub policies: vap::Policies,
    /// How Pod Security is set up; it judges before policies and webhooks do.
    pub pod_security: pod_security::Configuration,
}

/// The server at the gate: what it serves, what it knows, what it does itself, who answers its calls.
#[derive(Clone, Copy)]
pub struct Server<'s> {
    pub version: Version,
    pub kinds: &'s Kinds,
    pub schema: &'s Schema,
    pub facts: &'s dyn Facts,
    pub registry: &'s dyn Registry,
    pub endpoint: &'s dyn Endpoint,
}

impl fmt::Debug for Server<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

impl Gate {
    /// Leads a request through the gate. `timeout` is what the client gave.
    #[must_use]
    pub fn admit(&self, request: Request, server: Server<'_>, timeout: Option<Duration>) -> Outcome {
        let mut passage = Passage::new(server, request, timeout);
        let passed = self.pass(&mut passage);
        let (denial, is_race) = match passed {
            Ok(is_race) => (None, is_race),
            Err((refusal, is_race)) => (Some(refusal.status), is_race),
        };
        Outcome {
            denial,
            request: passage.request,
            warnings: passage.warnings.finish(),
            audit: passage.audit.finish(),
            steps: passage.steps,
            unanswered: passage.unanswered,
            elapsed: passage.elapsed,
            is_race,
        }
    }

    fn pass(&self, passage: &mut Passage<'_>) -> Result<bool, (Refusal, bool)> {
        let alone = |refusal: Refusal| (refusal, false);
        if passage.request.operation == Verb::Connect && passage.request.dry_run {
            return Err(alone(Refusal::of(&status::bad_request(
                "dryRun is not supported",
            ))));
        }
        self.mutate(passage).map_err(alone)?;
        stays_in_place(&passage.request).map_err(alone)?;
        let prepared = passage.server.registry.prepare(passage.request.clone());
        passage.request = prepared.map_err(|status| alone(Refusal::of(&status)))?;
        self.policies(passage).map_err(alone)?;
        let judged = validating::validate(passage, &self.validating).map_err(alone)?;
        match judged.refusal {
            Some(refusal) => Err((refusal, judged.is_race)),
            None => Ok(false),
        }
    }

    /// The mutating chain, and once more if anybody changed anything: never a third time.
    fn mutate(&self, passage: &mut Passage<'_>) -> Result<(), Refusal> {
        let mut history = History::default();
        let mut memory = Memory::default();
        for round in 0..2 {
            if let Some(object) = passage.request.object.take() {
                let made = passage.server.registry.mutate(object, &passage.request);
                passage.request.object = Some(made.map_err(|status| Refusal::of(&status))?);
            }
            history.has_changed |= self.change(passage, &mut memory, round)?;
            mutating::mutate(passage, &self.mutating, &mut history, round)?;
            if !history.has_changed {
                break;
            }
        }
        Ok(())
    }

    /// The policies that change the object; says whether any was applied.
    fn change(&self, passage: &mut Passage<'_>, memory: &mut Memory, round: usize) -> Result<bool, Refusal> {
        let server = passage.server;
        let (round, pass) = match round {
            0 => (map::Round::First, 1),
            _ => (map::Round::Second, 2),
        };
        let changed = map::dispatch(
            &self.mutating_policies.plans,
            &passage.request,
            vap::Server {
                kinds: server.kinds,
                schema: server.schema,
                facts: server.facts,
            },
            memory,
            round,
        );
        passage.unanswered.extend(changed.unanswered);
        for said in &changed.said {
            let Some(plan) = self.mutating_policies.plans.get(said.policy) else {
                continue;
            };
            let link = Text::new(format!("MutatingAdmissionPolicy/{}", plan.name));
            let before = passage.request.object.clone();
            if let Some(after) = &said.after {
                passage.request.object = Some(after.clone());
            }
            let result = match (said.failures.first(), &said.unmet) {
                (Some((_, text)), _) if plan.failure == FailurePolicy::Fail => {
                    StepResult::Failed(text.clone())
                }
                (Some((_, text)), _) => StepResult::FailedOpen(text.clone()),
                (None, Some(_)) => StepResult::Away(Layer::MatchConditions),
                (None, None) if before == passage.request.object => StepResult::Allowed,
                (None, None) => StepResult::Changed,
            };
            passage.step(&link, pass, result);
        }
        passage.request.object = changed.object;
        match changed.denial {
            Some(status) => Err(Refusal::of(&status)),
            None => Ok(changed.has_run),
        }
    }

    fn pod_security(&self, passage: &mut Passage<'_>) -> Result<(), Refusal> {
        let server = passage.server;
        let judged = pod_security::admit(&self.pod_security, server.version, &passage.request, server.facts);
        for (key, value) in judged.audit {
            passage.audit.add(key.to_owned(), value);
        }
        for warning in judged.warnings {
            passage.warnings.add(warning);
        }
        match judged.denial {
            Some(status) => {
                let denied = StepResult::Denied(status.message.clone());
                passage.step(&Text::const_new("PodSecurity"), 1, denied);
                Err(Refusal::of(&status))
            }
            None => Ok(()),
        }
    }

    /// The built-in plugins that judge, then the policies.
    fn policies(&self, passage: &mut Passage<'_>) -> Result<(), Refusal> {
        let server = passage.server;
        let judged = server.registry.validate(&passage.request);
        for (key, value) in judged.audit {
            passage.audit.add(key, value);
        }
        for warning in judged.warnings {
            passage.warnings.add(warning);
        }
        if let Some(status) = judged.refusal {
            return Err(Refusal::of(&status));
        }
        self.pod_security(passage)?;
        let said = vap::dispatch(
            &self.policies.plans,
            &passage.request,
            vap::Server {
                kinds: server.kinds,
                schema: server.schema,
                facts: server.facts,
            },
        );
        for warning in said.warnings {
            passage.warnings.add(warning);
        }
        for (key, value) in said.audit {
            passage.audit.add(key, value);
        }
        passage.unanswered.extend(said.unanswered);
        for (position, plan) in self.policies.plans.iter().enumerate() {
            let link = Text::new(format!("ValidatingAdmissionPolicy/{}", plan.name));
            let said = said.said.iter().filter(|said| said.policy == position);
            passage.step(&link, 1, of_policy(said));
        }
        match said.denial {
            Some(status) => Err(Refusal::of(&status)),
            None => Ok(()),
        }
    }
}

/// The mutating chain can not move an object to another namespace.
fn stays_in_place(request: &Request) -> Result<(), Refusal> {
    let Some(object) = request
        .object
        .as_ref()
        .filter(|_| request.operation != Verb::Connect)
    else {
        return Ok(());
    };
    let is_namespace = request.kind.group.is_empty() && request.kind.kind == "Namespace";
    if is_namespace || resource::namespace(object) == request.namespace {
        return Ok(());
    }
    const MOVED: &str =
        "the namespace of the provided object does not match the namespace sent on the request";
    Err(Refusal::of(&status::bad_request(MOVED)))
}

/// What a policy did, in short.
fn of_policy<'s>(said: impl Iterator<Item = &'s vap::Said>) -> StepResult {
    let mut result = StepResult::Away(Layer::Rules);
    for said in said {
        match &said.decision {
            Some(decision) if decision.is_failure() => {
                return StepResult::Denied(decision.message.clone());
            }
            Some(_) => result = StepResult::Allowed,
            None => result = StepResult::Away(Layer::MatchConditions),
        }
    }
    result
}
