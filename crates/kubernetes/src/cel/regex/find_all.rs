//! `findAll`: all matches of a regular expression.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

use super::pattern;

pub(super) const FUNCTION: Function = Function {
    name: "findAll",
    overloads: &[
        Overload::declared(
            "string_find_all_string",
            Style::Method,
            &[Shape::String, Shape::String],
            Shape::List(&Shape::String),
        ),
        Overload::declared(
            "string_find_all_string_int",
            Style::Method,
            &[Shape::String, Shape::String, Shape::Int],
            Shape::List(&Shape::String),
        ),
    ],
    body: Some(call),
    cost: Some(cost::matching),
    estimate: Some(estimate::finding),
    prepare: Some(pattern::prepare),
    summary: "gives all matches of a regular expression of RE2, or the first so many",
    examples: &[
        Example {
            expression: "'123 abc 456'.findAll('[0-9]+')",
            result: "['123', '456']",
        },
        Example {
            expression: "'123 abc 456'.findAll('[0-9]+', 1)",
            result: "['123']",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, regex) = pattern::text_and_pattern(arguments)?;
    let most = match (arguments.len(), arguments.get(2)) {
        (2, _) => usize::MAX,
        (_, Value::Int(most)) => usize::try_from(*most).unwrap_or(usize::MAX),
        _ => return Err(pattern::NO_OVERLOAD),
    };
    let text = text.as_str();
    let mut found = Vec::new();
    regex.each_match(text, arguments.meter, |groups, meter| {
        if found.len() == most {
            return Ok(false);
        }
        let piece = groups
            .first()
            .cloned()
            .flatten()
            .and_then(|range| text.get(range));
        let piece = piece.unwrap_or_default();
        meter.take(piece.len())?;
        meter.take_values(1)?;
        found.push(Value::text(piece));
        Ok(true)
    })?;
    Ok(Value::list(found))
}
