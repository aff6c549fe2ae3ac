//! `lastIndexOf`: where a text has a part last.

use super::places;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "lastIndexOf",
    overloads: &[
        Overload::method(
            "string_last_index_of_string",
            &[Shape::String, Shape::String],
            Shape::Int,
            call,
        ),
        Overload::method(
            "string_last_index_of_string_int",
            &[Shape::String, Shape::String, Shape::Int],
            Shape::Int,
            call,
        ),
    ],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "gives the index of the last place of a part at or before an index, or -1",
    examples: &[
        Example {
            expression: "'hello'.lastIndexOf('l')",
            result: "3",
        },
        Example {
            expression: "'hello'.lastIndexOf('l', 2)",
            result: "2",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, part) = (arguments.text(0)?, arguments.text(1)?);
    if arguments.len() == 2 {
        let found = text.rfind(part);
        return Ok(Value::Int(
            found.map_or(-1, |byte| places::index_of_byte(text, byte)),
        ));
    }
    let last = arguments.int(2)?;
    if part.is_empty() {
        return Ok(Value::Int(last));
    }
    if last < 0 {
        return Err(places::out_of_range(last));
    }
    if last >= places::index_of_byte(text, text.len()) {
        return Ok(Value::Int(-1));
    }
    // The part may reach beyond the index that it begins at.
    let end = places::byte_at(text, last).map_or(text.len(), |byte| byte + part.len());
    let end = text.floor_char_boundary(end);
    let found = text.get(..end).and_then(|head| head.rfind(part));
    let index = found.map(|byte| places::index_of_byte(text, byte));
    Ok(Value::Int(index.filter(|index| *index <= last).unwrap_or(-1)))
}
