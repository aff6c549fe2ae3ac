//! Taking values apart: keys, indexes, slices (reference §4).

use std::borrow::Cow;

use sekisho_document::{Map, Text, Value};

use crate::Found;
use crate::interpreter::{Answer, Stop};
use crate::tree::Slice;

/// The value under a key. A missing key of a map is a fault, a key of anything else is null.
pub(crate) fn field<'a>(key: &'a str, current: &Found<'a>) -> Answer<'a> {
    let found = match current {
        Found::Value(Cow::Borrowed(Value::Map(map))) => map.get(key).map(Found::from),
        Found::Value(Cow::Owned(Value::Map(map))) => map.get(key).map(|value| Found::from(value.clone())),
        _ => return Ok(Found::NULL),
    };
    found.ok_or(Stop::Missing(key))
}

/// Field after field. A missing key of a map is a fault, anything below something else is null.
pub(crate) fn chain<'a>(keys: &'a [Text], current: &Found<'a>) -> Answer<'a> {
    fn walk<'v, 'k>(keys: &'k [Text], mut value: &'v Value) -> Result<Option<&'v Value>, Stop<'k>> {
        for key in keys {
            let Value::Map(map) = value else {
                return Ok(None);
            };
            value = map.get(key).ok_or(Stop::Missing(key))?;
        }
        Ok(Some(value))
    }
    match current {
        Found::Value(Cow::Borrowed(value)) => Ok(walk(keys, value)?.map_or(Found::NULL, Found::from)),
        Found::Value(Cow::Owned(value)) => {
            Ok(walk(keys, value)?.map_or(Found::NULL, |value| Found::from(value.clone())))
        }
        Found::Objects(_) | Found::Lambda(_) => Ok(Found::NULL),
    }
}

/// The item at an index, from the end if it is negative.
pub(crate) fn item<'a>(found: &Found<'a>, index: i64) -> Found<'a> {
    let position = |length: usize| match usize::try_from(index) {
        Ok(position) => Some(position),
        Err(_) => length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    };
    match found {
        Found::Objects(list) => {
            let item = position(list.len()).and_then(|position| list.get(position));
            item.map_or(Found::NULL, |item| Found::from(item.clone()))
        }
        Found::Value(_) | Found::Lambda(_) => found.part(|value| {
            let list = value.as_list()?;
            list.get(position(list.len())?)
        }),
    }
}

/// Which positions of a list a slice takes, in order: Python's rules. Nothing for a step of 0.
pub(crate) fn positions(slice: Slice, length: usize) -> Option<Vec<usize>> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let step = slice.step.unwrap_or(1);
    if step == 0 {
        return None;
    }
    let (lowest, highest) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let clamp = |part: i64| {
        let part = if part < 0 {
            part.saturating_add(length)
        } else {
            part
        };
        part.clamp(lowest, highest)
    };
    let (first, last) = if step < 0 {
        (highest, lowest)
    } else {
        (lowest, highest)
    };
    let start = slice.start.map_or(first, clamp);
    let stop = slice.stop.map_or(last, clamp);
    let mut positions = Vec::new();
    let mut position = start;
    while (step > 0 && position < stop) || (step < 0 && position > stop) {
        positions.push(usize::try_from(position).unwrap_or_default());
        position = position.saturating_add(step);
    }
    Some(positions)
}

/// The entries of a map in the order in which this crate shows them: by key.
pub(crate) fn sorted(map: &Map) -> Vec<(&Text, &Value)> {
    let mut entries: Vec<(&Text, &Value)> = map.iter().collect();
    entries.sort_unstable_by(|left, right| left.0.cmp(right.0));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_pythons() {
        let rows: &[([Option<i64>; 3], &[usize])] = &[
            ([None, None, None], &[0, 1, 2, 3]),
            ([Some(1), Some(3), None], &[1, 2]),
            ([Some(-2), None, None], &[2, 3]),
            ([None, None, Some(-1)], &[3, 2, 1, 0]),
            ([None, None, Some(2)], &[0, 2]),
            ([Some(9), Some(-9), Some(-3)], &[3, 0]),
            ([Some(3), Some(1), None], &[]),
            ([Some(i64::MIN), Some(i64::MAX), Some(i64::MAX)], &[0]),
            ([None, None, Some(i64::MIN)], &[3]),
        ];
        for ([start, stop, step], expected) in rows.iter().copied() {
            let got = positions(Slice { start, stop, step }, 4);
            assert_eq!(got.as_deref(), Some(expected), "{start:?}:{stop:?}:{step:?}");
        }
        let zero = Slice {
            start: None,
            stop: None,
            step: Some(0),
        };
        assert_eq!(positions(zero, 4), None);
    }
}
