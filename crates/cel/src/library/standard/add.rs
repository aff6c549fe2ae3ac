//! `+`: sums, and texts, bytes and lists put together.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_+_",
    overloads: &[
        Overload::declared(
            "add_bytes",
            Style::Function,
            &[Shape::Bytes, Shape::Bytes],
            Shape::Bytes,
        )
        .costs(cost::both, estimate::adding),
        Overload::declared(
            "add_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Double,
        ),
        Overload::declared(
            "add_duration_duration",
            Style::Function,
            &[Shape::Duration, Shape::Duration],
            Shape::Duration,
        ),
        Overload::declared(
            "add_duration_timestamp",
            Style::Function,
            &[Shape::Duration, Shape::Timestamp],
            Shape::Timestamp,
        ),
        Overload::declared(
            "add_timestamp_duration",
            Style::Function,
            &[Shape::Timestamp, Shape::Duration],
            Shape::Timestamp,
        ),
        Overload::declared(
            "add_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "add_list",
            Style::Function,
            &[
                Shape::List(&Shape::Parameter("A")),
                Shape::List(&Shape::Parameter("A")),
            ],
            Shape::List(&Shape::Parameter("A")),
        )
        .costs(cost::one, estimate::joining),
        Overload::declared(
            "add_string",
            Style::Function,
            &[Shape::String, Shape::String],
            Shape::String,
        )
        .costs(cost::both, estimate::adding),
        Overload::declared(
            "add_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
    ],
    body: Some(call),
    summary: "adds numbers, durations and moments, and puts texts, bytes and lists together",
    examples: &[
        Example {
            expression: "1 + 2",
            result: "3",
        },
        Example {
            expression: "'a' + 'b'",
            result: "'ab'",
        },
        Example {
            expression: "[1] + [2]",
            result: "[1, 2]",
        },
        Example {
            expression: "timestamp('2024-01-01T00:00:00Z') + duration('1h')",
            result: "timestamp('2024-01-01T01:00:00Z')",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (left, right) = (arguments.get(0).clone(), arguments.get(1).clone());
    match (&left, &right) {
        (Value::Int(left), Value::Int(right)) => overflowing(left.checked_add(*right).map(Value::Int)),
        (Value::Uint(left), Value::Uint(right)) => left
            .checked_add(*right)
            .map(Value::Uint)
            .ok_or(Fault::fixed("unsigned integer overflow")),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left + right)),
        (Value::Duration(left), Value::Duration(right)) => {
            overflowing(left.checked_add(*right).map(Value::Duration))
        }
        (Value::Timestamp(moment), Value::Duration(span))
        | (Value::Duration(span), Value::Timestamp(moment)) => moment
            .plus(*span)
            .map(Value::Timestamp)
            .ok_or(Fault::fixed("timestamp overflow")),
        (Value::String(left), Value::String(right)) => {
            let (left, right) = (left.as_str(), right.as_str());
            arguments.meter.take(left.len() + right.len())?;
            Ok(Value::from([left, right].concat()))
        }
        (Value::Bytes(left), Value::Bytes(right)) => {
            let (left, right) = (left.as_slice(), right.as_slice());
            arguments.meter.take(left.len() + right.len())?;
            Ok(Value::bytes([left, right].concat()))
        }
        (Value::List(first), Value::List(second)) => {
            if first.is_empty() || second.is_empty() {
                return Ok(if first.is_empty() { right } else { left });
            }
            arguments.meter.take_values(first.len() + second.len())?;
            Ok(Value::list(first.iter().chain(second.iter()).collect()))
        }
        (Value::Null | Value::Bool(_) | Value::Map(_) | Value::Type(_) | Value::Optional(_), _)
        | (Value::Object(_) | Value::Opaque(_), _) => Err(Fault::no_operator("_+_", &left)),
        _ => Err(Fault::NO_OVERLOAD),
    }
}

fn overflowing(sum: Option<Value<'_>>) -> Result<Value<'_>, Fault> {
    sum.ok_or(Fault::fixed("integer overflow"))
}
