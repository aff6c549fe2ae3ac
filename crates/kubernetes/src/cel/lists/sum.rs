//! `sum`: the elements of a list added up.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "sum",
    overloads: &[
        Overload::method(
            "list_int_sum_int",
            &[Shape::List(&Shape::Int)],
            Shape::Int,
            sum_of_ints,
        ),
        Overload::method(
            "list_uint_sum_uint",
            &[Shape::List(&Shape::Uint)],
            Shape::Uint,
            sum_of_uints,
        ),
        Overload::method(
            "list_double_sum_double",
            &[Shape::List(&Shape::Double)],
            Shape::Double,
            sum_of_doubles,
        ),
        Overload::method(
            "list_duration_sum_duration",
            &[Shape::List(&Shape::Duration)],
            Shape::Duration,
            sum_of_durations,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "adds up the elements of a list; 0 for an empty one",
    examples: &[
        Example {
            expression: "[1, 2, 3].sum()",
            result: "6",
        },
        Example {
            expression: "[duration('1m'), duration('1s')].sum()",
            result: "duration('61s')",
        },
    ],
    ..Function::USUAL
};

fn sum_of_ints<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    sum(arguments, Value::Int(0))
}

fn sum_of_uints<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    sum(arguments, Value::Uint(0))
}

fn sum_of_doubles<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    sum(arguments, Value::Double(0.0))
}

fn sum_of_durations<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    sum(arguments, Value::Duration(0))
}

/// The zero tells what an empty list gives: nothing in it says what kind it is of.
fn sum<'a>(arguments: &mut Arguments<'_, 'a>, zero: Value<'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    arguments.meter.step_by(list.len())?;
    let mut sum = zero;
    for item in list.iter() {
        sum = add(&sum, &item)?;
    }
    Ok(sum)
}

fn add<'a>(sum: &Value<'_>, item: &Value<'_>) -> Result<Value<'a>, Fault> {
    const OVERFLOW: Fault = Fault::fixed("integer overflow");
    match (sum, item) {
        (Value::Int(sum), Value::Int(item)) => sum.checked_add(*item).map(Value::Int).ok_or(OVERFLOW),
        (Value::Uint(sum), Value::Uint(item)) => {
            let sum = sum.checked_add(*item).map(Value::Uint);
            sum.ok_or(Fault::fixed("unsigned integer overflow"))
        }
        (Value::Double(sum), Value::Double(item)) => Ok(Value::Double(sum + item)),
        (Value::Duration(sum), Value::Duration(item)) => {
            sum.checked_add(*item).map(Value::Duration).ok_or(OVERFLOW)
        }
        _ => Err(Fault::fixed("no such overload")),
    }
}
