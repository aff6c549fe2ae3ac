//! `value`: the value of an optional.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "value",
    overloads: &[Overload::method(
        "optional_value",
        &[Shape::Optional(&Shape::Parameter("V"))],
        Shape::Parameter("V"),
        call,
    )],
    summary: "gives the value of an optional, which must have one",
    examples: &[Example {
        expression: "optional.of(1).value()",
        result: "1",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Optional(Some(inner)) => Ok(inner.as_ref().clone()),
        Value::Optional(None) => Err(Fault::fixed("optional.none() dereference")),
        _ => Err(arguments.no_overload()),
    }
}
