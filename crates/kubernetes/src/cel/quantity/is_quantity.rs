//! `isQuantity`: whether a text is a quantity.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::SINCE;
use crate::Quantity;

pub(super) const FUNCTION: Function = Function {
    name: "isQuantity",
    since: SINCE,
    overloads: &[Overload::function(
        "is_quantity_string",
        &[Shape::String],
        Shape::Bool,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "tells whether a text is a quantity",
    examples: &[Example {
        expression: "isQuantity('1.3Gi') && !isQuantity('1.3gi')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(Quantity::parse(arguments.text(0)?).is_ok()))
}
