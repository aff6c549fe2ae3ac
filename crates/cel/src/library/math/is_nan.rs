//! `math.isNaN`: whether a double is no number.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.isNaN",
    overloads: &[Overload::function(
        "math_isNaN_double",
        &[Shape::Double],
        Shape::Bool,
        call,
    )],
    summary: "tells whether a double is no number",
    examples: &[Example {
        expression: "math.isNaN(0.0 / 0.0)",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Bool(value.is_nan())),
        _ => Err(arguments.no_overload()),
    }
}
