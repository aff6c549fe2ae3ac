//! `containsDigest`: whether the reference names a digest.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "containsDigest",
    overloads: &[Overload::method(
        "image_contains_digest",
        &[IMAGE],
        Shape::Bool,
        call,
    )],
    summary: "says whether the reference names a digest",
    examples: &[Example {
        expression: "image('ghcr.io/acme/web:1').containsDigest()",
        result: "false",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::Bool(reference.has_digest()))
}
