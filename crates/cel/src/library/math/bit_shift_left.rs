//! `math.bitShiftLeft`: the bits of a number further to the left.

use super::shifts;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.bitShiftLeft",
    overloads: &[
        Overload::function(
            "math_bitShiftLeft_int_int",
            &[Shape::Int, Shape::Int],
            Shape::Int,
            call,
        ),
        Overload::function(
            "math_bitShiftLeft_uint_int",
            &[Shape::Uint, Shape::Int],
            Shape::Uint,
            call,
        ),
    ],
    summary: "gives the bits of a number further to the left",
    examples: &[Example {
        expression: "math.bitShiftLeft(1, 3)",
        result: "8",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    shifts::shift(arguments, u64::checked_shl)
}
