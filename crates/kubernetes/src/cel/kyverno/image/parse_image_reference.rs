//! `parseImageReference`: a reference to an image.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "parseImageReference",
    overloads: &[Overload::function(
        "parse_image_reference_string",
        &[Shape::String],
        IMAGE,
        call,
    )],
    summary: "takes a reference to an image apart",
    examples: &[Example {
        expression: "parseImageReference('ghcr.io/acme/web:1').repository()",
        result: "'acme/web'",
    }],
    ..Function::USUAL
};

/// Its name of old.
pub(super) const OLD: Function = Function {
    name: "image",
    overloads: &[Overload::function("image_string", &[Shape::String], IMAGE, call)],
    examples: &[Example {
        expression: "image('ghcr.io/acme/web:1').tag()",
        result: "'1'",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    Reference::parse(text)
        .map(Value::opaque)
        .ok_or_else(|| Fault::new(format!("could not parse reference: {text}")))
}
