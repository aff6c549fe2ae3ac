//! What the functions of sets share.

use crate::{Arguments, Fault, List, Value};

/// Whether the list at one position has all elements of that at another.
pub(super) fn contains_all(
    arguments: &mut Arguments<'_, '_>,
    list: usize,
    parts: usize,
) -> Result<bool, Fault> {
    let (list, parts) = (arguments.list(list)?.clone(), arguments.list(parts)?.clone());
    afford(arguments, &list, &parts)?;
    for part in parts.iter() {
        if !has(arguments, &list, &part)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether every element could be compared with every other.
pub(super) fn afford(
    arguments: &mut Arguments<'_, '_>,
    left: &List<'_>,
    right: &List<'_>,
) -> Result<(), Fault> {
    let product = (left.len() as u64).saturating_mul(right.len() as u64);
    match arguments.meter.limits.cost {
        u64::MAX => Ok(()),
        limit if product > limit => arguments.meter.spend(product.saturating_add(1)),
        _ => Ok(()),
    }
}

/// Whether a list has an element.
pub(super) fn has(
    arguments: &mut Arguments<'_, '_>,
    list: &List<'_>,
    wanted: &Value<'_>,
) -> Result<bool, Fault> {
    for item in list.iter() {
        match crate::equal(&item, wanted, arguments.meter) {
            Ok(true) => return Ok(true),
            Ok(false) | Err(Fault::Error(_)) => (),
            Err(stopped @ Fault::Stopped(_)) => return Err(stopped),
        }
    }
    Ok(false)
}
