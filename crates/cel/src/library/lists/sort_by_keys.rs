//! What `sortBy` calls: a list in the order of a list of keys.

use super::ordering;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "@sortByAssociatedKeys",
    since: Release(34),
    overloads: &[
        Overload::method(
            "list_int_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Int)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_uint_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Uint)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_double_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Double)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_bool_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Bool)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_duration_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Duration)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_timestamp_sortByAssociatedKeys",
            &[
                Shape::List(&Shape::Parameter("T")),
                Shape::List(&Shape::Timestamp),
            ],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by),
        Overload::method(
            "list_string_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::String)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by_texts),
        Overload::method(
            "list_bytes_sortByAssociatedKeys",
            &[Shape::List(&Shape::Parameter("T")), Shape::List(&Shape::Bytes)],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::keys_with_keys, estimate::ordering_by_texts),
    ],
    crash: Some(CRASH),
    summary: "gives the elements of a list in the order of the keys that belong to them",
    examples: &[Example {
        expression: "['bb', 'a'].sortBy(text, size(text))",
        result: "['a', 'bb']",
    }],
    ..Function::USUAL
};

const CRASH: &str =
    "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add";

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (list, keys) = (arguments.list(0)?.clone(), arguments.list(1)?.clone());
    ordering::afford(arguments.meter, list.len())?;
    arguments.meter.take_values(list.len().saturating_mul(2))?;
    let keys: Vec<Value<'_>> = keys.iter().collect();
    ordering::check(&keys)?;
    ordering::sorted(list.iter().collect(), keys).map(Value::list)
}
