//! `min`: the least element of a list.

use std::cmp::Ordering;

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::extremes;

pub(super) const FUNCTION: Function = Function {
    name: "min",
    overloads: &[
        Overload::method("list_int_min_int", &[Shape::List(&Shape::Int)], Shape::Int, call),
        Overload::method(
            "list_uint_min_uint",
            &[Shape::List(&Shape::Uint)],
            Shape::Uint,
            call,
        ),
        Overload::method(
            "list_double_min_double",
            &[Shape::List(&Shape::Double)],
            Shape::Double,
            call,
        ),
        Overload::method(
            "list_bool_min_bool",
            &[Shape::List(&Shape::Bool)],
            Shape::Bool,
            call,
        ),
        Overload::method(
            "list_duration_min_duration",
            &[Shape::List(&Shape::Duration)],
            Shape::Duration,
            call,
        ),
        Overload::method(
            "list_timestamp_min_timestamp",
            &[Shape::List(&Shape::Timestamp)],
            Shape::Timestamp,
            call,
        ),
        Overload::method(
            "list_string_min_string",
            &[Shape::List(&Shape::String)],
            Shape::String,
            call,
        ),
        Overload::method(
            "list_bytes_min_bytes",
            &[Shape::List(&Shape::Bytes)],
            Shape::Bytes,
            call,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "gives the least element of a list; an error for an empty one",
    examples: &[Example {
        expression: "[3, 1, 2].min()",
        result: "1",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    extremes::extreme(arguments, "min", Ordering::Greater)
}
