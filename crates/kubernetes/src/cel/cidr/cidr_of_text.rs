//! `cidr`: a text read as a range of IP addresses.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{CidrValue, SHAPE, SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "cidr",
    since: SINCE,
    overloads: &[Overload::function(
        "string_to_cidr",
        &[Shape::String],
        SHAPE,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "reads a range of IP addresses; the bits behind its length are kept",
    examples: &[Example {
        expression: "string(cidr('192.168.1.5/24'))",
        result: "'192.168.1.5/24'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match read(arguments.text(0)?) {
        Ok(prefix) => Ok(Value::opaque(CidrValue(prefix))),
        Err(fault) => Err(Fault::new(fault)),
    }
}
