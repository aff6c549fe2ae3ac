//! `isIP`: whether a text is an IP address.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "isIP",
    since: SINCE,
    overloads: &[Overload::function("is_ip", &[Shape::String], Shape::Bool, call)],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "tells whether `ip` would not fail",
    examples: &[Example {
        expression: "isIP('10.0.0.1') && !isIP('10.0.0.1/8')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(read(arguments.text(0)?).is_ok()))
}
