//! `math.bitShiftRight`: the bits of a number further to the right, without regard to its sign.

use super::shifts;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.bitShiftRight",
    overloads: &[
        Overload::function(
            "math_bitShiftRight_int_int",
            &[Shape::Int, Shape::Int],
            Shape::Int,
            call,
        ),
        Overload::function(
            "math_bitShiftRight_uint_int",
            &[Shape::Uint, Shape::Int],
            Shape::Uint,
            call,
        ),
    ],
    summary: "gives the bits of a number further to the right, without regard to its sign",
    examples: &[Example {
        expression: "math.bitShiftRight(1024, 2)",
        result: "256",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    shifts::shift(arguments, u64::checked_shr)
}
