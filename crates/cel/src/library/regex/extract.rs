//! `regex.extract`: the first match of a regular expression.

use super::groups;
use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "regex.extract",
    overloads: &[Overload::function(
        "regex_extract_string_string",
        &[Shape::String, Shape::String],
        Shape::Optional(&Shape::String),
        call,
    )
    .costs(cost::extracting, estimate::extracting)],
    prepare: Some(pattern::prepare_or_leave),
    summary: "gives the first match of a regular expression, or of its only group, as an optional",
    examples: &[
        Example {
            expression: "regex.extract('hello world', 'hello (.*)')",
            result: "optional.of('world')",
        },
        Example {
            expression: "regex.extract('hello', 'x')",
            result: "optional.none()",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, regex) = groups::text_and_pattern(arguments)?;
    let text = text.as_str();
    let Some(found) = regex.groups(text, arguments.meter)? else {
        return Ok(Value::none());
    };
    Ok(match groups::last(&found, text) {
        "" if regex.group_count() == 1 => Value::none(),
        piece => {
            arguments.meter.take(piece.len())?;
            Value::some(Value::text(piece))
        }
    })
}
