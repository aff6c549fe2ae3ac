//! `isSemver`: whether a text is a semantic version.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SINCE, read};

pub(super) const FUNCTION: Function = Function {
    name: "isSemver",
    since: SINCE,
    overloads: &[
        Overload::function("is_semver_string", &[Shape::String], Shape::Bool, call),
        Overload::function(
            "is_semver_string_bool",
            &[Shape::String, Shape::Bool],
            Shape::Bool,
            call,
        ),
    ],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "tells whether `semver` would not fail",
    examples: &[Example {
        expression: "isSemver('1.2.3') && !isSemver('v1.2')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(read(arguments)?.is_ok()))
}
