//! `?:`: one of two values.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_?_:_",
    overloads: &[Overload::declared(
        "conditional",
        Style::Function,
        &[Shape::Bool, Shape::Parameter("T"), Shape::Parameter("T")],
        Shape::Parameter("T"),
    )],
    summary: "gives the first value if the condition holds, else the second",
    examples: &[Example {
        expression: "true ? 1 : 2",
        result: "1",
    }],
    ..Function::USUAL
};
