//! `math.bitAnd`: the bits that both numbers have.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.bitAnd",
    overloads: &[
        Overload::function("math_bitAnd_int_int", &[Shape::Int, Shape::Int], Shape::Int, call),
        Overload::function(
            "math_bitAnd_uint_uint",
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
            call,
        ),
    ],
    summary: "gives the bits that both numbers have",
    examples: &[Example {
        expression: "math.bitAnd(5, 3)",
        result: "1",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(left), Value::Int(right)) => Ok(Value::Int(left & right)),
        (Value::Uint(left), Value::Uint(right)) => Ok(Value::Uint(left & right)),
        _ => Err(arguments.no_overload()),
    }
}
