//! `includes`: whether a list has a value.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{
    Arguments, CallEstimate, Example, Fault, Function, Operands, Overload, Release, Shape, Type, Value,
};

pub(super) const FUNCTION: Function = Function {
    name: "includes",
    since: Release(37),
    overloads: &[Overload::method(
        "dyn_includes_dyn",
        &[Shape::Dyn, Shape::Dyn],
        Shape::Bool,
        call,
    )],
    cost: Some(cost::traversal),
    estimate: Some(estimate),
    summary: "tells whether a list has a value; what is no list is compared itself",
    examples: &[
        Example {
            expression: "[1, 2].includes(2)",
            result: "true",
        },
        Example {
            expression: "'abc'.includes('b')",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (target, wanted) = (arguments.get(0).clone(), arguments.get(1).clone());
    let Value::List(list) = target else {
        return super::is(arguments, &target, &wanted).map(Value::Bool);
    };
    for item in list.iter() {
        if super::is(arguments, &item, &wanted)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

/// As of the other functions of lists; a text counts whole.
fn estimate(operands: &Operands<'_>) -> CallEstimate {
    match operands.ty(0) {
        Type::List(_) => estimate::traversal(operands),
        _ => CallEstimate::of(operands.size(0)),
    }
}
