//! `patchStrategicMerge`: anchors are decided, what is left of them is taken out, the rest is merged into the
//! resource (engine reference §6.2–6.4).

mod anchors;
mod combine;
mod keyed;
mod leftovers;
mod schema;
mod text;

#[cfg(test)]
mod tests;

use sekisho_document::{Bounds, Map, Value};
use sekisho_kubernetes::Limits;

use anchors::Halt;
use combine::{Merged, Merger};

/// A patch whose placeholders are substituted, read once.
#[derive(Debug, Clone)]
pub struct MergePatch {
    /// As written, where anchors have to be decided by the resource; else without what is left of them.
    patch: Value,
    is_anchored: bool,
    depth: bool,
}

/// How many maps and lists a patch may have inside each other.
pub const DEPTH_LIMIT: usize = 200;

/// Steps that are left for a patch: a step is a key or an item that is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub left: u64,
}

impl MergePatch {
    /// Reads a patch.
    #[must_use]
    pub fn new(patch: &Value) -> MergePatch {
        let bounds = Bounds {
            weight: usize::MAX,
            depth: DEPTH_LIMIT,
        };
        let depth = patch.weigh(bounds).is_some();
        let is_anchored = depth && anchors::decides(patch);
        let patch = match depth && !is_anchored {
            true => leftovers::removed(patch.clone()),
            false => patch.clone(),
        };
        MergePatch {
            patch,
            is_anchored,
            depth,
        }
    }

    /// The resource with the patch merged in; nothing when it stays as it is.
    ///
    /// # Errors
    /// When patch and resource do not fit together, or it takes more steps than there are.
    pub fn apply(&self, resource: &Value, budget: &mut Budget) -> Result<Option<Value>, String> {
        if !self.depth {
            return Err(format!("the patch is nested deeper than {DEPTH_LIMIT} levels"));
        }
        let decided;
        let patch = match self.is_anchored {
            false => &self.patch,
            true => {
                decided = decide(&self.patch, resource, budget)?;
                &decided
            }
        };
        let merged = Merger { budget }.object(resource, patch);
        let merged = merged.map_err(|cause| {
            // Anchors are looked for before anything is merged, so what stands in their way is said first.
            let first = decide(&self.patch, resource, &mut Budget { left: u64::MAX });
            first.err().filter(|_| !self.is_anchored).unwrap_or(cause)
        })?;
        Ok(match merged {
            Merged::Same => None,
            Merged::Gone => Some(Value::Map(Map::new())),
            Merged::New(value) => Some(value).filter(|value| !same(value, resource)),
        })
    }
}

impl Budget {
    /// What the limits leave to a policy.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            left: limits.policy_steps,
        }
    }

    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), String> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err("the patch takes too many steps for this object".to_owned())
            }
        }
    }
}

/// The patch as it is merged into this resource; empty when an anchor is not met.
fn decide(patch: &Value, resource: &Value, budget: &mut Budget) -> Result<Value, String> {
    let mut decided = patch.clone();
    match anchors::walk(&mut decided, Some(resource), budget) {
        Ok(()) => Ok(leftovers::removed(decided)),
        Err(Halt::Conditional | Halt::Global) => Ok(Value::Map(Map::new())),
        Err(Halt::Trouble(cause)) if budget.left == 0 => Err(cause),
        Err(Halt::Trouble(cause)) => Err(format!("failed to preProcess rule: {cause}")),
    }
}

/// Whether two values have the same JSON text but for the order of keys.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    let mut waiting = vec![(left, right)];
    while let Some(pair) = waiting.pop() {
        match pair {
            (Value::Map(left), Value::Map(right)) => {
                if left.is_shared_with(right) {
                    continue;
                }
                if left.len() != right.len() {
                    return false;
                }
                for (key, value) in left {
                    match right.get(key) {
                        Some(other) => waiting.push((value, other)),
                        None => return false,
                    }
                }
            }
            (Value::List(left), Value::List(right)) => {
                if left.is_shared_with(right) {
                    continue;
                }
                if left.len() != right.len() {
                    return false;
                }
                waiting.extend(left.iter().zip(right.iter()));
            }
            (left, right) if is_number(left) && is_number(right) => {
                if left != right && text::scalar(left) != text::scalar(right) {
                    return false;
                }
            }
            (left, right) if left == right => {}
            _ => return false,
        }
    }
    true
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::UInt(_) | Value::Float(_))
}
