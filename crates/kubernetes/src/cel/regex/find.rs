//! `find`: the first match of a regular expression.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

use super::pattern;

pub(super) const FUNCTION: Function = Function {
    name: "find",
    overloads: &[Overload::declared(
        "string_find_string",
        Style::Method,
        &[Shape::String, Shape::String],
        Shape::String,
    )],
    body: Some(call),
    cost: Some(cost::matching),
    estimate: Some(estimate::finding),
    prepare: Some(pattern::prepare),
    summary: "gives the first match of a regular expression of RE2, or an empty text",
    examples: &[Example {
        expression: "'abc 123'.find('[0-9]+')",
        result: "'123'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, regex) = pattern::text_and_pattern(arguments)?;
    let text = text.as_str();
    let found = regex.find(text, arguments.meter)?;
    let found = found.and_then(|range| text.get(range));
    let found = found.unwrap_or_default();
    arguments.meter.take(found.len())?;
    Ok(Value::text(found))
}
