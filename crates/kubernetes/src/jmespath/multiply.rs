//! `multiply`: the product of a number and a number, quantity or duration.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "multiply",
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
    summary: "multiplies two numbers, or a quantity or duration by a number",
    note: "does arithmetic multiplication of two specified values of numbers, quantities, and durations",
    examples: &[
        Example {
            expression: "multiply('1Gi', `2.5`)",
            result: "\"2560Mi\"",
        },
        Example {
            expression: "multiply(`2`, '1h')",
            result: "\"2h0m0s\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Operand::pair(arguments)?.multiply(arguments)
}
