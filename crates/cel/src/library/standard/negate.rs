//! `-`: the number with the other sign.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "-_",
    overloads: &[
        Overload::declared("negate_double", Style::Function, &[Shape::Double], Shape::Double),
        Overload::declared("negate_int", Style::Function, &[Shape::Int], Shape::Int),
    ],
    body: Some(call),
    summary: "gives the number with the other sign",
    examples: &[
        Example {
            expression: "-(1)",
            result: "-1",
        },
        Example {
            expression: "-(2.5)",
            result: "-2.5",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let negated = match arguments.get(0) {
        Value::Double(value) => return Ok(Value::Double(-value)),
        Value::Int(value) => value.checked_neg().map(Value::Int),
        Value::Duration(span) => span.checked_neg().map(Value::Duration),
        Value::Bool(_) => return Err(Fault::NO_OVERLOAD),
        _ => return Err(Fault::no_operator("-_", arguments.get(0))),
    };
    negated.ok_or(Fault::fixed("integer overflow"))
}
