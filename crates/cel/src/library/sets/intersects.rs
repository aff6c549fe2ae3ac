//! `sets.intersects`: whether two lists have an element in common.

use super::containment;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "sets.intersects",
    since: Release(29),
    overloads: &[Overload::function(
        "list_sets_intersects_list",
        &[
            Shape::List(&Shape::Parameter("T")),
            Shape::List(&Shape::Parameter("T")),
        ],
        Shape::Bool,
        call,
    )
    .costs(cost::sets_once, estimate::sets_once)],
    summary: "tells whether two lists have an element in common",
    examples: &[Example {
        expression: "sets.intersects([1, 2], [2, 3])",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (left, right) = (arguments.list(0)?.clone(), arguments.list(1)?.clone());
    containment::afford(arguments, &left, &right)?;
    for item in right.iter() {
        if containment::has(arguments, &left, &item)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}
