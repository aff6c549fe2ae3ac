//! `ip`: a text read as an IP address.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{IpValue, SHAPE, SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "ip",
    since: SINCE,
    overloads: &[Overload::function("string_to_ip", &[Shape::String], SHAPE, call)],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "reads an IP address, without a zone",
    examples: &[Example {
        expression: "string(ip('2001:DB8::1'))",
        result: "'2001:db8::1'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match read(arguments.text(0)?) {
        Ok(address) => Ok(Value::opaque(IpValue(address))),
        Err(fault) => Err(Fault::new(fault)),
    }
}
