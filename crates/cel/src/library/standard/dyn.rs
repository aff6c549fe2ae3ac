//! `dyn`: a value whose type is not checked.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "dyn",
    overloads: &[Overload::function(
        "to_dyn",
        &[Shape::Parameter("A")],
        Shape::Dyn,
        same,
    )],
    folds: true,
    summary: "gives the value and hides its type from the checker",
    examples: &[Example {
        expression: "dyn(1) == 1.0",
        result: "true",
    }],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}
