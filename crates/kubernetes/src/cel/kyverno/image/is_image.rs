//! `isImage`: whether a text is a reference to an image.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::Reference;

pub(super) const FUNCTION: Function = Function {
    name: "isImage",
    overloads: &[Overload::function(
        "is_image_string",
        &[Shape::String],
        Shape::Bool,
        call,
    )],
    summary: "says whether a text is a reference to an image",
    examples: &[
        Example {
            expression: "isImage('ghcr.io/acme/web:1')",
            result: "true",
        },
        Example {
            expression: "isImage('Acme')",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(Reference::parse(arguments.text(0)?).is_some()))
}
