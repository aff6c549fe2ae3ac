//! What `orValue` becomes.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

/// No name that an expression could write.
pub(super) const NAME: &str = "@orValue";

pub(super) const FUNCTION: Function = Function {
    name: NAME,
    overloads: &[Overload::function(
        "or_value_dyn_dyn",
        &[Shape::Dyn, Shape::Dyn],
        Shape::Dyn,
        call,
    )],
    summary: "gives the value of an optional, or the other value if it has none; of a value that is no optional, that value",
    examples: &[Example {
        expression: "dyn(5).orValue(6)",
        result: "5",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(match arguments.get(0) {
        Value::Optional(Some(value)) => value.as_ref().clone(),
        Value::Optional(None) => arguments.get(1).clone(),
        value => value.clone(),
    })
}
