//! `reverse`: a list backwards.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "reverse",
    since: Release(34),
    overloads: &[Overload::method(
        "list_reverse",
        &[Shape::List(&Shape::Parameter("T"))],
        Shape::List(&Shape::Parameter("T")),
        call,
    )
    .costs(cost::made_list, estimate::making_same)],
    summary: "gives the elements of a list from the last to the first",
    examples: &[Example {
        expression: "[1, 2].reverse()",
        result: "[2, 1]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    arguments.meter.take_values(list.len())?;
    let mut items: Vec<Value<'_>> = list.iter().collect();
    items.reverse();
    Ok(Value::list(items))
}
