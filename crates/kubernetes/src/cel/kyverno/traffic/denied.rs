//! `envoy.Denied`, `http.Denied`: a request may not pass.

use sekisho_cel::{Example, Function, Overload, Shape, Value};

use super::DENIED;
use super::answer::{ENVOY_DENIED, HTTP_DENIED, Refusal, TrafficAnswer};

pub(super) const ENVOY: Function = Function {
    name: "envoy.Denied",
    overloads: &[Overload::function(
        "envoy_denied_int",
        &[Shape::Int],
        DENIED,
        |arguments| {
            Ok(Value::opaque(TrafficAnswer {
                type_name: ENVOY_DENIED,
                refusal: Some(Refusal::Status(arguments.int(0)?)),
            }))
        },
    )],
    summary: "begins the answer to Envoy that a request may not pass, with a status of HTTP",
    examples: &[Example {
        expression: "envoy.Denied(403).Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};

pub(super) const HTTP: Function = Function {
    name: "http.Denied",
    overloads: &[Overload::function(
        "http_denied_string",
        &[Shape::String],
        Shape::Object(HTTP_DENIED),
        |arguments| {
            Ok(Value::opaque(TrafficAnswer {
                type_name: HTTP_DENIED,
                refusal: Some(Refusal::Reason(arguments.text(0)?.to_owned())),
            }))
        },
    )],
    summary: "begins the answer that an HTTP request may not pass, with a reason",
    examples: &[Example {
        expression: "http.Denied('no token').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
