//! What `sort`, `sortBy` and `distinct` share.

use std::cmp::Ordering;

use crate::{Fault, Meter, Value};

/// Whether every element could be compared with every other.
pub(super) fn afford(meter: &mut Meter, count: usize) -> Result<(), Fault> {
    let count = count as u64;
    let units = count.saturating_mul(count).saturating_mul(2).saturating_add(11);
    if meter.limits.cost == u64::MAX {
        return Ok(());
    }
    meter.afford(units)
}

/// Whether values are of one kind that has an order.
pub(super) fn check(keys: &[Value<'_>]) -> Result<(), Fault> {
    let Some(first) = keys.first() else {
        return Ok(());
    };
    if !crate::has_order(first) {
        return Err(Fault::fixed("list elements must be comparable"));
    }
    match keys.iter().all(|key| key.type_name() == first.type_name()) {
        true => Ok(()),
        false => Err(Fault::fixed("list elements must have the same type")),
    }
}

/// Values in the order of their keys; equal ones keep theirs.
pub(super) fn sorted<'a>(values: Vec<Value<'a>>, keys: Vec<Value<'a>>) -> Result<Vec<Value<'a>>, Fault> {
    let mut fault = None;
    let mut pairs: Vec<(Value<'a>, Value<'a>)> = keys.into_iter().zip(values).collect();
    pairs.sort_by(|(left, _), (right, _)| {
        crate::compare(left, right).unwrap_or_else(|it| {
            fault.get_or_insert(it);
            Ordering::Equal
        })
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(pairs.into_iter().map(|(_, value)| value).collect()),
    }
}
