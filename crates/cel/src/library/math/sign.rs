//! `math.sign`: whether a number is negative, zero or positive.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.sign",
    overloads: &[
        Overload::function("math_sign_double", &[Shape::Double], Shape::Double, call),
        Overload::function("math_sign_int", &[Shape::Int], Shape::Int, call),
        Overload::function("math_sign_uint", &[Shape::Uint], Shape::Uint, call),
    ],
    summary: "gives -1, 0 or 1 in the kind of the number",
    examples: &[
        Example {
            expression: "math.sign(-3)",
            result: "-1",
        },
        Example {
            expression: "math.sign(0.0)",
            result: "0.0",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) if value.is_nan() || *value == 0.0 => Ok(Value::Double(*value)),
        Value::Double(value) => Ok(Value::Double(value.signum())),
        Value::Int(value) => Ok(Value::Int(value.signum())),
        Value::Uint(value) => Ok(Value::Uint((*value).min(1))),
        _ => Err(arguments.no_overload()),
    }
}
