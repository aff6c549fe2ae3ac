//! `regex.extractAll`: all matches of a regular expression.

use super::groups;
use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "regex.extractAll",
    overloads: &[Overload::function(
        "regex_extractAll_string_string",
        &[Shape::String, Shape::String],
        Shape::List(&Shape::String),
        call,
    )
    .costs(cost::extracting_all, estimate::extracting_all)],
    prepare: Some(pattern::prepare_or_leave),
    summary: "gives all matches of a regular expression, or of its only group",
    examples: &[Example {
        expression: "regex.extractAll('id:1, id:2', 'id:(\\\\d)')",
        result: "['1', '2']",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, regex) = groups::text_and_pattern(arguments)?;
    let text = text.as_str();
    let mut pieces = Vec::new();
    regex.each_match(text, arguments.meter, |groups, meter| {
        let piece = groups::last(groups, text);
        if !piece.is_empty() || regex.group_count() == 0 {
            meter.take(piece.len())?;
            meter.take_values(1)?;
            pieces.push(Value::text(piece));
        }
        Ok(true)
    })?;
    Ok(Value::list(pieces))
}
