//! `math.isFinite`: whether a double is a finite number.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.isFinite",
    overloads: &[Overload::function(
        "math_isFinite_double",
        &[Shape::Double],
        Shape::Bool,
        call,
    )],
    summary: "tells whether a double is a finite number",
    examples: &[Example {
        expression: "math.isFinite(1.0)",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Bool(value.is_finite())),
        _ => Err(arguments.no_overload()),
    }
}
