//! `repository`: the repository within the registry.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "repository",
    overloads: &[Overload::method(
        "image_repository",
        &[IMAGE],
        Shape::String,
        call,
    )],
    summary: "gives the repository within the registry",
    examples: &[Example {
        expression: "parseImageReference('nginx').repository()",
        result: "'library/nginx'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::from(reference.repository()))
}
