//! `string` of IP addresses.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{IpValue, SHAPE, SINCE};

pub(super) const FUNCTION: Function = Function {
    name: "string",
    since: SINCE,
    overloads: &[Overload::function("ip_to_string", &[SHAPE], Shape::String, call)],
    summary: "gives the canonical text of an IP address",
    examples: &[Example {
        expression: "string(ip('10.0.0.1'))",
        result: "'10.0.0.1'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::from(arguments.opaque::<IpValue>(0)?.0.to_string()))
}
