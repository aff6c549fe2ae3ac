//! `[?]`: the element of a list or map, if it is there.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_[?_]",
    overloads: &[
        Overload::declared(
            "list_optindex_optional_int",
            Style::Function,
            &[Shape::List(&Shape::Parameter("V")), Shape::Int],
            Shape::Optional(&Shape::Parameter("V")),
        ),
        Overload::declared(
            "optional_list_optindex_optional_int",
            Style::Function,
            &[Shape::Optional(&Shape::List(&Shape::Parameter("V"))), Shape::Int],
            Shape::Optional(&Shape::Parameter("V")),
        ),
        Overload::declared(
            "map_optindex_optional_value",
            Style::Function,
            &[
                Shape::Map(&Shape::Parameter("K"), &Shape::Parameter("V")),
                Shape::Parameter("K"),
            ],
            Shape::Optional(&Shape::Parameter("V")),
        ),
        Overload::declared(
            "optional_map_optindex_optional_value",
            Style::Function,
            &[
                Shape::Optional(&Shape::Map(&Shape::Parameter("K"), &Shape::Parameter("V"))),
                Shape::Parameter("K"),
            ],
            Shape::Optional(&Shape::Parameter("V")),
        ),
    ],
    summary: "gives the element at an index, or the value under a key, as an optional",
    examples: &[
        Example {
            expression: "[1][?0]",
            result: "optional.of(1)",
        },
        Example {
            expression: "[1][?5]",
            result: "optional.none()",
        },
    ],
    ..Function::USUAL
};
