//! `lowerAscii`: ASCII letters in lower case.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "lowerAscii",
    overloads: &[Overload::method(
        "string_lower_ascii",
        &[Shape::String],
        Shape::String,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "gives the text with its ASCII letters in lower case",
    examples: &[Example {
        expression: "'ÀBC'.lowerAscii()",
        result: "'Àbc'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let lower = arguments.text(0)?.to_ascii_lowercase();
    arguments.meter.take(lower.len())?;
    Ok(Value::from(lower))
}
