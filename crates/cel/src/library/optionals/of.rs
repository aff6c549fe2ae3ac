//! `optional.of`: an optional with a value.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "optional.of",
    overloads: &[Overload::function(
        "optional_of",
        &[Shape::Parameter("V")],
        Shape::Optional(&Shape::Parameter("V")),
        call,
    )],
    summary: "wraps a value into an optional",
    examples: &[Example {
        expression: "optional.of(1).value()",
        result: "1",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::some(arguments.get(0).clone()))
}
