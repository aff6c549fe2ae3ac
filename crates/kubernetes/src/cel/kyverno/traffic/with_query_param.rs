//! `WithQueryParam`: a parameter that the query of a request gets.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{ALLOWED, unchanged};

pub(super) const FUNCTION: Function = Function {
    name: "WithQueryParam",
    overloads: &[Overload::method(
        "envoy_ok_with_query_param_string_string",
        &[ALLOWED, Shape::String, Shape::String],
        ALLOWED,
        unchanged,
    )],
    summary: "adds a parameter to the query of the request",
    examples: &[Example {
        expression: "envoy.Allowed().WithQueryParam('page', '1').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
