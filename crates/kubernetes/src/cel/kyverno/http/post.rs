//! `http.Post`: the answer of a service to POST.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{CONTEXT, HEADERS};

pub(super) const FUNCTION: Function = Function {
    name: "Post",
    overloads: &[
        Overload::method(
            "http_post_string_any",
            &[CONTEXT, Shape::String, Shape::Any],
            Shape::Any,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "http_post_string_any_headers",
            &[CONTEXT, Shape::String, Shape::Any, HEADERS],
            Shape::Any,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "sends a value to a URL as JSON, perhaps with headers, and gives the answer as JSON",
    examples: &[Example {
        expression: "http.Post('http://scores.example.com/web', {'a': 1}).body.score",
        result: "7.0",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "post",
    examples: &[Example {
        expression: "http.post('http://scores.example.com/web', 'a', {'Accept': 'text/json'}).statusCode",
        result: "200.0",
    }],
    ..FUNCTION
};
