//! `lists.range`: the numbers below another one.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "lists.range",
    since: Release(34),
    overloads: &[
        Overload::function("lists_range", &[Shape::Int], Shape::List(&Shape::Int), call)
            .costs(cost::made_list, estimate::ranging),
    ],
    summary: "gives the whole numbers from 0 up to but not including another one",
    examples: &[Example {
        expression: "lists.range(3)",
        result: "[0, 1, 2]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let end = arguments.int(0)?;
    let count = usize::try_from(end).unwrap_or_default();
    // What can not be paid for is not made.
    arguments.meter.afford(11_u64.saturating_add(count as u64))?;
    arguments.meter.take_values(count)?;
    Ok(Value::list((0..end).map(Value::Int).collect()))
}
