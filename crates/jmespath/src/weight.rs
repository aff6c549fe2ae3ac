//! Comparing, weighing and printing values that share parts: a small value in memory may be a huge one to print.

use sekisho_diagnostics::Complaint;
use sekisho_document::json::{self, Form};
use sekisho_document::number::go_float;
use sekisho_document::{Text, Value};

use crate::access::sorted;
use crate::error::{LIMIT_EXCEEDED, QUERY_FAILED};

/// Whether two values are equal, strictly by type; nothing when the comparison takes more than `steps`.
pub(crate) fn same(left: &Value, right: &Value, steps: &mut u64) -> Option<bool> {
    *steps = steps.checked_sub(1)?;
    match (left, right) {
        (Value::List(left), Value::List(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            for (left, right) in left.iter().zip(right) {
                if !same(left, right, steps)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        (Value::Map(left), Value::Map(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            for (key, value) in left {
                match right.get(key) {
                    Some(other) if same(value, other, steps)? => {}
                    _ => return Some(false),
                }
            }
            Some(true)
        }
        (Value::String(left), Value::String(right)) if left.len() == right.len() => {
            *steps = steps.checked_sub(left.len() as u64 / 64)?;
            Some(left == right)
        }
        (left, right) => Some(left == right),
    }
}

/// Whether the JSON text of a value has certainly more than so many bytes. Stops as soon as it knows.
#[must_use]
pub fn weighs_more_than(value: &Value, bytes: usize) -> bool {
    weight(value, bytes).is_none()
}

/// How many bytes the JSON text of a value has at least; nothing when these are more than `most`. Stops as
/// soon as it knows.
#[must_use]
pub fn weight(value: &Value, most: usize) -> Option<usize> {
    let mut left = most.checked_sub(own_weight(value))?;
    let mut open = Vec::new();
    let mut value = value;
    loop {
        match value {
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            _ => {}
        }
        match open.pop() {
            None => return Some(most - left),
            Some(next) => value = next,
        }
        left = left.checked_sub(own_weight(value))?;
    }
}

/// The weight of a value without that of its items.
fn own_weight(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 4,
        Value::Int(_) | Value::UInt(_) | Value::Float(_) => 1,
        Value::String(text) => text.len() + 2,
        Value::List(list) => list.len() + 1,
        Value::Map(map) => map.keys().fold(1, |sum, key| sum + key.len() + 4),
    }
}

/// A value as text inside of a longer one (reference §7): a string as it is, anything else as Go's JSON.
///
/// # Errors
/// A text of more than `bytes`, and floats that JSON can not hold.
pub fn text_of(value: &Value, bytes: usize) -> Result<Text, Complaint> {
    if let Value::String(text) = value {
        return Ok(text.clone());
    }
    let too_large = || {
        let text = format!("the text of a value would have more than {bytes} bytes");
        Complaint::new(LIMIT_EXCEEDED, text)
    };
    if weighs_more_than(value, bytes) {
        return Err(too_large());
    }
    if let Some(odd) = odd_float(value) {
        let text = format!("json: unsupported value: {}", go_float(odd));
        return Err(Complaint::new(QUERY_FAILED, text));
    }
    let text = json::write(value, Form::GO);
    match text.len() <= bytes {
        true => Ok(Text::from(text)),
        false => Err(too_large()),
    }
}

/// The first float of a value, by sorted keys, that is not finite.
fn odd_float(value: &Value) -> Option<f64> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Float(float) if !float.is_finite() => return Some(*float),
            Value::List(list) => open.extend(list.iter().rev()),
            Value::Map(map) => open.extend(sorted(map).into_iter().rev().map(|(_, value)| value)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of two lists of two lists …: small in memory, 2^levels values to visit.
    fn shared(levels: usize) -> Value {
        (0..levels).fold(Value::Null, |inner, _| {
            Value::List(vec![inner.clone(), inner].into())
        })
    }

    #[test]
    fn shared_parts_count_each_time() {
        assert!(!weighs_more_than(&shared(3), 100));
        assert_eq!(weight(&shared(2), 100), Some(3 + 2 * 3 + 4 * 4));
        assert_eq!(weight(&shared(2), 24), None);
        assert_eq!(weight(&"a".into(), 3), Some(3));
        assert!(weighs_more_than(&shared(60), 1 << 20));
        assert_eq!(text_of(&shared(60), 1 << 20).unwrap_err().code, LIMIT_EXCEEDED);
        let mut steps = 1000;
        assert_eq!(same(&shared(60), &shared(60), &mut steps), None);
        let mut steps = 1000;
        assert_eq!(same(&shared(5), &shared(5), &mut steps), Some(true));
    }

    #[test]
    fn texts() {
        let list = Value::List(vec![Value::Float(1.0), "<".into()].into());
        let rows: &[(Value, &str)] = &[
            ("a <b>".into(), "a <b>"),
            (list, r#"[1,"\u003c"]"#),
            (Value::Null, "null"),
            (Value::Int(7), "7"),
            (Value::Float(-0.0), "-0"),
            (Value::Float(1e21), "1e+21"),
        ];
        for (value, text) in rows {
            assert_eq!(text_of(value, 100).unwrap(), *text);
        }
        let odd = text_of(&Value::Float(f64::NAN), 100).unwrap_err();
        assert_eq!(odd.message, "json: unsupported value: NaN");
    }
}
