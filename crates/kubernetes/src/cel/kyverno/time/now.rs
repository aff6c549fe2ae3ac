//! `time.now`: the time of the evaluation.

use sekisho_cel::{Example, Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "time.now",
    overloads: &[Overload::function(
        "time_now",
        &[],
        Shape::Timestamp,
        |arguments| arguments.ask(),
    )],
    summary: "gives the time of the evaluation",
    examples: &[Example {
        expression: "time.now() > timestamp('2024-01-01T00:00:00Z')",
        result: "true",
    }],
    ..Function::USUAL
};
