//! `avg`: the mean of numbers.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "avg",
    parameters: &[Parameter {
        name: "numbers",
        types: &[Type::ArrayNumber],
        summary: "the numbers",
    }],
    returns: &[Type::Number],
    summary: "returns the mean of numbers; there is none of an empty list",
    examples: &[Example {
        expression: "avg(`[1, 2, 6]`)",
        result: "3",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let list = arguments.list(0)?;
    let sum: f64 = list.iter().filter_map(Value::as_f64).sum();
    // No numbers have no mean: the quotient is then NaN, as in Kyverno (reference §5).
    #[expect(clippy::cast_precision_loss, reason = "lists are shorter than 2^53")]
    Ok(Found::from(sum / list.len() as f64))
}
