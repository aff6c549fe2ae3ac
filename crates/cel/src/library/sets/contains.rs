//! `sets.contains`: whether a list has all elements of another one.

use super::containment;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "sets.contains",
    since: Release(29),
    overloads: &[Overload::function(
        "list_sets_contains_list",
        &[
            Shape::List(&Shape::Parameter("T")),
            Shape::List(&Shape::Parameter("T")),
        ],
        Shape::Bool,
        call,
    )
    .costs(cost::sets_once, estimate::sets_once)],
    summary: "tells whether a list has all elements of another one",
    examples: &[Example {
        expression: "sets.contains([1, 2], [2])",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    containment::contains_all(arguments, 0, 1).map(Value::Bool)
}
