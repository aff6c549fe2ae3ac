//! `envoy.Allowed`, `http.Allowed`: a request may pass.

use sekisho_cel::{Example, Function, Overload, Shape, Value};

use super::answer::{HTTP_ALLOWED, TrafficAnswer};
use super::{ALLOWED, answer};

pub(super) const ENVOY: Function = Function {
    name: "envoy.Allowed",
    overloads: &[Overload::function("envoy_allowed", &[], ALLOWED, |_| {
        Ok(Value::opaque(TrafficAnswer {
            type_name: answer::ENVOY_ALLOWED,
            refusal: None,
        }))
    })],
    summary: "begins the answer to Envoy that a request may pass",
    examples: &[Example {
        expression: "envoy.Allowed().Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};

pub(super) const HTTP: Function = Function {
    name: "http.Allowed",
    overloads: &[Overload::function(
        "http_allowed",
        &[],
        Shape::Object(HTTP_ALLOWED),
        |_| {
            Ok(Value::opaque(TrafficAnswer {
                type_name: HTTP_ALLOWED,
                refusal: None,
            }))
        },
    )],
    summary: "begins the answer that an HTTP request may pass",
    examples: &[Example {
        expression: "http.Allowed().Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};
