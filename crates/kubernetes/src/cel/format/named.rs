//! `format.named`: a format by its name.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::formats::FORMATS;
use super::{FormatValue, SHAPE, SINCE};

pub(super) const FUNCTION: Function = Function {
    name: "format.named",
    since: SINCE,
    overloads: &[Overload::function(
        "format_named",
        &[Shape::String],
        Shape::Optional(&SHAPE),
        call,
    )],
    cost: Some(cost::one),
    estimate: Some(estimate::one),
    summary: "gives the format of a name, if there is one",
    examples: &[Example {
        expression: "format.named('uuid').hasValue() && !format.named('x').hasValue()",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let name = arguments.text(0)?;
    Ok(match FORMATS.iter().find(|format| format.name == name) {
        Some(format) => Value::some(Value::opaque(FormatValue(format))),
        None => Value::none(),
    })
}
