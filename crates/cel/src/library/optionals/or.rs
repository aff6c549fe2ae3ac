//! `or`: an optional, or another one.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "or",
    overloads: &[Overload::declared(
        "optional_or_optional",
        Style::Method,
        &[
            Shape::Optional(&Shape::Parameter("V")),
            Shape::Optional(&Shape::Parameter("V")),
        ],
        Shape::Optional(&Shape::Parameter("V")),
    )],
    summary: "gives the optional if it has a value, else the other one",
    examples: &[Example {
        expression: "optional.none().or(optional.of(2))",
        result: "optional.of(2)",
    }],
    ..Function::USUAL
};
