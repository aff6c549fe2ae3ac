//! `optional.unwrap`: the values of a list of optionals.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "optional.unwrap",
    overloads: &[Overload::function(
        "optional_unwrap",
        &[Shape::List(&Shape::Optional(&Shape::Parameter("V")))],
        Shape::List(&Shape::Parameter("V")),
        call,
    )],
    summary: "gives the values of those optionals of a list that have one",
    examples: &[Example {
        expression: "optional.unwrap([optional.of(1), optional.none()])",
        result: "[1]",
    }],
    ..Function::USUAL
};

pub(super) fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    arguments.meter.take_values(list.len())?;
    let mut values = Vec::with_capacity(list.len());
    for item in list.iter() {
        match item {
            Value::Optional(Some(inner)) => values.push(inner.as_ref().clone()),
            Value::Optional(None) => (),
            other => {
                let shown = crate::show::plain(&other);
                return Err(Fault::new(format!("value {shown} is not optional")));
            }
        }
    }
    Ok(Value::list(values))
}
