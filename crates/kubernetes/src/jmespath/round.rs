//! `round`: a number with few digits after the point.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::whole;

pub(super) const FUNCTION: Function = Function {
    name: "round",
    parameters: &[
        Parameter {
            name: "number",
            types: &[Type::Number],
            summary: "the number to round",
        },
        Parameter {
            name: "digits",
            types: &[Type::Number],
            summary: "how many digits stay after the point",
        },
    ],
    returns: &[Type::Number],
    summary: "rounds a number, halves away from zero",
    note: "does rounding of a number to the specified number of digits after the decimal point",
    examples: &[
        Example {
            expression: "round(`9.414675`, `2`)",
            result: "9.41",
        },
        Example {
            expression: "round(`-2.5`, `0`)",
            result: "-3",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (number, digits) = (arguments.number(0)?, arguments.number(1)?);
    let Some(digits) = whole(digits) else {
        return Err(arguments.complain("Non-integer argument(s) passed for round off"));
    };
    let Ok(digits) = u64::try_from(digits) else {
        return Err(arguments.complain("argument #2 is out of bounds"));
    };
    let shift = power_of_ten(digits);
    Ok(((number * shift).round() / shift).into())
}

/// Ten to a power as Go's `math.Pow` computes it, by squaring halves apart from their exponent, so
/// that large powers are off by the same bits.
fn power_of_ten(exponent: u64) -> f64 {
    // Beyond this the power is infinite.
    let mut exponent = exponent.min(400);
    let (mut result, mut result_exponent) = (1.0_f64, 0_i32);
    // Ten is 0.625 × 2⁴.
    let (mut square, mut square_exponent) = (0.625_f64, 4_i32);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result *= square;
            result_exponent += square_exponent;
        }
        square *= square;
        square_exponent *= 2;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        exponent /= 2;
    }
    // Two steps, because the power of two alone may be out of range.
    let half = result_exponent / 2;
    result * 2.0_f64.powi(half) * 2.0_f64.powi(result_exponent - half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_go() {
        for (exponent, expected) in [
            (0, 1.0),
            (2, 100.0),
            (15, 1e15),
            (22, 1e22),
            (100, 1.000_000_000_000_000_2e100),
            (308, 1.000_000_000_000_000_6e308),
            (309, f64::INFINITY),
            (u64::MAX, f64::INFINITY),
        ] {
            assert_eq!(power_of_ten(exponent), expected, "{exponent}");
        }
    }
}
