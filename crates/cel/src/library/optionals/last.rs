//! `last`: the last element of a list.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "last",
    overloads: &[Overload::method(
        "list_last",
        &[Shape::List(&Shape::Parameter("V"))],
        Shape::Optional(&Shape::Parameter("V")),
        call,
    )],
    summary: "gives the last element of a list as an optional",
    examples: &[Example {
        expression: "[1, 2].last()",
        result: "optional.of(2)",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?;
    let last = list.len().checked_sub(1).and_then(|last| list.get(last));
    Ok(last.map_or(Value::none(), Value::some))
}
