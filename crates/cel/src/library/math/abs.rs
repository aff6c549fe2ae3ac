//! `math.abs`: a number without its sign.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.abs",
    overloads: &[
        Overload::function("math_abs_double", &[Shape::Double], Shape::Double, call),
        Overload::function("math_abs_int", &[Shape::Int], Shape::Int, call),
        Overload::function("math_abs_uint", &[Shape::Uint], Shape::Uint, call),
    ],
    summary: "gives a number without its sign",
    examples: &[
        Example {
            expression: "math.abs(-5)",
            result: "5",
        },
        Example {
            expression: "math.abs(-1.5)",
            result: "1.5",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.abs())),
        Value::Int(value) => value
            .checked_abs()
            .map(Value::Int)
            .ok_or(Fault::fixed("integer overflow")),
        other => Ok(other.clone()),
    }
}
