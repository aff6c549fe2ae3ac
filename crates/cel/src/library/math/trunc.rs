//! `math.trunc`: the number without its fraction.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.trunc",
    overloads: &[Overload::function(
        "math_trunc_double",
        &[Shape::Double],
        Shape::Double,
        call,
    )],
    summary: "gives the number without its fraction, as a double",
    examples: &[Example {
        expression: "math.trunc(1.2)",
        result: "1.0",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Double(value) => Ok(Value::Double(value.trunc())),
        _ => Err(arguments.no_overload()),
    }
}
