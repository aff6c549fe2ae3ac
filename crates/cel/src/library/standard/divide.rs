//! `/`: quotients.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_/_",
    overloads: &[
        Overload::declared(
            "divide_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Double,
        ),
        Overload::declared(
            "divide_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "divide_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
    ],
    body: Some(call),
    summary: "divides numbers; of whole numbers it gives the whole part",
    examples: &[
        Example {
            expression: "7 / 2",
            result: "3",
        },
        Example {
            expression: "7.0 / 2.0",
            result: "3.5",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    const BY_ZERO: Fault = Fault::fixed("division by zero");
    match (arguments.get(0), arguments.get(1)) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(BY_ZERO),
        (Value::Int(left), Value::Int(right)) => left
            .checked_div(*right)
            .map(Value::Int)
            .ok_or(Fault::fixed("integer overflow")),
        (Value::Uint(left), Value::Uint(right)) => left.checked_div(*right).map(Value::Uint).ok_or(BY_ZERO),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left / right)),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => Err(Fault::NO_OVERLOAD),
        (other, _) => Err(Fault::no_operator("_/_", other)),
    }
}
