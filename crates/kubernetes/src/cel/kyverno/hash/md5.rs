//! `md5`: the MD5 hash of a text.

use md5::{Digest, Md5};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "md5",
    overloads: &[Overload::function(
        "md5_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    summary: "gives the MD5 hash of a text in lower-case hexadecimal digits",
    examples: &[Example {
        expression: "md5('abc')",
        result: "'900150983cd24fb0d6963f7d28e17f72'",
    }],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "hash.md5",
    overloads: &[Overload::function(
        "hash_md5_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    examples: &[Example {
        expression: "hash.md5('abc') == md5('abc')",
        result: "true",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = super::text(arguments)?;
    Ok(Value::from(hex::encode(&Md5::digest(text))))
}
