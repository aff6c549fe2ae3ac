//! Answers to requests of Envoy and HTTP (CEL policies reference §7.11).

mod allowed;
mod answer;
mod decode;
mod denied;
mod fetch;
mod header;
mod query_param;
mod request;
mod response;
mod with_body;
mod with_header;
mod with_message;
mod with_metadata;
mod with_query_param;
mod with_response_header;
mod without_header;

use sekisho_cel::{Arguments, Fault, Library, Shape, Value};

pub use answer::{ENVOY_RESPONSE, HTTP_RESPONSE, Refusal, TrafficAnswer};
pub use request::{envoy_request, http_request};

pub(super) use answer::TYPES;

/// What policies for requests of Envoy answer.
pub const ENVOY: Library = Library {
    functions: &[
        allowed::ENVOY,
        decode::FUNCTION,
        denied::ENVOY,
        fetch::FUNCTION,
        response::ENVOY,
        with_body::FUNCTION,
        with_header::FUNCTION,
        with_message::FUNCTION,
        with_metadata::FUNCTION,
        with_query_param::FUNCTION,
        with_response_header::FUNCTION,
        without_header::FUNCTION,
    ],
    macros: &[],
};

/// What policies for HTTP requests answer.
pub const HTTP_ANSWERS: Library = Library {
    functions: &[
        allowed::HTTP,
        decode::FUNCTION,
        denied::HTTP,
        fetch::FUNCTION,
        header::FUNCTION,
        query_param::FUNCTION,
        response::HTTP,
    ],
    macros: &[],
};

const ALLOWED: Shape = Shape::Object(answer::ENVOY_ALLOWED);
const DENIED: Shape = Shape::Object(answer::ENVOY_DENIED);

/// What is sent along changes no decision, and is not kept.
fn unchanged<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}
