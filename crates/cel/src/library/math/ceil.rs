//! `math.ceil`: the least whole number that is not less.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.ceil",
    overloads: &[Overload::function(
        "math_ceil_double",
        &[Shape::Double],
        Shape::Double,
        call,
    )],
    summary: "gives the least whole number that is not less, as a double",
    examples: &[Example {
        expression: "math.ceil(1.2)",
        result: "2.0",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.ceil())),
        _ => Err(arguments.no_overload()),
    }
}
