//! `first`: the first element of a list.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "first",
    overloads: &[Overload::method(
        "list_first",
        &[Shape::List(&Shape::Parameter("V"))],
        Shape::Optional(&Shape::Parameter("V")),
        call,
    )],
    summary: "gives the first element of a list as an optional",
    examples: &[
        Example {
            expression: "[1, 2].first()",
            result: "optional.of(1)",
        },
        Example {
            expression: "[].first()",
            result: "optional.none()",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let first = arguments.list(0)?.get(0);
    Ok(first.map_or(Value::none(), Value::some))
}
