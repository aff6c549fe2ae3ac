//! `*`: products.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_*_",
    overloads: &[
        Overload::declared(
            "multiply_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Double,
        ),
        Overload::declared(
            "multiply_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "multiply_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
    ],
    body: Some(call),
    summary: "multiplies numbers",
    examples: &[Example {
        expression: "2 * 3",
        result: "6",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(left), Value::Int(right)) => left
            .checked_mul(*right)
            .map(Value::Int)
            .ok_or(Fault::fixed("integer overflow")),
        (Value::Uint(left), Value::Uint(right)) => left
            .checked_mul(*right)
            .map(Value::Uint)
            .ok_or(Fault::fixed("unsigned integer overflow")),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left * right)),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => Err(Fault::NO_OVERLOAD),
        (other, _) => Err(Fault::no_operator("_*_", other)),
    }
}
