//! `sort`: a list in order.

use super::ordering;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "sort",
    since: Release(34),
    overloads: &[
        Overload::method(
            "list_int_sort",
            &[Shape::List(&Shape::Int)],
            Shape::List(&Shape::Int),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_uint_sort",
            &[Shape::List(&Shape::Uint)],
            Shape::List(&Shape::Uint),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_double_sort",
            &[Shape::List(&Shape::Double)],
            Shape::List(&Shape::Double),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_bool_sort",
            &[Shape::List(&Shape::Bool)],
            Shape::List(&Shape::Bool),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_duration_sort",
            &[Shape::List(&Shape::Duration)],
            Shape::List(&Shape::Duration),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_timestamp_sort",
            &[Shape::List(&Shape::Timestamp)],
            Shape::List(&Shape::Timestamp),
            call,
        )
        .costs(cost::each_with_each, estimate::comparing_each),
        Overload::method(
            "list_string_sort",
            &[Shape::List(&Shape::String)],
            Shape::List(&Shape::String),
            call,
        )
        .costs(cost::each_with_each, estimate::ordering_texts),
        Overload::method(
            "list_bytes_sort",
            &[Shape::List(&Shape::Bytes)],
            Shape::List(&Shape::Bytes),
            call,
        )
        .costs(cost::each_with_each, estimate::ordering_texts),
    ],
    summary: "gives the elements of a list in order; they must be of one kind",
    examples: &[Example {
        expression: "[2, 3, 1].sort()",
        result: "[1, 2, 3]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    ordering::afford(arguments.meter, list.len())?;
    arguments.meter.take_values(list.len())?;
    let items: Vec<Value<'_>> = list.iter().collect();
    ordering::check(&items)?;
    ordering::sorted(items.clone(), items).map(Value::list)
}
