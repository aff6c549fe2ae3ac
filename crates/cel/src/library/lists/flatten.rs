//! `flatten`: lists within a list put together.

use crate::Meter;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, List, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "flatten",
    since: Release(34),
    overloads: &[
        Overload::method(
            "list_flatten",
            &[Shape::List(&Shape::List(&Shape::Parameter("T")))],
            Shape::List(&Shape::Parameter("T")),
            call,
        )
        .costs(cost::flattened, estimate::flattening),
        Overload::method(
            "list_flatten_int",
            &[Shape::List(&Shape::Dyn), Shape::Int],
            Shape::List(&Shape::Dyn),
            call,
        )
        .costs(cost::flattened, estimate::flattening_deep),
    ],
    summary: "puts the lists in a list together, so many levels deep",
    examples: &[
        Example {
            expression: "[[1], [2]].flatten()",
            result: "[1, 2]",
        },
        Example {
            expression: "[[[1]]].flatten(2)",
            result: "[1]",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    let depth = match arguments.len() {
        2 => arguments.int(1)?,
        _ => 1,
    };
    if depth < 0 {
        return Err(Fault::fixed("level must be non-negative"));
    }
    let mut items = Vec::new();
    flatten(&list, depth, &mut items, arguments.meter)?;
    Ok(Value::list(items))
}

fn flatten<'a>(
    list: &List<'a>,
    depth: i64,
    items: &mut Vec<Value<'a>>,
    meter: &mut Meter,
) -> Result<(), Fault> {
    meter.take_values(list.len())?;
    meter.step_by(list.len())?;
    for item in list.iter() {
        match item {
            Value::List(inner) if depth > 0 => flatten(&inner, depth - 1, items, meter)?,
            other => items.push(other),
        }
    }
    Ok(())
}
