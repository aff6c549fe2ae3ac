//! What calls cost: formulas that several functions share (reference §6).

use crate::{Fault, Value};

type Answer<'r, 'a> = &'r Result<Value<'a>, Fault>;

/// A tenth of a size, rounded up.
#[must_use]
pub fn tenth(size: u64) -> u64 {
    size.div_ceil(10)
}

/// The size of the argument at a position; the target of a method is the first.
#[must_use]
pub fn size_at(arguments: &[Value<'_>], position: usize) -> u64 {
    arguments.get(position).map_or(1, Value::size)
}

/// One unit, whatever the sizes are.
#[must_use]
pub fn one(_: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    1
}

/// A tenth of the smaller of two values.
#[must_use]
pub fn shorter(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 0).min(size_at(arguments, 1)))
}

/// A tenth of both.
#[must_use]
pub fn both(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 0) + size_at(arguments, 1))
}

/// The size of the list behind `in`.
#[must_use]
pub fn of_list(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    size_at(arguments, 1)
}

/// A tenth of the first.
#[must_use]
pub fn of_operand(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 0))
}

/// A tenth of the second.
#[must_use]
pub fn of_argument(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 1))
}

/// Tenths multiplied.
#[must_use]
pub fn product(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 0)) * tenth(size_at(arguments, 1))
}

/// What a search with a regular expression costs.
#[must_use]
pub fn matching(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(1 + size_at(arguments, 0)) * size_at(arguments, 1).div_ceil(4)
}

/// Every element of two lists compared with every other.
#[must_use]
pub fn sets_once(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    size_at(arguments, 0)
        .saturating_mul(size_at(arguments, 1))
        .saturating_add(1)
}

/// The same in both directions.
#[must_use]
pub fn sets_twice(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    let product = size_at(arguments, 0).saturating_mul(size_at(arguments, 1));
    product.saturating_mul(2).saturating_add(1)
}

/// A fifth of the first: it is read, and something like it is made.
#[must_use]
pub fn fifth_of_operand(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    size_at(arguments, 0).div_ceil(5)
}

/// A fifth of the result.
#[must_use]
pub fn fifth_of_result(_: &[Value<'_>], answer: Answer<'_, '_>) -> u64 {
    result_size(answer).div_ceil(5)
}

/// The size of a result; what has no value has that of a scalar.
#[must_use]
pub fn result_size(answer: Answer<'_, '_>) -> u64 {
    answer.as_ref().map_or(1, Value::size)
}

/// One way through the first: its elements, keys and values, and a tenth of the bytes of its texts.
#[must_use]
pub fn traversal(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    arguments.first().map_or(0, walk)
}

/// One way through a value.
#[must_use]
pub fn walk(value: &Value<'_>) -> u64 {
    match value {
        Value::String(text) => text.as_str().len() as u64 / 10,
        Value::Bytes(bytes) => bytes.as_slice().len() as u64 / 10,
        Value::List(list) => list.iter().map(|item| walk(&item)).fold(0, u64::saturating_add),
        Value::Map(map) => {
            let parts = map
                .iter()
                .map(|(key, value)| walk(&key).saturating_add(walk(&value)));
            parts.fold(0, u64::saturating_add)
        }
        _ => 1,
    }
}

/// A list that is made, and the call.
const MADE: u64 = 11;

#[must_use]
pub fn made_list(_: &[Value<'_>], answer: Answer<'_, '_>) -> u64 {
    result_size(answer).saturating_add(MADE)
}

/// As many levels as asked for, each as large as the list.
#[must_use]
pub fn flattened(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    let depth = match arguments.get(1) {
        Some(Value::Int(depth)) => u64::try_from(*depth).unwrap_or(1),
        _ => 1,
    };
    size_at(arguments, 0).saturating_mul(depth).saturating_add(MADE)
}

/// Each element of a list compared with each.
#[must_use]
pub fn each_with_each(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    squared(arguments.first())
}

/// The same of keys, which stand second.
#[must_use]
pub fn keys_with_keys(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    squared(arguments.get(1))
}

/// Two for each pair; for texts and bytes, by the first of them, a tenth more.
fn squared(list: Option<&Value<'_>>) -> u64 {
    let size = list.map_or(1, Value::size);
    let first = list.and_then(Value::as_list).and_then(|list| list.get(0));
    let tenths = match first {
        Some(Value::String(_) | Value::Bytes(_)) => 21,
        _ => 20,
    };
    size.saturating_mul(size).saturating_mul(tenths) / 10 + MADE
}

/// A tenth of the first, and the call.
#[must_use]
pub fn one_and_tenth(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    tenth(size_at(arguments, 0)) + 1
}

/// The size of the list, and the call.
#[must_use]
pub fn list_and_one(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    size_at(arguments, 0) + 1
}

/// What searching and cutting out costs: the parts of it are added before they are rounded.
#[must_use]
pub fn extracting(arguments: &[Value<'_>], _: Answer<'_, '_>) -> u64 {
    // An optional counts as one.
    rounded(arguments, 2)
}

#[must_use]
pub fn extracting_all(arguments: &[Value<'_>], answer: Answer<'_, '_>) -> u64 {
    rounded(arguments, result_size(answer).saturating_add(MADE))
}

#[must_use]
pub fn replacing_matches(arguments: &[Value<'_>], answer: Answer<'_, '_>) -> u64 {
    rounded(arguments, result_size(answer))
}

/// `(text + 1) / 10 · (pattern + 1) / 4`, and something more, rounded up.
fn rounded(arguments: &[Value<'_>], more: u64) -> u64 {
    let product = (size_at(arguments, 0) + 1).saturating_mul(size_at(arguments, 1) + 1);
    product.div_ceil(40).saturating_add(more)
}
