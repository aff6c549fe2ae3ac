//! `subtract`: the difference of two numbers, quantities or durations.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "subtract",
    parameters: &[
        Parameter {
            name: "left",
            types: &[Type::Any],
            summary: "a number, a quantity or a duration",
        },
        Parameter {
            name: "right",
            types: &[Type::Any],
            summary: "a number, a quantity or a duration",
        },
    ],
    returns: &[Type::Any],
    summary: "subtracts the second number, quantity or duration from the first",
    note: "does arithmetic subtraction of two specified values of numbers, quantities, and durations",
    examples: &[
        Example {
            expression: "subtract(`1`, `2`)",
            result: "-1",
        },
        Example {
            expression: "subtract('1Gi', '2Gi')",
            result: "\"-1Gi\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Operand::pair(arguments)?.subtract(arguments)
}
