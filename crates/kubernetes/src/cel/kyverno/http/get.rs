//! `http.Get`: the answer of a service to GET.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{CONTEXT, HEADERS};

pub(super) const FUNCTION: Function = Function {
    name: "Get",
    overloads: &[
        Overload::method(
            "http_get_string",
            &[CONTEXT, Shape::String],
            Shape::Any,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "http_get_string_headers",
            &[CONTEXT, Shape::String, HEADERS],
            Shape::Any,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "calls a URL, perhaps with headers, and gives the answer as JSON",
    examples: &[Example {
        expression: "http.Get('http://scores.example.com/web').body.score",
        result: "7.0",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "get",
    examples: &[Example {
        expression: "http.get('http://scores.example.com/web', {'Accept': 'text/json'}).statusCode",
        result: "200.0",
    }],
    ..FUNCTION
};
