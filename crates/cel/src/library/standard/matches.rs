//! `matches`: whether a regular expression matches somewhere in a text.

use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "matches",
    overloads: &[
        Overload::declared(
            "matches",
            Style::Function,
            &[Shape::String, Shape::String],
            Shape::Bool,
        )
        .costs(cost::matching, estimate::matching),
        Overload::declared(
            "matches_string",
            Style::Method,
            &[Shape::String, Shape::String],
            Shape::Bool,
        )
        .costs(cost::matching, estimate::matching),
    ],
    body: Some(call),
    prepare: Some(crate::library::pattern::prepare),
    summary: "tells whether a regular expression of RE2 matches somewhere in a text",
    examples: &[
        Example {
            expression: "'abc'.matches('^a')",
            result: "true",
        },
        Example {
            expression: "matches('abc', 'd')",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (Value::String(text), Value::String(_)) = (arguments.get(0).clone(), arguments.get(1)) else {
        return Err(Fault::NO_OVERLOAD);
    };
    let regex = pattern::second(arguments)?;
    regex.is_match(text.as_str(), arguments.meter).map(Value::Bool)
}
