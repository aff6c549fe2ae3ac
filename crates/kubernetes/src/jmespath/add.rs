//! `add`: the sum of two numbers, quantities or durations.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "add",
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
    summary: "adds two numbers, two quantities or two durations",
    note: "does arithmetic addition of two specified values of numbers, quantities, and durations",
    examples: &[
        Example {
            expression: "add(`1`, `2`)",
            result: "3",
        },
        Example {
            expression: "add('1Gi', '500Mi')",
            result: "\"1524Mi\"",
        },
        Example {
            expression: "add('1h', '90s')",
            result: "\"1h1m30s\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Operand::pair(arguments)?.add(arguments)
}
