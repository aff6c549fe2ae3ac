//! `&&`: whether both hold.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_&&_",
    overloads: &[Overload::declared(
        "logical_and",
        Style::Function,
        &[Shape::Bool, Shape::Bool],
        Shape::Bool,
    )],
    summary: "tells whether both hold; one that does not makes up for an error of the other",
    examples: &[
        Example {
            expression: "true && false",
            result: "false",
        },
        Example {
            expression: "1 / 0 > 0 && false",
            result: "false",
        },
    ],
    ..Function::USUAL
};
