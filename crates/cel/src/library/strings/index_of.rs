//! `indexOf`: where a text has a part first.

use super::places;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "indexOf",
    overloads: &[
        Overload::method(
            "string_index_of_string",
            &[Shape::String, Shape::String],
            Shape::Int,
            call,
        ),
        Overload::method(
            "string_index_of_string_int",
            &[Shape::String, Shape::String, Shape::Int],
            Shape::Int,
            call,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "gives the index of the first place of a part at or behind an index, or -1",
    examples: &[
        Example {
            expression: "'hello'.indexOf('l')",
            result: "2",
        },
        Example {
            expression: "'hello'.indexOf('l', 3)",
            result: "3",
        },
        Example {
            expression: "'hello'.indexOf('x')",
            result: "-1",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, part) = (arguments.text(0)?, arguments.text(1)?);
    let from = if arguments.len() > 2 { arguments.int(2)? } else { 0 };
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    if from < 0 {
        return Err(places::out_of_range(from));
    }
    let found = places::byte_at(text, from).and_then(|start| {
        let rest = text.get(start..)?;
        Some(start + rest.find(part)?)
    });
    Ok(Value::Int(
        found.map_or(-1, |byte| places::index_of_byte(text, byte)),
    ))
}
