//! `trim`: a text without blanks around it.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "trim",
    overloads: &[Overload::method(
        "string_trim",
        &[Shape::String],
        Shape::String,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "gives the text without white space at its ends",
    examples: &[Example {
        expression: "' a b '.trim()",
        result: "'a b'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let trimmed = arguments.text(0)?.trim().to_owned();
    arguments.meter.take(trimmed.len())?;
    Ok(Value::from(trimmed))
}
