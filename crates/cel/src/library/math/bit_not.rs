//! `math.bitNot`: the bits that a number has not.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.bitNot",
    overloads: &[
        Overload::function("math_bitNot_int_int", &[Shape::Int], Shape::Int, call),
        Overload::function("math_bitNot_uint_uint", &[Shape::Uint], Shape::Uint, call),
    ],
    summary: "gives the bits that a number has not",
    examples: &[Example {
        expression: "math.bitNot(1)",
        result: "-2",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Int(value) => Ok(Value::Int(!value)),
        Value::Uint(value) => Ok(Value::Uint(!value)),
        _ => Err(arguments.no_overload()),
    }
}
