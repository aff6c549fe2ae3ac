//! `substring`: a piece of a text.

use super::places;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "substring",
    overloads: &[
        Overload::method(
            "string_substring_int",
            &[Shape::String, Shape::Int],
            Shape::String,
            call,
        ),
        Overload::method(
            "string_substring_int_int",
            &[Shape::String, Shape::Int, Shape::Int],
            Shape::String,
            call,
        ),
    ],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "gives the text from an index on, or up to another one",
    examples: &[
        Example {
            expression: "'hello'.substring(1)",
            result: "'ello'",
        },
        Example {
            expression: "'hello'.substring(1, 3)",
            result: "'el'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, start) = (arguments.text(0)?, arguments.int(1)?);
    let mut end = text.len();
    if arguments.len() > 2 {
        let last = arguments.int(2)?;
        if start > last {
            let message = format!("invalid substring range. start: {start}, end: {last}");
            return Err(Fault::new(message));
        }
        if places::byte_at(text, start).is_some() {
            end = places::byte_at(text, last).ok_or_else(|| places::out_of_range(last))?;
        }
    }
    let start = places::byte_at(text, start).ok_or_else(|| places::out_of_range(start))?;
    let piece = text.get(start..end).unwrap_or_default().to_owned();
    arguments.meter.take(piece.len())?;
    Ok(Value::from(piece))
}
