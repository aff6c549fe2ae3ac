//! What can be asked of a decision.

use sekisho_cel::{Arguments, Fault, Function, Overload, Shape, Value};

use super::steps::NEEDS_AN_AUTHORIZER;
use super::values::Decision;
use super::{DECISION, SINCE};

pub(super) const ALLOWED: Function = Function {
    name: "allowed",
    since: SINCE,
    overloads: &[Overload::method(
        "decision_allowed",
        &[DECISION],
        Shape::Bool,
        allowed,
    )],
    summary: "tells whether the authorizer allows it",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const ERROR: Function = Function {
    name: "error",
    since: SINCE,
    overloads: &[Overload::method(
        "decision_error",
        &[DECISION],
        Shape::String,
        error,
    )],
    summary: "gives the error of the authorizer, or an empty text",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const ERRORED: Function = Function {
    name: "errored",
    since: SINCE,
    overloads: &[Overload::method(
        "decision_errored",
        &[DECISION],
        Shape::Bool,
        errored,
    )],
    summary: "tells whether the authorizer had an error",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const REASON: Function = Function {
    name: "reason",
    since: SINCE,
    overloads: &[Overload::method(
        "decision_reason",
        &[DECISION],
        Shape::String,
        reason,
    )],
    summary: "gives the reason of the authorizer, or an empty text",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

fn allowed<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(arguments.opaque::<Decision>(0)?.allowed))
}

fn errored<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(arguments.opaque::<Decision>(0)?.error.is_some()))
}

fn error<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let error = arguments.opaque::<Decision>(0)?.error.as_deref();
    Ok(Value::text(error.unwrap_or_default()))
}

fn reason<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::text(arguments.opaque::<Decision>(0)?.reason.as_str()))
}
