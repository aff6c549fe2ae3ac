//! `upperAscii`: ASCII letters in upper case.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "upperAscii",
    overloads: &[Overload::method(
        "string_upper_ascii",
        &[Shape::String],
        Shape::String,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "gives the text with its ASCII letters in upper case",
    examples: &[Example {
        expression: "'àbc'.upperAscii()",
        result: "'àBC'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let upper = arguments.text(0)?.to_ascii_uppercase();
    arguments.meter.take(upper.len())?;
    Ok(Value::from(upper))
}
