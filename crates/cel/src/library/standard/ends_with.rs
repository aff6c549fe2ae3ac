//! `endsWith`: whether a text ends with a part.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "endsWith",
    overloads: &[Overload::declared(
        "ends_with_string",
        Style::Method,
        &[Shape::String, Shape::String],
        Shape::Bool,
    )
    .costs(cost::of_argument, estimate::of_argument)],
    body: Some(call),
    summary: "tells whether a text ends with a part",
    examples: &[Example {
        expression: "'abc'.endsWith('bc')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match (arguments.get(0), arguments.get(1)) {
        (Value::String(text), Value::String(part)) => Ok(Value::Bool(text.as_str().ends_with(part.as_str()))),
        _ => Err(Fault::NO_OVERLOAD),
    }
}
