//! `round`: a number with few digits after the point.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::whole;
use crate::power::power_of_ten;

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
    let shift = power_of_ten(i64::try_from(digits).unwrap_or(i64::MAX));
    Ok(((number * shift).round() / shift).into())
}
