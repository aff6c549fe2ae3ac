//! `digest`: the digest; empty if the reference names a tag.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "digest",
    overloads: &[Overload::method("image_digest", &[IMAGE], Shape::String, call)],
    summary: "gives the digest; empty if the reference names a tag",
    examples: &[Example {
        expression: "parseImageReference('ghcr.io/acme/web:1').digest()",
        result: "''",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::from(reference.digest().to_owned()))
}
