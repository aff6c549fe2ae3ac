//! `json.marshal`: a value as JSON text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::json::{Form, write};

use super::super::objects;
use super::native;

pub(super) const FUNCTION: Function = Function {
    name: "marshal",
    overloads: &[Overload::method(
        "json_marshal_dyn",
        &[Shape::Object(objects::JSON), Shape::Dyn],
        Shape::String,
        call,
    )],
    summary: "gives a value as JSON text on one line, with sorted keys",
    examples: &[
        Example {
            expression: "json.marshal({'b': [1], 'a': [2]})",
            result: "'{\"a\":[2],\"b\":[1]}'",
        },
        Example {
            expression: "json.marshal(duration('1s'))",
            result: "'1000000000'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let whole = arguments.get(1).clone();
    arguments.meter.take_whole(&whole)?;
    let value = native::document(arguments.get(1))?;
    let text = write(&value, Form::GO);
    arguments.meter.take(text.len())?;
    Ok(Value::from(text))
}
