//! `regex.extractAll`: all matches of a regular expression.

use super::groups;
use crate::library::pattern;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::regex::Regex;

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
    let text = arguments.text(0)?.to_owned();
    let compiled;
    let regex = match arguments.prepared::<Regex>() {
        Some(regex) => regex,
        None => {
            compiled = pattern::compile(arguments.text(1)?)?;
            &compiled
        }
    };
    groups::at_most_one(regex, arguments.text(1)?)?;
    let mut pieces = Vec::new();
    for found in regex.find_all(&text) {
        let groups = regex.groups(&text, found.start).unwrap_or_default();
        let piece = groups::last(&groups, &text);
        if piece.is_empty() && regex.group_count() == 1 {
            continue;
        }
        arguments.meter.take(piece.len())?;
        arguments.meter.take_values(1)?;
        pieces.push(Value::text(piece));
    }
    Ok(Value::list(pieces))
}
