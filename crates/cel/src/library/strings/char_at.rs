//! `charAt`: the code point at a place.

use super::places;
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "charAt",
    overloads: &[Overload::method(
        "string_char_at_int",
        &[Shape::String, Shape::Int],
        Shape::String,
        call,
    )],
    summary: "gives the code point at an index, or nothing at the end",
    examples: &[Example {
        expression: "'héllo'.charAt(1)",
        result: "'é'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (text, at) = (arguments.text(0)?, arguments.int(1)?);
    let Some(from) = places::byte_at(text, at) else {
        return Err(places::out_of_range(at));
    };
    let rest = text.get(from..).unwrap_or_default();
    Ok(Value::from(
        rest.chars().next().map(String::from).unwrap_or_default(),
    ))
}
