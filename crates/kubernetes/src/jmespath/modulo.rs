//! `modulo`: the remainder of two whole numbers, quantities or durations.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "modulo",
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
    summary: "returns the remainder of a division; numbers and quantities must be whole",
    note: "divisor must be non-zero, arguments must be integers",
    examples: &[
        Example {
            expression: "modulo(`-7`, `3`)",
            result: "-1",
        },
        Example {
            expression: "modulo('1Gi', '1000')",
            result: "\"824\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Operand::pair(arguments)?.modulo(arguments)
}
