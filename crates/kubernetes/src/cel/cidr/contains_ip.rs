//! `containsIP`: whether an address is in a range.

use sekisho_cel::{Arguments, CallEstimate, Example, Fault, Function, Operands, Overload, Shape, Value};

use super::ip::{self, IpValue};
use super::{CidrValue, SHAPE, SINCE, sizes};

pub(super) const FUNCTION: Function = Function {
    name: "containsIP",
    since: SINCE,
    overloads: &[
        Overload::method(
            "cidr_contains_ip_string",
            &[SHAPE, Shape::String],
            Shape::Bool,
            call,
        )
        .costs(cost_of_text, estimate_text),
        Overload::method("cidr_contains_ip_ip", &[SHAPE, ip::SHAPE], Shape::Bool, call).costs(cost, estimate),
    ],
    cost: Some(cost),
    summary: "tells whether an IP address, or a text that is one, is in a range",
    examples: &[Example {
        expression: "cidr('10.0.0.0/8').containsIP('10.1.2.3')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let prefix = arguments.opaque::<CidrValue>(0)?.0;
    let address = match arguments.get(1) {
        // Of a text that is no address the reference says nothing more.
        Value::String(text) => ip::read(text.as_str()).map_err(|_| Fault::fixed("no such overload"))?,
        _ => arguments.opaque::<IpValue>(1)?.0,
    };
    Ok(Value::Bool(prefix.contains(address)))
}

fn cost(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    sizes::looking(arguments)
}

fn cost_of_text(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    sizes::looking_for_text(arguments)
}

fn estimate(_: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(sizes::estimated())
}

fn estimate_text(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(sizes::estimated_text(operands))
}
