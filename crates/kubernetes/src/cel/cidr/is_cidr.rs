//! `isCIDR`: whether a text is a range of IP addresses.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "isCIDR",
    since: SINCE,
    overloads: &[Overload::function("is_cidr", &[Shape::String], Shape::Bool, call)],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "tells whether `cidr` would not fail",
    examples: &[Example {
        expression: "isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(read(arguments.text(0)?).is_ok()))
}
