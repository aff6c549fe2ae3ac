//! `distinct`: a list without repetitions.

use super::ordering;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "distinct",
    since: Release(34),
    overloads: &[Overload::method(
        "list_distinct",
        &[Shape::List(&Shape::Parameter("T"))],
        Shape::List(&Shape::Parameter("T")),
        call,
    )
    .costs(cost::each_with_each, estimate::comparing_each)],
    summary: "gives the elements of a list, each only where it is first",
    examples: &[Example {
        expression: "[1, 2, 1].distinct()",
        result: "[1, 2]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    ordering::afford(arguments.meter, list.len())?;
    arguments.meter.take_values(list.len())?;
    let mut items: Vec<Value<'_>> = Vec::new();
    for item in list.iter() {
        let mut is_new = true;
        for known in &items {
            match crate::equal(known, &item, arguments.meter) {
                Ok(false) | Err(Fault::Error(_)) => (),
                Ok(true) => {
                    is_new = false;
                    break;
                }
                Err(stopped @ Fault::Stopped(_)) => return Err(stopped),
            }
        }
        if is_new {
            items.push(item);
        }
    }
    Ok(Value::list(items))
}
