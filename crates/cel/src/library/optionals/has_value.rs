//! `hasValue`: whether an optional has a value.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "hasValue",
    overloads: &[Overload::method(
        "optional_hasValue",
        &[Shape::Optional(&Shape::Parameter("V"))],
        Shape::Bool,
        call,
    )],
    summary: "tells whether an optional has a value",
    examples: &[Example {
        expression: "optional.of(1).hasValue()",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Optional(inner) => Ok(Value::Bool(inner.is_some())),
        _ => Err(arguments.no_overload()),
    }
}
