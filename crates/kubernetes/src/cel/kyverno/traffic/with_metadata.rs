//! `WithMetadata`: data beside an answer.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, DENIED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithMetadata",
    overloads: &[
        Overload::method(
            "envoy_ok_with_metadata_map",
            &[ALLOWED, Shape::Map(&Shape::String, &Shape::Dyn)],
            ALLOWED,
            unchanged,
        ),
        Overload::method(
            "envoy_denied_with_metadata_map",
            &[DENIED, Shape::Map(&Shape::String, &Shape::Dyn)],
            DENIED,
            unchanged,
        ),
    ],
    summary: "gives an answer data for other filters of Envoy",
    examples: &[Example {
        expression: "envoy.Allowed().WithMetadata({'team': 'shop'}).Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
