//! `tag`: the tag, `latest` if none is named; empty if the reference names a digest.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::reference::{IMAGE, Reference};

pub(super) const FUNCTION: Function = Function {
    name: "tag",
    overloads: &[Overload::method("image_tag", &[IMAGE], Shape::String, call)],
    summary: "gives the tag, `latest` if none is named; empty if the reference names a digest",
    examples: &[Example {
        expression: "parseImageReference('nginx').tag()",
        result: "'latest'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let reference = arguments.opaque::<Reference>(0)?;
    Ok(Value::from(reference.tag().to_owned()))
}
