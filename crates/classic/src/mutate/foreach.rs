//! `mutate.foreach`: a patch for each element of a list (engine reference §6.6).

use sekisho_document::{Numbers, Value};
use sekisho_evaluator::Observer;

use super::change::{self, Place};
use super::merge::same;
use super::plan::{ChangePlan, LoopPlan};
use crate::check::{self, ELEMENT_STEPS};
use crate::context::Context;
use crate::validate;

/// Runs loops one after another, each on what the one before made; nothing when none changes the object.
pub(super) fn run<'p, O: Observer>(
    loops: &'p [LoopPlan],
    object: &Value,
    depth: usize,
    place: Place<'_, '_>,
    context: &mut Context<'p, '_, O>,
) -> Result<Option<Value>, String> {
    let mut running = object.clone();
    let mut changes = 0_usize;
    for entry in loops {
        let list = list(entry, context)?;
        context.checkpoint();
        let after = elements(entry, &list, &running, depth, place, context);
        context.restore();
        let after = after.map_err(|cause| format!("failed to mutate elements: {cause}"))?;
        if !same(&after, &running) {
            changes += 1;
            running = after;
            let shown = running.renumber(Numbers::AsWritten);
            match place.is_target {
                true => context.set("target", shown),
                false => context.set_request("object", Some(shown)),
            }
        }
    }
    Ok((changes > 0).then_some(running))
}

fn list<O: Observer>(entry: &LoopPlan, context: &mut Context<'_, '_, O>) -> Result<Vec<Value>, String> {
    let found = match &entry.list {
        Ok(query) => context.query(query),
        Err(complaint) => Err(complaint.message.clone()),
    };
    match found {
        Ok(Value::List(list)) => Ok(list.to_vec()),
        Ok(single) => Ok(vec![single]),
        // The cause stands twice, as the original has it.
        Err(cause) => Err(format!(
            "failed to evaluate list {}: {cause}: {cause}",
            entry.written
        )),
    }
}

/// The object after all elements.
fn elements<'p, O: Observer>(
    entry: &'p LoopPlan,
    list: &[Value],
    object: &Value,
    depth: usize,
    place: Place<'_, '_>,
    context: &mut Context<'p, '_, O>,
) -> Result<Value, String> {
    let mut running = object.clone();
    let limit = context.limits().elements as usize;
    if list.len() > limit {
        return Err(format!("the list has more than {limit} elements"));
    }
    let forwards = 0..list.len();
    let order: Box<dyn Iterator<Item = usize>> = match entry.backwards {
        true => Box::new(forwards.rev()),
        false => Box::new(forwards),
    };
    for index in order {
        let Some(element) = list.get(index).filter(|element| !element.is_null()) else {
            continue;
        };
        context
            .spend(ELEMENT_STEPS)
            .map_err(|complaint| complaint.message)?;
        context.reset();
        if O::WATCHES {
            context.observer.element(index, element);
        }
        check::set_element(index, element, depth, context);
        if let Some(after) = self::element(entry, index, &running, depth, place, context)? {
            running = after;
        }
    }
    Ok(running)
}

fn element<'p, O: Observer>(
    entry: &'p LoopPlan,
    index: usize,
    object: &Value,
    depth: usize,
    place: Place<'_, '_>,
    context: &mut Context<'p, '_, O>,
) -> Result<Option<Value>, String> {
    validate::put_values(place.rule, place.job, context);
    context.register(&entry.entries).map_err(|complaint| {
        format!(
            "failed to load to mutate.foreach[{index}].context: {}",
            complaint.message
        )
    })?;
    if let Some(preconditions) = &entry.preconditions {
        let decision = check::decide(preconditions, context)
            .map_err(|cause| format!("failed to evaluate mutate.foreach[{index}].preconditions: {cause}"))?;
        if !decision.holds {
            return Ok(None);
        }
    }
    match &entry.change {
        ChangePlan::Patch(plan) => change::patch(plan, object, context),
        ChangePlan::Foreach(loops) => run(loops, object, depth + 1, place, context),
        ChangePlan::Nothing => Err("empty mutate rule".to_owned()),
    }
}
