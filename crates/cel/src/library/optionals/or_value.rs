//! `orValue`: the value of an optional, or another one.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "orValue",
    overloads: &[Overload::declared(
        "optional_orValue_value",
        Style::Method,
        &[Shape::Optional(&Shape::Parameter("V")), Shape::Parameter("V")],
        Shape::Parameter("V"),
    )],
    summary: "gives the value of an optional, or the other value if it has none",
    examples: &[Example {
        expression: "optional.none().orValue(2)",
        result: "2",
    }],
    ..Function::USUAL
};
