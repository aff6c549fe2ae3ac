//! `Response`: an answer is finished.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::answer::{ENVOY_RESPONSE, HTTP_ALLOWED, HTTP_DENIED, HTTP_RESPONSE, TrafficAnswer};
use super::{ALLOWED, DENIED};

pub(super) const ENVOY: Function = Function {
    name: "Response",
    overloads: &[
        Overload::method(
            "envoy_ok_response",
            &[ALLOWED],
            Shape::Object(ENVOY_RESPONSE),
            |arguments| finished(arguments, ENVOY_RESPONSE),
        ),
        Overload::method(
            "envoy_denied_response",
            &[DENIED],
            Shape::Object(ENVOY_RESPONSE),
            |arguments| finished(arguments, ENVOY_RESPONSE),
        ),
    ],
    summary: "finishes an answer",
    examples: &[Example {
        expression: "envoy.Denied(401).WithBody('who are you?').Response() == null",
        result: "false",
    }],
    ..Function::USUAL
};

pub(super) const HTTP: Function = Function {
    overloads: &[
        Overload::method(
            "http_ok_response",
            &[Shape::Object(HTTP_ALLOWED)],
            Shape::Object(HTTP_RESPONSE),
            |arguments| finished(arguments, HTTP_RESPONSE),
        ),
        Overload::method(
            "http_denied_response",
            &[Shape::Object(HTTP_DENIED)],
            Shape::Object(HTTP_RESPONSE),
            |arguments| finished(arguments, HTTP_RESPONSE),
        ),
    ],
    examples: &[Example {
        expression: "[http.Denied('closed').Response()].size()",
        result: "1",
    }],
    ..ENVOY
};

fn finished<'a>(arguments: &mut Arguments<'_, 'a>, type_name: &'static str) -> Result<Value<'a>, Fault> {
    let answer: &TrafficAnswer = arguments.opaque(0)?;
    Ok(Value::opaque(TrafficAnswer {
        type_name,
        refusal: answer.refusal.clone(),
    }))
}
