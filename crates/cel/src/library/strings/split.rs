//! `split`: the parts between separators.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Str, Value};

pub(super) const FUNCTION: Function = Function {
    name: "split",
    overloads: &[
        Overload::method(
            "string_split_string",
            &[Shape::String, Shape::String],
            Shape::List(&Shape::String),
            call,
        ),
        Overload::method(
            "string_split_string_int",
            &[Shape::String, Shape::String, Shape::Int],
            Shape::List(&Shape::String),
            call,
        ),
    ],
    cost: Some(cost::fifth_of_operand),
    estimate: Some(estimate::splitting),
    summary: "gives the parts of a text between separators, the last of so many being the rest",
    examples: &[
        Example {
            expression: "'a,b,c'.split(',')",
            result: "['a', 'b', 'c']",
        },
        Example {
            expression: "'a,b,c'.split(',', 2)",
            result: "['a', 'b,c']",
        },
        Example {
            expression: "'ab'.split('')",
            result: "['a', 'b']",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let most = match arguments.len() {
        3 => usize::try_from(arguments.int(2)?).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    // The parts of a text that lies in a document lie there too.
    if let Value::String(Str::Borrowed(text)) = *arguments.get(0) {
        let parts = parts(text, arguments.text(1)?, most);
        arguments.meter.take_values(parts.len())?;
        let borrowed = |part| Value::String(Str::Borrowed(part));
        return Ok(Value::list(parts.into_iter().map(borrowed).collect()));
    }
    let (text, separator) = (arguments.text(0)?, arguments.text(1)?);
    let parts: Vec<Value<'_>> = parts(text, separator, most)
        .into_iter()
        .map(Value::text)
        .collect();
    let bytes = text.len();
    arguments.meter.take(bytes)?;
    arguments.meter.take_values(parts.len())?;
    Ok(Value::list(parts))
}

fn parts<'t>(text: &'t str, separator: &str, most: usize) -> Vec<&'t str> {
    if most == 0 {
        return Vec::new();
    }
    if !separator.is_empty() {
        return text.splitn(most, separator).collect();
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if parts.len() + 1 == most {
            parts.push(rest);
            break;
        }
        let (part, behind) = rest.split_at(first.len_utf8());
        parts.push(part);
        rest = behind;
    }
    parts
}
