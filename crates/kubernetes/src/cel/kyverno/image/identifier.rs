//! `identifier`: the tag, or the digest if there is one.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "identifier",
    overloads: &[Overload::method(
        "image_identifier",
        &[IMAGE],
        Shape::String,
        call,
    )],
    summary: "gives the tag, or the digest if there is one",
    examples: &[Example {
        expression: "parseImageReference('ghcr.io/acme/web:1').identifier()",
        result: "'1'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::from(reference.identifier().to_owned()))
}
