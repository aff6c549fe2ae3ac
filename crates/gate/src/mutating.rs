//! The mutating webhooks, one after the other (admission reference §1.6).

use sekisho_admission::constraints::Match;
use sekisho_admission::conversion;
use sekisho_admission::reinvocation::Memory;
use sekisho_admission::status;
use sekisho_document::{JsonPatchDialect, Patch, Value, json};
use sekisho_kubernetes::{Gvk, Request, Schema};

use crate::audit::Turn;
use crate::failure::{CallFailure, FailedCall};
use crate::hook::{Hook, SideEffects};
use crate::outcome::StepResult;
use crate::passage::{Passage, Refusal, Trouble};
use crate::response::Response;
use crate::select::{Chosen, Selection, select};

/// What a request has been through in earlier passes.
#[derive(Debug, Default)]
pub(crate) struct History {
    memory: Memory,
    /// Somebody changed the object: there is a second pass.
    pub(crate) has_changed: bool,
    /// A patch has been applied to a built-in object.
    is_patched: bool,
}

/// Asks all mutating hooks that are to be asked in this pass.
pub(crate) fn mutate(
    passage: &mut Passage<'_>,
    hooks: &[Hook],
    history: &mut History,
    round: usize,
) -> Result<(), Refusal> {
    if let (Some(object), true) = (&passage.request.object, round > 0) {
        let schema = passage.server.schema;
        history
            .memory
            .begin_again(object, |left, right| equal(left, right, schema));
    }
    for (index, hook) in hooks.iter().enumerate() {
        let pass = u8::from(round > 0) + 1;
        let chosen = match select(hook, &passage.request, passage.server) {
            Selection::Away(layer) => {
                passage.step(&hook.key, pass, StepResult::Away(layer));
                continue;
            }
            Selection::Undecided(text) => {
                passage.step(&hook.key, pass, StepResult::FailedOpen(text));
                continue;
            }
            Selection::Refused(refusal) => {
                passage.step(&hook.key, pass, StepResult::Failed(refusal.message.clone()));
                return Err(*refusal);
            }
            Selection::Chosen(chosen) => chosen,
        };
        if round > 0 && !history.memory.wants(&hook.key) {
            passage.step(&hook.key, pass, StepResult::NotAgain);
            continue;
        }
        let result = invoke(passage, hook, &chosen, history, Turn { round, index });
        match result {
            Ok(result) => {
                let has_changed = result == StepResult::Changed;
                history.has_changed |= has_changed;
                history.memory.ran(&hook.key, hook.reinvocation, has_changed);
                passage.step(&hook.key, pass, result);
            }
            Err(refusal) => {
                passage.step(&hook.key, pass, StepResult::Denied(refusal.message.clone()));
                return Err(refusal);
            }
        }
    }
    if let Some(object) = &passage.request.object {
        history.memory.end(object);
    }
    Ok(())
}

fn invoke(
    passage: &mut Passage<'_>,
    hook: &Hook,
    chosen: &Chosen,
    history: &mut History,
    turn: Turn,
) -> Result<StepResult, Refusal> {
    if passage.request.dry_run && hook.side_effects == SideEffects::Some {
        return Err(dry_run(hook));
    }
    let (answer, spent) = passage.call(hook, chosen);
    passage.elapsed = passage.elapsed.saturating_add(spent);
    let result = match answer {
        Ok(response) => respond(passage, hook, chosen, response, history, turn),
        Err(Trouble::Failure(failure)) => Err(Fault::Failure(failure)),
        Err(Trouble::Deadline) => {
            passage
                .audit
                .mutation(turn, &hook.configuration, &hook.name, false);
            if hook.failure == sekisho_parser::classic::FailurePolicy::Ignore {
                passage.audit.failed_open_mutation(turn, &hook.name);
            }
            return Err(Refusal::deadline());
        }
        Err(Trouble::Unknown) => {
            passage
                .unanswered
                .push(format!("answer of webhook `{}`", hook.key));
            return Ok(StepResult::FailedOpen("nobody knows what it answers".to_owned()));
        }
    };
    let has_changed = matches!(result, Ok(true));
    passage
        .audit
        .mutation(turn, &hook.configuration, &hook.name, has_changed);
    match result {
        Ok(true) => Ok(StepResult::Changed),
        Ok(false) => Ok(StepResult::Allowed),
        Err(Fault::Refusal(refusal)) => Err(*refusal),
        Err(Fault::Failure(failure)) => {
            let failed = FailedCall {
                hook,
                failure: &failure,
            };
            let text = failed.to_string();
            if !failed.is_ignored() {
                return Err(Refusal::internal(&text));
            }
            passage.audit.failed_open_mutation(turn, &hook.name);
            Ok(StepResult::FailedOpen(text))
        }
    }
}

