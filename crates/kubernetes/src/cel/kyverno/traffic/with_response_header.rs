//! `WithResponseHeader`: a header for the answer of the service.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithResponseHeader",
    overloads: &[Overload::method(
        "envoy_ok_with_response_header_string_string",
        &[ALLOWED, Shape::String, Shape::String],
        ALLOWED,
        unchanged,
    )],
    summary: "adds a header to what the service answers",
    examples: &[Example {
        expression: "envoy.Allowed().WithResponseHeader('x-by', 'gate').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
