//! `math.sqrt`: the square root.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.sqrt",
    overloads: &[
        Overload::function("math_sqrt_double", &[Shape::Double], Shape::Double, call),
        Overload::function("math_sqrt_int", &[Shape::Int], Shape::Double, call),
        Overload::function("math_sqrt_uint", &[Shape::Uint], Shape::Double, call),
    ],
    summary: "gives the square root of a number, as a double",
    examples: &[Example {
        expression: "math.sqrt(81)",
        result: "9.0",
    }],
    ..Function::USUAL
};

#[expect(clippy::cast_precision_loss, reason = "the root is a double")]
fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.sqrt())),
        Value::Int(value) => Ok(Value::Double((*value as f64).sqrt())),
        Value::Uint(value) => Ok(Value::Double((*value as f64).sqrt())),
        _ => Err(arguments.no_overload()),
    }
}
