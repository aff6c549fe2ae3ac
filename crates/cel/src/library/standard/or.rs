//! `||`: whether either holds.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_||_",
    overloads: &[Overload::declared(
        "logical_or",
        Style::Function,
        &[Shape::Bool, Shape::Bool],
        Shape::Bool,
    )],
    summary: "tells whether either holds; one that does makes up for an error of the other",
    examples: &[
        Example {
            expression: "true || false",
            result: "true",
        },
        Example {
            expression: "1 / 0 > 0 || true",
            result: "true",
        },
    ],
    ..Function::USUAL
};
