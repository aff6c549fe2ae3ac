//! `max`: the greatest element of a list.

use std::cmp::Ordering;

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::extremes;

pub(super) const FUNCTION: Function = Function {
    name: "max",
    overloads: &[
        Overload::method("list_int_max_int", &[Shape::List(&Shape::Int)], Shape::Int, call),
        Overload::method(
            "list_uint_max_uint",
            &[Shape::List(&Shape::Uint)],
            Shape::Uint,
            call,
        ),
        Overload::method(
            "list_double_max_double",
            &[Shape::List(&Shape::Double)],
            Shape::Double,
            call,
        ),
        Overload::method(
            "list_bool_max_bool",
            &[Shape::List(&Shape::Bool)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_duration_max_duration",
            &[Shape::List(&Shape::Duration)],
            Shape::Duration,
            call,
        ),
        Overload::method(
            "list_timestamp_max_timestamp",
            &[Shape::List(&Shape::Timestamp)],
            Shape::Timestamp,
            call,
        ),
        Overload::method(
            "list_string_max_string",
            &[Shape::List(&Shape::String)],
            Shape::String,
            call,
        ),
        Overload::method(
            "list_bytes_max_bytes",
            &[Shape::List(&Shape::Bytes)],
            Shape::Bytes,
            call,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "gives the greatest element of a list; an error for an empty one",
    examples: &[Example {
        expression: "[3, 1, 2].max()",
        result: "3",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    extremes::extreme(arguments, "max", Ordering::Less)
}
