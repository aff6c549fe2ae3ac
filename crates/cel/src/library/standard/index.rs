//! `[]`: the element of a list, or the value of a key.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_[_]",
    overloads: &[
        Overload::declared(
            "index_list",
            Style::Function,
            &[Shape::List(&Shape::Parameter("A")), Shape::Int],
            Shape::Parameter("A"),
        ),
        Overload::declared(
            "index_map",
            Style::Function,
            &[
                Shape::Map(&Shape::Parameter("A"), &Shape::Parameter("B")),
                Shape::Parameter("A"),
            ],
            Shape::Parameter("B"),
        ),
    ],
    summary: "gives the element of a list at an index, or the value of a map under a key",
    examples: &[
        Example {
            expression: "[1, 2][0]",
            result: "1",
        },
        Example {
            expression: "{'a': 1}['a']",
            result: "1",
        },
    ],
    ..Function::USUAL
};
