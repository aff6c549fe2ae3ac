//! `resource.Post`: sends an object to the API server.

use sekisho_cel::{Function, Overload, Shape};

use super::{CONTEXT, OBJECT};
use Shape::String;

pub(super) const FUNCTION: Function = Function {
    name: "Post",
    overloads: &[
        Overload::method(
            "resource_post_string_string_string_map",
            &[CONTEXT, String, String, String, OBJECT],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "resource_post_string_string_map",
            &[CONTEXT, String, String, OBJECT],
            OBJECT,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "sends an object to the API server, by apiVersion, plural and perhaps namespace, and gives its answer",
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "post",
    ..FUNCTION
};

pub(super) const NAMESPACED: Function = Function {
    overloads: &[Overload::method(
        "namespaced_resource_post_string_string_map",
        &[CONTEXT, String, String, OBJECT],
        OBJECT,
        |arguments| arguments.ask(),
    )],
    summary: "sends an object of the policy's namespace to the API server, by apiVersion and plural, and gives its answer",
    ..FUNCTION
};

pub(super) const LOWER_NAMESPACED: Function = Function {
    name: "post",
    ..NAMESPACED
};
