//! `optional.none`: an optional without value.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "optional.none",
    overloads: &[Overload::function(
        "optional_none",
        &[],
        Shape::Optional(&Shape::Parameter("V")),
        call,
    )],
    summary: "gives an optional without value",
    examples: &[Example {
        expression: "optional.none().hasValue()",
        result: "false",
    }],
    ..Function::USUAL
};

fn call<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::none())
}
