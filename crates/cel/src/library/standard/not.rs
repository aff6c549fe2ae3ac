//! `!`: the opposite.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "!_",
    overloads: &[Overload::declared(
        "logical_not",
        Style::Function,
        &[Shape::Bool],
        Shape::Bool,
    )],
    body: Some(call),
    summary: "gives the opposite",
    examples: &[Example {
        expression: "!true",
        result: "false",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Bool(value) => Ok(Value::Bool(!value)),
        Value::Int(_) | Value::Double(_) | Value::Duration(_) => Err(Fault::NO_OVERLOAD),
        _ => Err(Fault::no_operator("!_", arguments.get(0))),
    }
}
