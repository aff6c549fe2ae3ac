//! `WithBody`: a body for an answer.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{DENIED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithBody",
    overloads: &[Overload::method(
        "envoy_denied_with_body_string",
        &[DENIED, Shape::String],
        DENIED,
        unchanged,
    )],
    summary: "gives an answer that refuses a body",
    examples: &[Example {
        expression: "envoy.Denied(403).WithBody('closed').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
