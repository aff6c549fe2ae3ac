//! `optional.ofNonZeroValue`: an optional with a value, unless it is empty.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "optional.ofNonZeroValue",
    overloads: &[Overload::function(
        "optional_ofNonZeroValue",
        &[Shape::Parameter("V")],
        Shape::Optional(&Shape::Parameter("V")),
        call,
    )],
    summary: "wraps a value into an optional, or gives one without value if it is the empty value of its type",
    examples: &[
        Example {
            expression: "optional.ofNonZeroValue('')",
            result: "optional.none()",
        },
        Example {
            expression: "optional.ofNonZeroValue('a')",
            result: "optional.of('a')",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let value = arguments.get(0);
    Ok(if value.is_zero() {
        Value::none()
    } else {
        Value::some(value.clone())
    })
}
