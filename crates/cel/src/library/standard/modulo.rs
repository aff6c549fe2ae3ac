//! `%`: remainders.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_%_",
    overloads: &[
        Overload::declared(
            "modulo_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "modulo_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
    ],
    body: Some(call),
    summary: "gives the remainder of a division, with the sign of the dividend",
    examples: &[Example {
        expression: "-7 % 3",
        result: "-1",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    const BY_ZERO: Fault = Fault::fixed("modulus by zero");
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(BY_ZERO),
        (Value::Int(left), Value::Int(right)) => left
            .checked_rem(*right)
            .map(Value::Int)
            .ok_or(Fault::fixed("integer overflow")),
        (Value::Uint(left), Value::Uint(right)) => left.checked_rem(*right).map(Value::Uint).ok_or(BY_ZERO),
        (Value::Int(_) | Value::Uint(_), _) => Err(Fault::NO_OVERLOAD),
        (other, _) => Err(Fault::no_operator("_%_", other)),
    }
}
