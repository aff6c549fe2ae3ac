//! `sum`: the sum of a list.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::Operand;

pub(super) const FUNCTION: Function = Function {
    name: "sum",
    parameters: &[Parameter {
        name: "items",
        types: &[Type::Array],
        summary: "numbers, quantities or durations",
    }],
    returns: &[Type::Any],
    summary: "adds the items of a list",
    note: "does arithmetic addition of specified array of values of numbers, quantities, and durations",
    examples: &[
        Example {
            expression: "sum(`[1, 2, 3]`)",
            result: "6",
        },
        Example {
            expression: "sum(`[\"10s\", \"1h\"]`)",
            result: "\"1h0m10s\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let items = arguments.list(0)?;
    let Some((first, rest)) = items.split_first() else {
        return Err(arguments.complain("at least one element in the array is required"));
    };
    // A single item is returned whatever it is.
    let mut sum = Found::from(first.clone());
    for item in rest {
        sum = Operand::sum(&sum, item, arguments)?;
    }
    Ok(sum)
}
