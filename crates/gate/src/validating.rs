//! The validating webhooks, all at once (admission reference §1.8).

use std::time::Duration;

use sekisho_parser::classic::FailurePolicy;

use crate::audit::Turn;
use crate::failure::FailedCall;
use crate::hook::{Hook, SideEffects};
use crate::mutating::dry_run;
use crate::outcome::StepResult;
use crate::passage::{Passage, Refusal, Trouble};
use crate::select::{Selection, select};

/// What the hooks together say.
pub(crate) struct Judged {
    /// The refusal that came first.
    pub(crate) refusal: Option<Refusal>,
    /// There are several at the same time: the client reads one of them.
    pub(crate) is_race: bool,
}

/// Asks all validating hooks. All are selected before any is called; then all are called, and all answers
/// are awaited.
pub(crate) fn validate(passage: &mut Passage<'_>, hooks: &[Hook]) -> Result<Judged, Refusal> {
    let mut selected = Vec::new();
    for hook in hooks {
        match select(hook, &passage.request, passage.server) {
            Selection::Away(layer) => passage.step(&hook.key, 1, StepResult::Away(layer)),
            Selection::Undecided(text) => passage.step(&hook.key, 1, StepResult::FailedOpen(text)),
            Selection::Refused(refusal) => {
                passage.step(&hook.key, 1, StepResult::Failed(refusal.message.clone()));
                return Err(*refusal);
            }
            Selection::Chosen(chosen) => selected.push((hook, chosen)),
        }
    }
    let mut refusals: Vec<(Duration, Refusal)> = Vec::new();
    let mut longest = Duration::ZERO;
    for (index, (hook, chosen)) in selected.iter().enumerate() {
        let turn = Turn { round: 0, index };
        if passage.request.dry_run && hook.side_effects == SideEffects::Some {
            let refusal = dry_run(hook);
            passage.step(&hook.key, 1, StepResult::Failed(refusal.message.clone()));
            refusals.push((Duration::ZERO, refusal));
            continue;
        }
        let (answer, spent) = passage.call(hook, chosen);
        longest = longest.max(spent);
        let result = match answer {
            Ok(response) => {
                passage.note(hook, &response);
                match response.allowed {
                    true => StepResult::Allowed,
                    false => {
                        let refusal = Refusal::denied(hook, &response.status);
                        let result = StepResult::Denied(refusal.message.clone());
                        refusals.push((spent, refusal));
                        result
                    }
                }
            }
            Err(Trouble::Unknown) => {
                passage
                    .unanswered
                    .push(format!("answer of webhook `{}`", hook.key));
                StepResult::FailedOpen("nobody knows what it answers".to_owned())
            }
            Err(Trouble::Deadline) => {
                if hook.failure == FailurePolicy::Ignore {
                    passage.audit.failed_open_validation(turn, &hook.name);
                }
                let refusal = Refusal::deadline();
                let result = StepResult::Failed(refusal.message.clone());
                refusals.push((spent, refusal));
                result
            }
            Err(Trouble::Failure(failure)) => {
                let failed = FailedCall {
                    hook,
                    failure: &failure,
                };
                let text = failed.to_string();
                if failed.is_ignored() {
                    passage.audit.failed_open_validation(turn, &hook.name);
                    StepResult::FailedOpen(text)
                } else {
                    refusals.push((spent, Refusal::internal(&text)));
                    StepResult::Failed(text)
                }
            }
        };
        passage.step(&hook.key, 1, result);
    }
    passage.elapsed = passage.elapsed.saturating_add(longest);
    refusals.sort_by_key(|(spent, _)| *spent);
    let first = refusals.first().map(|(spent, _)| *spent);
    let at_once = refusals.iter().filter(|(spent, _)| Some(*spent) == first).count();
    Ok(Judged {
        is_race: at_once > 1,
        refusal: refusals.into_iter().next().map(|(_, refusal)| refusal),
    })
}
