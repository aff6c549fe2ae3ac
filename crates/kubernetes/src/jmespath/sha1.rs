//! `sha1`: the SHA-1 hash of a text.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};
use sha1::{Digest, Sha1};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "sha1",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to hash",
    }],
    returns: &[Type::String],
    summary: "returns the SHA-1 hash of a text in lower-case hexadecimal digits",
    note: "generate unique resources name if length exceeds the limit",
    examples: &[Example {
        expression: "sha1('abc')",
        result: "\"a9993e364706816aba3e25717850c26c9cd0d89d\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(hex::encode(&Sha1::digest(arguments.text(0)?)).into())
}
