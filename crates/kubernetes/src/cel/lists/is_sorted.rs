//! `isSorted`: whether a list is in order.

use std::cmp::Ordering;

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "isSorted",
    overloads: &[
        Overload::method(
            "list_int_is_sorted_bool",
            &[Shape::List(&Shape::Int)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_uint_is_sorted_bool",
            &[Shape::List(&Shape::Uint)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_double_is_sorted_bool",
            &[Shape::List(&Shape::Double)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_bool_is_sorted_bool",
            &[Shape::List(&Shape::Bool)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_duration_is_sorted_bool",
            &[Shape::List(&Shape::Duration)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_timestamp_is_sorted_bool",
            &[Shape::List(&Shape::Timestamp)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_string_is_sorted_bool",
            &[Shape::List(&Shape::String)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_bytes_is_sorted_bool",
            &[Shape::List(&Shape::Bytes)],
            Shape::Bool,
            call,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "tells whether no element of a list is greater than the next",
    examples: &[
        Example {
            expression: "[1, 2, 2].isSorted()",
            result: "true",
        },
        Example {
            expression: "['b', 'a'].isSorted()",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    arguments.meter.step_by(list.len())?;
    let mut before: Option<Value<'a>> = None;
    for item in list.iter() {
        if !sekisho_cel::has_order(&item) {
            return Err(Fault::fixed("no such overload"));
        }
        // What can not be compared is in order.
        if before.is_some_and(|before| sekisho_cel::compare(&before, &item) == Ok(Ordering::Greater)) {
            return Ok(Value::Bool(false));
        }
        before = Some(item);
    }
    Ok(Value::Bool(true))
}
