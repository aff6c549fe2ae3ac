//! `random`: a random text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use crate::random::Pattern;

pub(super) const FUNCTION: Function = Function {
    name: "random",
    overloads: &[
        Overload::function("random", &[], Shape::String, |arguments| arguments.ask()),
        Overload::function("random_string", &[Shape::String], Shape::String, call),
    ],
    summary: "gives a random text of eight digits and small letters, or one that matches a pattern",
    examples: &[Example {
        expression: "random('web')",
        result: "'web'",
    }],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "random.random",
    overloads: &[
        Overload::function("random_random", &[], Shape::String, |arguments| arguments.ask()),
        Overload::function("random_random_string", &[Shape::String], Shape::String, call),
    ],
    examples: &[Example {
        expression: "random.random('x{3}')",
        result: "'xxx'",
    }],
    ..FUNCTION
};

/// Chance has a word only where a pattern leaves a choice.
fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let pattern = Pattern::new(arguments.text(0)?).map_err(|error| Fault::new(error.to_string()))?;
    match pattern.literal() {
        Some(text) => Ok(Value::text(text)),
        None => arguments.ask(),
    }
}
