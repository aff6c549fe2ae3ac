//! `contains`: whether a list has an item, or a text a part.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "contains",
    parameters: &[
        Parameter {
            name: "subject",
            types: &[Type::Array, Type::String],
            summary: "the list or the text",
        },
        Parameter {
            name: "search",
            types: &[Type::Any],
            summary: "the item or the part",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a list has an item or a text has a part",
    examples: &[
        Example {
            expression: "contains(`[\"a\", \"b\"]`, 'b')",
            result: "true",
        },
        Example {
            expression: "contains('nginx:latest', ':latest')",
            result: "true",
        },
        Example {
            expression: "contains('1', `1`)",
            result: "false",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let search = arguments.get(1);
    if let Some(Value::String(text)) = arguments.get(0).value() {
        let part = search.value().and_then(Value::as_str);
        return Ok(part.is_some_and(|part| text.contains(part)).into());
    }
    for item in arguments.list(0)? {
        match (item, search.value()) {
            // Go can not compare two of these and breaks off (reference §5).
            (Value::List(_), Some(Value::List(_))) | (Value::Map(_), Some(Value::Map(_))) => {
                return Err(arguments.complain("lists and objects can not be compared"));
            }
            (Value::String(item), Some(Value::String(search))) if item.len() == search.len() => {
                arguments.spend(item.len() as u64 / 64)?;
                if item == search {
                    return Ok(true.into());
                }
            }
            (item, Some(search)) if item == search => return Ok(true.into()),
            _ => {}
        }
    }
    Ok(false.into())
}
