//! `regex.extract`: the first match of a regular expression.

use super::groups;
use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::regex::Regex;

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
    let text = arguments.text(0)?;
    let compiled;
    let regex = match arguments.prepared::<Regex>() {
        Some(regex) => regex,
        None => {
            compiled = pattern::compile(arguments.text(1)?)?;
            &compiled
        }
    };
    groups::at_most_one(regex, arguments.text(1)?)?;
    let Some(found) = regex.groups(text, 0) else {
        return Ok(Value::none());
    };
    let piece = groups::last(&found, text);
    Ok(match piece {
        "" if regex.group_count() == 1 => Value::none(),
        piece => Value::some(Value::text(piece)),
    })
}
