//! `WithoutHeader`: a header that a request loses.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithoutHeader",
    overloads: &[Overload::method(
        "envoy_ok_without_header_string",
        &[ALLOWED, Shape::String],
        ALLOWED,
        unchanged,
    )],
    summary: "takes a header away from the request",
    examples: &[Example {
        expression: "envoy.Allowed().WithoutHeader('authorization').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
