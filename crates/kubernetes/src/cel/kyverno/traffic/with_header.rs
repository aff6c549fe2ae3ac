//! `WithHeader`: a header that a request or an answer gets.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, DENIED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithHeader",
    overloads: &[
        Overload::method(
            "envoy_ok_with_header_string_string",
            &[ALLOWED, Shape::String, Shape::String],
            ALLOWED,
            unchanged,
        ),
        Overload::method(
            "envoy_denied_with_header_string_string",
            &[DENIED, Shape::String, Shape::String],
            DENIED,
            unchanged,
        ),
    ],
    summary: "adds a header: to the request where it may pass, else to the answer",
    examples: &[Example {
        expression: "envoy.Allowed().WithHeader('x-user', 'ann').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
