//! `sha256`: the SHA-256 hash of a text.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};
use sha2::{Digest, Sha256};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "sha256",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to hash",
    }],
    returns: &[Type::String],
    summary: "returns the SHA-256 hash of a text in lower-case hexadecimal digits",
    note: "generate unique resources name if length exceeds the limit",
    examples: &[Example {
        expression: "sha256('abc')",
        result: "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(hex::encode(&Sha256::digest(arguments.text(0)?)).into())
}
