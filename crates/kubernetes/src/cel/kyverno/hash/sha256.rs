//! `sha256`: the SHA-256 hash of a text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sha2::{Digest, Sha256};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "sha256",
    overloads: &[Overload::function(
        "sha256_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    summary: "gives the SHA-256 hash of a text in lower-case hexadecimal digits",
    examples: &[Example {
        expression: "sha256('abc')",
        result: "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'",
    }],
    ..Function::USUAL
};

/// The same with its name space.
pub(super) const PREFIXED: Function = Function {
    name: "hash.sha256",
    overloads: &[Overload::function(
        "hash_sha256_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    examples: &[Example {
        expression: "hash.sha256('abc') == sha256('abc')",
        result: "true",
    }],
    ..FUNCTION
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = super::text(arguments)?;
    Ok(Value::from(hex::encode(&Sha256::digest(text))))
}
