//! `sha1`: the SHA-1 hash of a text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sha1::{Digest, Sha1};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "sha1",
    overloads: &[Overload::function(
        "sha1_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    summary: "gives the SHA-1 hash of a text in lower-case hexadecimal digits",
    examples: &[Example {
        expression: "sha1('abc')",
        result: "'a9993e364706816aba3e25717850c26c9cd0d89d'",
    }],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "hash.sha1",
    overloads: &[Overload::function(
        "hash_sha1_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    examples: &[Example {
        expression: "hash.sha1('abc') == sha1('abc')",
        result: "true",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = super::text(arguments)?;
    Ok(Value::from(hex::encode(&Sha1::digest(text))))
}
