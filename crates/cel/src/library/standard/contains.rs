//! `contains`: whether a text has a part.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "contains",
    overloads: &[Overload::declared(
        "contains_string",
        Style::Method,
        &[Shape::String, Shape::String],
        Shape::Bool,
    )
    .costs(cost::product, estimate::containing)],
    body: Some(call),
    summary: "tells whether a text has a part",
    examples: &[Example {
        expression: "'abc'.contains('b')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match (arguments.get(0), arguments.get(1)) {
        (Value::String(text), Value::String(part)) => Ok(Value::Bool(text.as_str().contains(part.as_str()))),
        _ => Err(Fault::NO_OVERLOAD),
    }
}
