//! `==`: whether two values are equal.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_==_",
    overloads: &[Overload::declared(
        "equals",
        Style::Function,
        &[Shape::Parameter("A"), Shape::Parameter("A")],
        Shape::Bool,
    )
    .costs(cost::shorter, estimate::comparing)],
    body: Some(call),
    summary: "tells whether two values are equal; numbers of different kinds are compared by their value",
    examples: &[
        Example {
            expression: "1 == 1",
            result: "true",
        },
        Example {
            expression: "dyn(1) == 1.0",
            result: "true",
        },
        Example {
            expression: "[1] == [2]",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (left, right) = (arguments.values.first(), arguments.values.get(1));
    let (Some(left), Some(right)) = (left, right) else {
        return Err(Fault::NO_OVERLOAD);
    };
    crate::equal(left, right, arguments.meter).map(Value::Bool)
}
