//! `WithMessage`: a message beside an answer.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, DENIED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithMessage",
    overloads: &[
        Overload::method(
            "envoy_ok_with_message_string",
            &[ALLOWED, Shape::String],
            ALLOWED,
            unchanged,
        ),
        Overload::method(
            "envoy_denied_with_message_string",
            &[DENIED, Shape::String],
            DENIED,
            unchanged,
        ),
    ],
    summary: "gives an answer a message",
    examples: &[Example {
        expression: "envoy.Denied(403).WithMessage('closed').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
