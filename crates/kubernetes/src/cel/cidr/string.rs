//! `string` of ranges.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{CidrValue, SHAPE, SINCE};

pub(super) const FUNCTION: Function = Function {
    name: "string",
    since: SINCE,
    overloads: &[Overload::function(
        "cidr_to_string",
        &[SHAPE],
        Shape::String,
        call,
    )],
    summary: "gives the text of a range of IP addresses",
    examples: &[Example {
        expression: "string(cidr('10.0.0.0/8'))",
        result: "'10.0.0.0/8'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::from(arguments.opaque::<CidrValue>(0)?.0.to_string()))
}