/// Why an answer does not simply go on.
enum Fault {
    /// The failure policy decides.
    Failure(CallFailure),
    Refusal(Box<Refusal>),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refusal(Box::new(refusal))
    }
}

/// Follows an answer; says whether the object has changed.
fn respond(
    passage: &mut Passage<'_>,
    hook: &Hook,
    chosen: &Chosen,
    response: Response,
    history: &mut History,
    turn: Turn,
) -> Result<bool, Fault> {
    passage.note(hook, &response);
    if !response.allowed {
        return Err(Refusal::denied(hook, &response.status).into());
    }
    if response.patch.is_empty() {
        return Ok(false);
    }
    let unreadable = |cause: String| Fault::Failure(CallFailure::Patch(cause));
    let document = json::read(response.patch.as_bytes(), json::Rules::KUBERNETES)
        .map_err(|error| unreadable(error.to_string()))?;
    let patch =
        Patch::read(&document, JsonPatchDialect::ApiServer).map_err(|error| unreadable(error.to_string()))?;
    if patch.0.is_empty() {
        return Ok(false);
    }
    let Some(object) = &chosen.request.object else {
        return Err(Refusal::internal(&format!(
            "admission webhook \"{}\" attempted to modify the object, which is not supported for this operation",
            hook.name
        ))
        .into());
    };
    let view = passage.server.schema.go_view(object, &Gvk::of(object));
    let patched = patch
        .apply(&view, JsonPatchDialect::ApiServer, Patch::GROWTH)
        .map_err(|error| Refusal::internal(&error.message))?;
    let changed = accept(passage, chosen, &patched, history)?;
    passage
        .audit
        .patch(turn, &hook.configuration, &hook.name, &document);
    Ok(changed)
}

/// The patched object takes the place of the object; says whether it counts as changed.
fn accept(
    passage: &mut Passage<'_>,
    chosen: &Chosen,
    patched: &Value,
    history: &mut History,
) -> Result<bool, Fault> {
    let server = passage.server;
    let decoded = server
        .registry
        .decode(patched, &chosen.request)
        .map_err(|cause| Refusal::internal(&cause))?;
    let is_built_in = server
        .schema
        .find(&chosen.matched.kind)
        .is_some_and(|structure| structure.is_go);
    let before = chosen.request.object.as_ref().unwrap_or(&Value::Null);
    let is_first = is_built_in && !history.is_patched;
    history.is_patched |= is_built_in;
    let changed = is_first || !equal(before, &decoded, server.schema);
    passage.request.object = Some(back(&passage.request, &chosen.matched, decoded));
    Ok(changed)
}

/// The object in the version of the request.
fn back(request: &Request, matched: &Match, object: Value) -> Value {
    let in_version = Request {
        kind: matched.kind.clone(),
        object: Some(object),
        old_object: None,
        ..request.clone()
    };
    let target = Match {
        kind: request.kind.clone(),
        resource: request.resource.clone(),
    };
    conversion::convert(&in_version, &target)
        .object
        .unwrap_or_default()
}

/// Whether two objects mean the same: nothing is as good as an empty list, quantities are compared by
/// value.
pub(crate) fn equal(left: &Value, right: &Value, schema: &Schema) -> bool {
    schema.means_the_same(left, right, &Gvk::of(left))
}

/// A hook that may do more than answer is not asked to rehearse.
pub(crate) fn dry_run(hook: &Hook) -> Refusal {
    Refusal::of(&status::bad_request(&format!(
        "admission webhook \"{}\" does not support dry run",
        hook.name
    )))
}
