//! When values are equal, and which comes first (reference §3, §4).

use std::cmp::Ordering;

use crate::collection::{List, Map};
use crate::fault::Fault;
use crate::meter::Meter;
use crate::number;
use crate::value::Value;

/// Whether two values are equal: numbers of any kind by their value, lists and maps by their elements.
///
/// # Errors
/// An opaque value that can not be compared with the other one, or a limit.
pub fn equal(left: &Value<'_>, right: &Value<'_>, meter: &mut Meter) -> Result<bool, Fault> {
    same(left, right, meter)?.ok_or(Fault::NO_OVERLOAD)
}

/// Nothing where the values can not be compared. Inside of lists and maps this counts as equal, because
/// the reference asks its elements only whether they are different.
fn same(left: &Value<'_>, right: &Value<'_>, meter: &mut Meter) -> Result<Option<bool>, Fault> {
    meter.step()?;
    let equal = match (left, right) {
        (Value::List(left), Value::List(right)) => return same_list(left, right, meter).map(Some),
        (Value::Map(left), Value::Map(right)) => return same_map(left, right, meter).map(Some),
        (Value::Optional(left), Value::Optional(right)) => match (left, right) {
            (None, None) => true,
            (Some(left), Some(right)) => return same(left, right, meter),
            _ => false,
        },
        (Value::Object(left), Value::Object(right)) => {
            if left.type_name != right.type_name || left.fields.len() != right.fields.len() {
                return Ok(Some(false));
            }
            for (name, value) in &left.fields {
                let Some(other) = right.field(name.as_str()) else {
                    return Ok(Some(false));
                };
                if same(value, other, meter)? == Some(false) {
                    return Ok(Some(false));
                }
            }
            true
        }
        (Value::Opaque(opaque), other) => {
            meter.read(opaque.bytes())?;
            return Ok(opaque.equals(other));
        }
        (Value::String(left), Value::String(right)) => {
            let (left, right) = (left.as_str(), right.as_str());
            if left.len() == right.len() {
                meter.read(left.len() / 8)?;
            }
            left == right
        }
        _ => same_scalar(left, right),
    };
    Ok(Some(equal))
}

fn same_list(left: &List<'_>, right: &List<'_>, meter: &mut Meter) -> Result<bool, Fault> {
    if left.len() != right.len() {
        return Ok(false);
    }
    if let (Some(left), Some(right)) = (left.document(), right.document())
        && left.is_shared_with(right)
    {
        // A document holds nothing that is not equal to itself.
        return Ok(true);
    }
    if let (Some(left), Some(right)) = (left.items(), right.items()) {
        for (left, right) in left.iter().zip(right) {
            if same(left, right, meter)? == Some(false) {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    for (left, right) in left.iter().zip(right.iter()) {
        if same(&left, &right, meter)? == Some(false) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn same_map(left: &Map<'_>, right: &Map<'_>, meter: &mut Meter) -> Result<bool, Fault> {
    if left.len() != right.len() {
        return Ok(false);
    }
    if let (Some(left), Some(right)) = (left.document(), right.document())
        && left.is_shared_with(right)
    {
        return Ok(true);
    }
    if let (Some(left), Some(right)) = (left.entries(), right.entries()) {
        for (key, left) in left.iter() {
            let Some(right) = right.get(key) else {
                return Ok(false);
            };
            if same(left, right, meter)? == Some(false) {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    for (key, left) in left.iter() {
        let Some(right) = right.get(&key) else {
            return Ok(false);
        };
        if same(&left, &right, meter)? == Some(false) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn same_scalar(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::String(left), Value::String(right)) | (Value::Type(left), Value::Type(right)) => {
            left == right
        }
        (Value::Bytes(left), Value::Bytes(right)) => left.as_slice() == right.as_slice(),
        (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
        (Value::Duration(left), Value::Duration(right)) => left == right,
        _ => compare_numbers(left, right) == Some(Some(Ordering::Equal)),
    }
}

/// Nothing when one is no number; nothing inside when one is NaN.
fn compare_numbers(left: &Value<'_>, right: &Value<'_>) -> Option<Option<Ordering>> {
    let reverse = |ordering: Option<Ordering>| ordering.map(Ordering::reverse);
    Some(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Some(left.cmp(right)),
        (Value::Uint(left), Value::Uint(right)) => Some(left.cmp(right)),
        (Value::Double(left), Value::Double(right)) => left.partial_cmp(right),
        (Value::Int(left), Value::Uint(right)) => Some(number::compare_int_uint(*left, *right)),
        (Value::Uint(left), Value::Int(right)) => Some(number::compare_int_uint(*right, *left).reverse()),
        (Value::Int(left), Value::Double(right)) => number::compare_int_double(*left, *right),
        (Value::Double(left), Value::Int(right)) => reverse(number::compare_int_double(*right, *left)),
        (Value::Uint(left), Value::Double(right)) => number::compare_uint_double(*left, *right),
        (Value::Double(left), Value::Uint(right)) => reverse(number::compare_uint_double(*right, *left)),
        _ => return None,
    })
}

/// Whether values of this kind have an order.
#[must_use]
pub fn has_order(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Timestamp(_)
            | Value::Duration(_)
    )
}

/// Which of two values comes first.
///
/// # Errors
/// The values are not of one kind, or one is NaN.
pub fn compare(left: &Value<'_>, right: &Value<'_>) -> Result<Ordering, Fault> {
    if let Some(ordering) = compare_numbers(left, right) {
        return ordering.ok_or(Fault::fixed("NaN values cannot be ordered"));
    }
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => Ok(left.cmp(right)),
        (Value::String(left), Value::String(right)) => Ok(left.as_str().cmp(right.as_str())),
        (Value::Bytes(left), Value::Bytes(right)) => Ok(left.as_slice().cmp(right.as_slice())),
        (Value::Timestamp(left), Value::Timestamp(right)) => Ok(left.cmp(right)),
        (Value::Duration(left), Value::Duration(right)) => Ok(left.cmp(right)),
        _ => Err(Fault::NO_OVERLOAD),
    }
}
