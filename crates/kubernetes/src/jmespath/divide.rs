//! `divide`: the quotient of two numbers, quantities or durations.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "divide",
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
    summary: "divides two values of one kind, or a quantity or duration by a number",
    note: "divisor must be non zero",
    examples: &[
        Example {
            expression: "divide('12Mi', '6Ki')",
            result: "2048",
        },
        Example {
            expression: "divide('1h', `3`)",
            result: "\"20m0s\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Operand::pair(arguments)?.divide(arguments)
}
