//! `unwrapOpt`: the values of a list of optionals.

use crate::{Example, Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "unwrapOpt",
    overloads: &[Overload::method(
        "optional_unwrapOpt",
        &[Shape::List(&Shape::Optional(&Shape::Parameter("V")))],
        Shape::List(&Shape::Parameter("V")),
        super::unwrap::call,
    )],
    summary: "gives the values of those optionals of a list that have one",
    examples: &[Example {
        expression: "[optional.of(1), optional.none()].unwrapOpt()",
        result: "[1]",
    }],
    ..Function::USUAL
};
