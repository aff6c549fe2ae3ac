//! `registry`: the registry, that of Docker if none is named.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "registry",
    overloads: &[Overload::method("image_registry", &[IMAGE], Shape::String, call)],
    summary: "gives the registry, that of Docker if none is named",
    examples: &[Example {
        expression: "parseImageReference('acme/web').registry()",
        result: "'index.docker.io'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::from(reference.registry.clone()))
}
