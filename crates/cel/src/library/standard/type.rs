//! `type`: the type of a value.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "type",
    overloads: &[Overload::function(
        "type",
        &[Shape::Parameter("A")],
        Shape::TypeOf(&Shape::Parameter("A")),
        of_value,
    )],
    folds: true,
    summary: "gives the type of a value",
    examples: &[Example {
        expression: "type(1) == int",
        result: "true",
    }],
    ..Function::USUAL
};

fn of_value<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let name = arguments.get(0).type_name().to_owned();
    if let Value::Opaque(opaque) = arguments.get(0)
        && !opaque.tells_type()
    {
        return Err(Fault::no_conversion(arguments.get(0), "type"));
    }
    Ok(Value::Type(crate::Str::from(name)))
}
