//! What `min` and `max` share.

use std::cmp::Ordering;

use sekisho_cel::{Arguments, Fault, Value};

/// The first element of a list that no other one beats: `beaten` says how the best compares with one that
/// beats it. What can not be compared beats nothing.
pub(super) fn extreme<'a>(
    arguments: &mut Arguments<'_, 'a>,
    name: &str,
    beaten: Ordering,
) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    arguments.meter.step_by(list.len())?;
    let mut best: Option<Value<'a>> = None;
    for item in list.iter() {
        if !sekisho_cel::has_order(&item) {
            return Err(Fault::fixed("no such overload"));
        }
        match &best {
            Some(known) if sekisho_cel::compare(known, &item) != Ok(beaten) => (),
            _ => best = Some(item),
        }
    }
    best.ok_or_else(|| Fault::new(format!("{name} called on empty list")))
}
