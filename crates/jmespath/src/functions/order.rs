//! The order of numbers and of texts, and what `max`, `min`, `sort` and their `_by` forms share.

use std::cmp::Ordering;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::error::QUERY_FAILED;
use crate::{Arguments, Found};

/// Numbers by size, NaN first as in Go; texts by their bytes; anything else is equal.
pub(super) fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Float(left), Value::Float(right)) => left
            .partial_cmp(right)
            .unwrap_or_else(|| right.is_nan().cmp(&left.is_nan())),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        _ => Ordering::Equal,
    }
}

/// The first item that no other one beats.
pub(super) fn best(items: &[Value], beats: Ordering) -> Option<&Value> {
    items.iter().reduce(|best, item| match (item, best) {
        // Nothing beats NaN, and NaN beats nothing.
        (Value::Float(one), Value::Float(two)) if one.is_nan() || two.is_nan() => best,
        _ if compare(item, best) == beats => item,
        _ => best,
    })
}

/// The first item whose key no other key beats.
pub(super) fn best_by<'a>(
    arguments: &mut Arguments<'_, 'a>,
    beats: Ordering,
) -> Result<Found<'a>, Complaint> {
    let list = arguments.list(0)?;
    if list.len() < 2 {
        return Ok(arguments.get(0).part(|value| value.as_list()?.first()));
    }
    let keys = keys(arguments)?;
    let mut best: Option<(usize, &Value)> = None;
    for (position, key) in keys.iter().enumerate() {
        let Some((_, held)) = best else {
            if !is_key(key) {
                return Err(Complaint::new(
                    QUERY_FAILED,
                    "invalid type, must be number of string",
                ));
            }
            best = Some((position, key));
            continue;
        };
        match (held, key) {
            (Value::Float(_), Value::Float(_)) | (Value::String(_), Value::String(_)) => {}
            (Value::Float(_), _) => {
                return Err(Complaint::new(QUERY_FAILED, "invalid type, must be number"));
            }
            _ => return Err(Complaint::new(QUERY_FAILED, "invalid type, must be string")),
        }
        if compare(key, held) == beats {
            best = Some((position, key));
        }
    }
    let position = best.map_or(0, |(position, _)| position);
    Ok(arguments.get(0).part(|value| value.as_list()?.get(position)))
}

/// What the expression, the second argument, gives for each item of the list, the first.
pub(super) fn keys(arguments: &mut Arguments<'_, '_>) -> Result<Vec<Value>, Complaint> {
    let expression = arguments.lambda(1)?;
    let mut keys = Vec::new();
    for element in arguments.get(0).elements().into_iter().flatten() {
        keys.push(arguments.apply(expression, element)?.into_value());
    }
    Ok(keys)
}

pub(super) fn is_key(value: &Value) -> bool {
    matches!(value, Value::Float(_) | Value::String(_))
}
