//! `slice`: a piece of a list.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "slice",
    since: Release(34),
    overloads: &[Overload::method(
        "list_slice",
        &[Shape::List(&Shape::Parameter("T")), Shape::Int, Shape::Int],
        Shape::List(&Shape::Parameter("T")),
        call,
    )
    .costs(cost::made_list, estimate::slicing)],
    summary: "gives the elements from an index up to another one",
    examples: &[Example {
        expression: "[1, 2, 3, 4].slice(1, 3)",
        result: "[2, 3]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (list, start, end) = (arguments.list(0)?.clone(), arguments.int(1)?, arguments.int(2)?);
    let length = list.len();
    let fault = |what: String| Err(Fault::new(format!("cannot slice({start}, {end}), {what}")));
    let (Ok(from), Ok(to)) = (usize::try_from(start), usize::try_from(end)) else {
        return fault("negative indexes not supported".to_owned());
    };
    if from > to {
        return fault("start index must be less than or equal to end index".to_owned());
    }
    if length < to {
        return fault(format!("list is length {length}"));
    }
    arguments.meter.take_values(to - from)?;
    Ok(Value::list(list.iter().skip(from).take(to - from).collect()))
}
