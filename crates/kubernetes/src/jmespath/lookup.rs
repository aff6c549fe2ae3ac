//! `lookup`: an entry of a map or an item of a list.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_document::number::go_float;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::operand::whole;

pub(super) const FUNCTION: Function = Function {
    name: "lookup",
    parameters: &[
        Parameter {
            name: "where",
            types: &[Type::Object, Type::Array],
            summary: "the map or list",
        },
        Parameter {
            name: "key",
            types: &[Type::String, Type::Number],
            summary: "a key of the map or a position in the list, counted from 0",
        },
    ],
    returns: &[Type::Any],
    summary: "returns what lies under a key or at a position, or null",
    note: "returns the value corresponding to the given key/index in the given object/array",
    examples: &[
        Example {
            expression: "lookup(`{\"app\": \"web\"}`, 'app')",
            result: "\"web\"",
        },
        Example {
            expression: "lookup(`[\"a\"]`, `3`)",
            result: "null",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let place = arguments.get(0);
    if place.value().is_some_and(|value| value.as_map().is_some()) {
        let key = arguments.text(1)?;
        return Ok(place.part(|value| value.get(key)));
    }
    // An `items()` list passes the types but is neither (reference §1).
    let Some(Value::List(items)) = place.value() else {
        return Err(arguments.not_of_type(0, "Object or Array"));
    };
    let number = arguments.number(1)?;
    let Some(position) = whole(number) else {
        let number = go_float(number);
        return Err(arguments.complain(format!(
            "argument #2: expected an integer number but got: {number}"
        )));
    };
    let position = usize::try_from(position).unwrap_or(items.len());
    Ok(place.part(|value| value.as_list()?.get(position)))
}
