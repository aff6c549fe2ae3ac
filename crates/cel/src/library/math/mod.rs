//! Numbers.

mod abs;
mod bit_and;
mod bit_not;
mod bit_or;
mod bit_shift_left;
mod bit_shift_right;
mod bit_xor;
mod ceil;
mod extremes;
mod floor;
mod greatest;
mod is_finite;
mod is_inf;
mod is_nan;
mod least;
mod maximum;
mod minimum;
mod numbers;
mod round;
mod shifts;
mod sign;
mod sqrt;
mod trunc;

use crate::{Function, Library, Macro};

/// Numbers.
pub const MATH: Library = Library {
    functions: FUNCTIONS,
    macros: MACROS,
};

const FUNCTIONS: &[Function] = &[
    abs::FUNCTION,
    bit_and::FUNCTION,
    bit_not::FUNCTION,
    bit_or::FUNCTION,
    bit_shift_left::FUNCTION,
    bit_shift_right::FUNCTION,
    bit_xor::FUNCTION,
    ceil::FUNCTION,
    floor::FUNCTION,
    is_finite::FUNCTION,
    is_inf::FUNCTION,
    is_nan::FUNCTION,
    maximum::FUNCTION,
    minimum::FUNCTION,
    round::FUNCTION,
    sign::FUNCTION,
    sqrt::FUNCTION,
    trunc::FUNCTION,
];

const MACROS: &[Macro] = &[greatest::MACRO, least::MACRO];
