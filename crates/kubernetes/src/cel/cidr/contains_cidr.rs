//! `containsCIDR`: whether a range is within another one.

use sekisho_cel::library::cost::{size_at, tenth};
use sekisho_cel::{
    Arguments, Bounds, CallEstimate, Example, Fault, Function, Operands, Overload, Shape, Value,
};

use super::{CidrValue, SHAPE, SINCE, read, sizes};

pub(super) const FUNCTION: Function = Function {
    name: "containsCIDR",
    since: SINCE,
    overloads: &[
        Overload::method(
            "cidr_contains_cidr_string",
            &[SHAPE, Shape::String],
            Shape::Bool,
            call,
        )
        .costs(cost_of_text, estimate_text),
        Overload::method("cidr_contains_cidr", &[SHAPE, SHAPE], Shape::Bool, call).costs(cost, estimate),
    ],
    cost: Some(cost),
    summary: "tells whether a range of IP addresses, or a text that is one, is within another one",
    examples: &[Example {
        expression: "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let outer = arguments.opaque::<CidrValue>(0)?.0;
    let inner = match arguments.get(1) {
        Value::String(text) => read(text.as_str()).map_err(Fault::new)?,
        _ => arguments.opaque::<CidrValue>(1)?.0,
    };
    Ok(Value::Bool(outer.contains_prefix(inner)))
}

/// Besides looking, the lengths are compared.
fn cost(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    sizes::looking(arguments) + comparing(arguments)
}

fn cost_of_text(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    sizes::looking_for_text(arguments) + comparing(arguments)
}

fn comparing(arguments: &[Value<'_>]) -> u64 {
    tenth(size_at(arguments, 0)) + 1
}

fn compared(looking: Bounds) -> CallEstimate {
    let comparing = sizes::RANGE.times(0.1).plus(Bounds::exactly(1));
    CallEstimate::of(looking.plus(comparing))
}

fn estimate(_: &Operands<'_>) -> CallEstimate {
    compared(sizes::estimated())
}

fn estimate_text(operands: &Operands<'_>) -> CallEstimate {
    compared(sizes::estimated_text(operands))
}
