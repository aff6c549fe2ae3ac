//! `sets.equivalent`: whether two lists have the same elements.

use super::containment;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "sets.equivalent",
    since: Release(29),
    overloads: &[Overload::function(
        "list_sets_equivalent_list",
        &[
            Shape::List(&Shape::Parameter("T")),
            Shape::List(&Shape::Parameter("T")),
        ],
        Shape::Bool,
        call,
    )
    .costs(cost::sets_twice, estimate::sets_twice)],
    summary: "tells whether two lists have the same elements, however often and in any order",
    examples: &[Example {
        expression: "sets.equivalent([1, 2], [2, 1, 1])",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let equivalent =
        containment::contains_all(arguments, 0, 1)? && containment::contains_all(arguments, 1, 0)?;
    Ok(Value::Bool(equivalent))
}
