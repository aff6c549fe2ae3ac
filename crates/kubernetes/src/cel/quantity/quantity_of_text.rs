//! `quantity`: a text read as a quantity.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{QuantityValue, SHAPE, SINCE};
use crate::Quantity;

pub(super) const FUNCTION: Function = Function {
    name: "quantity",
    since: SINCE,
    overloads: &[Overload::function(
        "string_to_quantity",
        &[Shape::String],
        SHAPE,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "reads a quantity, such as `500m` or `1.5Gi`",
    examples: &[Example {
        expression: "quantity('1.5Gi')",
        result: "quantity('1536Mi')",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    match Quantity::parse(text) {
        Ok(quantity) => Ok(Value::opaque(QuantityValue::read(quantity, text))),
        Err(error) => Err(Fault::new(error.to_string())),
    }
}
