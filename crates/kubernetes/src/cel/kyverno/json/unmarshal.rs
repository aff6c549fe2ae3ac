//! `json.unmarshal`: the value of a JSON text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::json::{Rules, read};

use super::super::{objects, reading};

pub(super) const FUNCTION: Function = Function {
    name: "unmarshal",
    overloads: &[Overload::method(
        "json_unmarshal_string",
        &[Shape::Object(objects::JSON), Shape::String],
        Shape::Dyn,
        call,
    )],
    summary: "reads a JSON text; all its numbers are doubles",
    examples: &[Example {
        expression: "json.unmarshal('{\"a\": [1, true]}').a",
        result: "[dyn(1.0), true]",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    reading::take_room(arguments, 1)?;
    read(arguments.text(1)?.as_bytes(), Rules::GO)
        .map(|value| Value::held(&value))
        .map_err(|error| Fault::new(error.to_string()))
}
