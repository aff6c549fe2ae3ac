//! `split`: the parts between separators.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

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
    let (text, separator) = (arguments.text(0)?, arguments.text(1)?);
    let parts: Vec<String> = if most == 0 {
        Vec::new()
    } else if separator.is_empty() {
        let mut parts: Vec<String> = text.chars().take(most - 1).map(String::from).collect();
        let rest: String = text.chars().skip(most - 1).collect();
        if !rest.is_empty() {
            parts.push(rest);
        }
        parts
    } else {
        text.splitn(most, separator).map(str::to_owned).collect()
    };
    let bytes = text.len();
    arguments.meter.take(bytes)?;
    arguments.meter.take_values(parts.len())?;
    Ok(Value::list(parts.into_iter().map(Value::from).collect()))
}
