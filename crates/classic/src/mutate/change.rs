//! One change of one object: a patch, or loops of patches (engine reference §6.1, §6.5).

use sekisho_document::{Bounds, JsonPatchDialect, Operation, Patch, Value, json};
use sekisho_evaluator::Observer;

use super::foreach;
use super::merge::same;
use super::plan::{AnyPatch, ChangePlan, PatchPlan, ReadPatch};
use crate::context::Context;
use crate::plan::RulePlan;
use crate::validate::Job;

/// What became of an object.
#[derive(Debug)]
pub(crate) enum Change {
    Made(Value),
    /// Nothing, and what is said then.
    None(&'static str),
}

/// Where a change is made.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a, 'e> {
    pub(crate) rule: &'a RulePlan,
    pub(crate) job: &'a Job<'e>,
    /// The object is an existing one, `target` in the context.
    pub(crate) is_target: bool,
}

/// Changes an object.
///
/// # Errors
/// The text of the first trouble; then nothing of the change counts.
pub(crate) fn run<'p, O: Observer>(
    change: &'p ChangePlan,
    object: &Value,
    place: Place<'_, '_>,
    context: &mut Context<'p, '_, O>,
) -> Result<Change, String> {
    let change = match change {
        ChangePlan::Patch(plan) => match patch(plan, object, context)? {
            Some(object) => Change::Made(object),
            None => Change::None("no patches applied"),
        },
        ChangePlan::Foreach(loops) => match foreach::run(loops, object, 0, place, context)? {
            Some(object) => Change::Made(object),
            None => Change::None("0 elements processed"),
        },
        ChangePlan::Nothing => return Err("empty mutate rule".to_owned()),
    };
    if let Change::Made(object) = &change {
        expect_light(object, context)?;
    }
    Ok(change)
}

/// Refuses an object that is far larger written out than it is.
fn expect_light<O: Observer>(object: &Value, context: &Context<'_, '_, O>) -> Result<(), String> {
    let limits = context.limits();
    let bounds = Bounds {
        weight: limits.source_bytes as usize,
        depth: limits.depth as usize,
    };
    match object.weigh(bounds) {
        Some(_) => Ok(()),
        None => Err(format!(
            "failed to patch resource: the object would have more than {} bytes or {} levels",
            limits.source_bytes, limits.depth
        )),
    }
}

/// The object with a patch; nothing when it stays as it is.
pub(crate) fn patch<O: Observer>(
    plan: &PatchPlan,
    object: &Value,
    context: &mut Context<'_, '_, O>,
) -> Result<Option<Value>, String> {
    let filled;
    let whole = match plan.whole.fixed() {
        Some(whole) => whole,
        None => {
            let fill = context.fill(&plan.whole, |cause| {
                format!("variable substitution failed: {cause}")
            });
            filled = fill.map_err(|complaint| complaint.message)?;
            &filled
        }
    };
    let read;
    let patch = match &plan.ready {
        Some(ready) => ready,
        None => {
            read = ReadPatch::new(plan.kind, whole.at(plan.path).unwrap_or(&Value::Null));
            &read
        }
    };
    apply(patch, object, context).map_err(|cause| format!("failed to patch resource: {cause}"))
}

fn apply<O: Observer>(
    patch: &ReadPatch,
    object: &Value,
    context: &mut Context<'_, '_, O>,
) -> Result<Option<Value>, String> {
    let spend =
        |context: &mut Context<'_, '_, O>, steps| context.spend(steps).map_err(|complaint| complaint.message);
    spend(context, patch.steps)?;
    match patch.patch.as_ref().map_err(Clone::clone)? {
        AnyPatch::Merge(patch) => {
            let mut budget = context.budget();
            let before = budget.left;
            let merged = patch.apply(object, &mut budget);
            spend(context, before - budget.left)?;
            merged
        }
        AnyPatch::Json(patch) => {
            let copies = patch
                .0
                .iter()
                .filter(|operation| matches!(operation, Operation::Copy { .. }));
            // Copies share what they copy, so they could add up to more than any memory.
            spend(
                context,
                copies.count().min(1) as u64 * (Patch::GROWTH as u64 / 64),
            )?;
            spend(context, patch.0.len() as u64)?;
            let patched = patch
                .apply(object, JsonPatchDialect::Kyverno, Patch::GROWTH)
                .map_err(|error| error.message)?;
            if patched
                .get("kind")
                .and_then(Value::as_str)
                .is_none_or(str::is_empty)
            {
                let text = json::write_within(&patched, json::Form::GO, 1 << 10).unwrap_or_default();
                return Err(format!("Object 'Kind' is missing in '{text}'"));
            }
            Ok(Some(patched).filter(|patched| !same(patched, object)))
        }
    }
}
