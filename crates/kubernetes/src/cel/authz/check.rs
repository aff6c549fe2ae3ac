//! `check`: the decision of the authorizer.

use sekisho_cel::{Arguments, Bounds, CallEstimate, Fault, Function, Operands, Overload, Shape, Value};

use super::steps::NEEDS_AN_AUTHORIZER;
use super::{DECISION, PATH_CHECK, RESOURCE_CHECK, SINCE};

/// What a decision costs.
const DEAR: u64 = 350_000;

pub(super) const FUNCTION: Function = Function {
    name: "check",
    since: SINCE,
    overloads: &[
        Overload::method("pathcheck_check", &[PATH_CHECK, Shape::String], DECISION, call),
        Overload::method(
            "resourcecheck_check",
            &[RESOURCE_CHECK, Shape::String],
            DECISION,
            call,
        ),
    ],
    cost: Some(cost),
    estimate: Some(estimate),
    summary: "asks the authorizer whether a verb is allowed",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    arguments.ask()
}

fn cost(_: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    DEAR
}

fn estimate(_: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(Bounds::exactly(DEAR))
}
