//! `math.floor`: the greatest whole number that is not greater.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.floor",
    overloads: &[Overload::function(
        "math_floor_double",
        &[Shape::Double],
        Shape::Double,
        call,
    )],
    summary: "gives the greatest whole number that is not greater, as a double",
    examples: &[Example {
        expression: "math.floor(1.2)",
        result: "1.0",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.floor())),
        _ => Err(arguments.no_overload()),
    }
}
