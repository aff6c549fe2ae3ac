//! `math.round`: the nearest whole number.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.round",
    overloads: &[Overload::function(
        "math_round_double",
        &[Shape::Double],
        Shape::Double,
        call,
    )],
    summary: "gives the nearest whole number, halves away from zero, as a double",
    examples: &[Example {
        expression: "math.round(-2.5)",
        result: "-3.0",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.round())),
        _ => Err(arguments.no_overload()),
    }
}
