//! `-`: differences.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_-_",
    overloads: &[
        Overload::declared(
            "subtract_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Double,
        ),
        Overload::declared(
            "subtract_duration_duration",
            Style::Function,
            &[Shape::Duration, Shape::Duration],
            Shape::Duration,
        ),
        Overload::declared(
            "subtract_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "subtract_timestamp_duration",
            Style::Function,
            &[Shape::Timestamp, Shape::Duration],
            Shape::Timestamp,
        ),
        Overload::declared(
            "subtract_timestamp_timestamp",
            Style::Function,
            &[Shape::Timestamp, Shape::Timestamp],
            Shape::Duration,
        ),
        Overload::declared(
            "subtract_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
    ],
    body: Some(call),
    summary: "subtracts numbers, durations and moments",
    examples: &[
        Example {
            expression: "3 - 1",
            result: "2",
        },
        Example {
            expression: "duration('1h') - duration('1m')",
            result: "duration('59m')",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let overflow = Fault::fixed("integer overflow");
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(left), Value::Int(right)) => left.checked_sub(*right).map(Value::Int).ok_or(overflow),
        (Value::Uint(left), Value::Uint(right)) => left
            .checked_sub(*right)
            .map(Value::Uint)
            .ok_or(Fault::fixed("unsigned integer overflow")),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left - right)),
        (Value::Duration(left), Value::Duration(right)) => {
            left.checked_sub(*right).map(Value::Duration).ok_or(overflow)
        }
        (Value::Timestamp(moment), Value::Duration(span)) => moment
            .minus(*span)
            .map(Value::Timestamp)
            .ok_or(Fault::fixed("timestamp overflow")),
        (Value::Timestamp(left), Value::Timestamp(right)) => {
            left.since(right).map(Value::Duration).ok_or(overflow)
        }
        (Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Duration(_) | Value::Timestamp(_), _) => {
            Err(Fault::NO_OVERLOAD)
        }
        (other, _) => Err(Fault::no_operator("_-_", other)),
    }
}
