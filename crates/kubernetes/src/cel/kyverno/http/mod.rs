//! Calls of HTTP services.

mod client;
mod get;
mod post;

use sekisho_cel::{Function, Library, Shape};

/// Calls of HTTP services.
pub const HTTP: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    client::FUNCTION,
    client::LOWER,
    get::FUNCTION,
    get::LOWER,
    post::FUNCTION,
    post::LOWER,
];

const CONTEXT: Shape = Shape::Object(super::objects::HTTP);

const HEADERS: Shape = Shape::Map(&Shape::String, &Shape::String);
