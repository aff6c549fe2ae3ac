//! `math.isInf`: whether a double is infinite.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.isInf",
    overloads: &[Overload::function(
        "math_isInf_double",
        &[Shape::Double],
        Shape::Bool,
        call,
    )],
    summary: "tells whether a double is infinite",
    examples: &[Example {
        expression: "math.isInf(1.0 / 0.0)",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Bool(value.is_infinite())),
        _ => Err(arguments.no_overload()),
    }
}
