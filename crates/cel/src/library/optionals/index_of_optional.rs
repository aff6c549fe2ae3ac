//! `[]` of an optional.

use crate::{Example, Function, Overload, Shape, Style};

pub(super) const FUNCTION: Function = Function {
    name: "_[_]",
    overloads: &[
        Overload::declared(
            "optional_list_index_int",
            Style::Function,
            &[Shape::Optional(&Shape::List(&Shape::Parameter("V"))), Shape::Int],
            Shape::Optional(&Shape::Parameter("V")),
        ),
        Overload::declared(
            "optional_map_index_value",
            Style::Function,
            &[
                Shape::Optional(&Shape::Map(&Shape::Parameter("K"), &Shape::Parameter("V"))),
                Shape::Parameter("K"),
            ],
            Shape::Optional(&Shape::Parameter("V")),
        ),
    ],
    summary: "gives the element of the list or map in an optional, as an optional",
    examples: &[Example {
        expression: "optional.of([1])[0]",
        result: "optional.of(1)",
    }],
    ..Function::USUAL
};
