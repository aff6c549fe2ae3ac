//! `http.Client`: HTTP with certificate authorities of one's own.

use sekisho_cel::{Function, Overload, Shape};

use super::CONTEXT;

pub(super) const FUNCTION: Function = Function {
    name: "Client",
    overloads: &[Overload::method(
        "http_client_string",
        &[CONTEXT, Shape::String],
        CONTEXT,
        |arguments| arguments.ask(),
    )],
    summary: "gives an `http` that trusts the certificate authorities in a PEM text",
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "client",
    ..FUNCTION
};
