//! `ip.isCanonical`: whether an address is written in its canonical form.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "ip.isCanonical",
    since: SINCE,
    overloads: &[Overload::function(
        "ip_is_canonical",
        &[Shape::String],
        Shape::Bool,
        call,
    )],
    cost: Some(cost::fifth_of_operand),
    estimate: Some(estimate::fifth_of_operand),
    summary: "tells whether an IP address is written in its canonical form",
    examples: &[Example {
        expression: "ip.isCanonical('::1') && !ip.isCanonical('0::1')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    match read(text) {
        Ok(address) => Ok(Value::Bool(address.to_string() == text)),
        Err(fault) => Err(Fault::new(fault)),
    }
}
