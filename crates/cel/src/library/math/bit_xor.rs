//! `math.bitXor`: the bits that one of two numbers has.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.bitXor",
    overloads: &[
        Overload::function("math_bitXor_int_int", &[Shape::Int, Shape::Int], Shape::Int, call),
        Overload::function(
            "math_bitXor_uint_uint",
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
            call,
        ),
    ],
    summary: "gives the bits that one of two numbers has",
    examples: &[Example {
        expression: "math.bitXor(5, 3)",
        result: "6",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(left), Value::Int(right)) => Ok(Value::Int(left ^ right)),
        (Value::Uint(left), Value::Uint(right)) => Ok(Value::Uint(left ^ right)),
        _ => Err(arguments.no_overload()),
    }
}
