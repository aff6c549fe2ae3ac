//! `time_now`: the moment of the evaluation.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Arity, Found, Function, Type};

use super::moments;

pub(super) const FUNCTION: Function = Function {
    name: "time_now",
    arity: Arity::Anything,
    returns: &[Type::String],
    summary: "returns the current time in the local zone",
    note: "returns current time in RFC 3339 format",
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(moments::now(arguments)?.rfc3339().into())
}
