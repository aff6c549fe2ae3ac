//! `size`: how long something is.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "size",
    overloads: &[
        Overload::declared("size_bytes", Style::Function, &[Shape::Bytes], Shape::Int),
        Overload::declared("bytes_size", Style::Method, &[Shape::Bytes], Shape::Int),
        Overload::declared(
            "size_list",
            Style::Function,
            &[Shape::List(&Shape::Parameter("A"))],
            Shape::Int,
        ),
        Overload::declared(
            "list_size",
            Style::Method,
            &[Shape::List(&Shape::Parameter("A"))],
            Shape::Int,
        ),
        Overload::declared(
            "size_map",
            Style::Function,
            &[Shape::Map(&Shape::Parameter("A"), &Shape::Parameter("B"))],
            Shape::Int,
        ),
        Overload::declared(
            "map_size",
            Style::Method,
            &[Shape::Map(&Shape::Parameter("A"), &Shape::Parameter("B"))],
            Shape::Int,
        ),
        Overload::declared("size_string", Style::Function, &[Shape::String], Shape::Int),
        Overload::declared("string_size", Style::Method, &[Shape::String], Shape::Int),
    ],
    body: Some(call),
    summary: "gives the number of code points of a text, of bytes, of elements of a list or of entries of a map",
    examples: &[
        Example {
            expression: "size('é')",
            result: "1",
        },
        Example {
            expression: "[1, 2].size()",
            result: "2",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let value = arguments.get(0);
    match value {
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => {
            Ok(Value::Int(i64::try_from(value.size()).unwrap_or(i64::MAX)))
        }
        _ => Err(Fault::no_operator("size", value)),
    }
}
