//! `md5`: the MD5 hash of a text.

use md5::{Digest, Md5};
use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use crate::hex;

pub(super) const FUNCTION: Function = Function {
    name: "md5",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to hash",
    }],
    returns: &[Type::String],
    summary: "returns the MD5 hash of a text in lower-case hexadecimal digits",
    note: "generate unique resources name if length exceeds the limit",
    examples: &[Example {
        expression: "md5('abc')",
        result: "\"900150983cd24fb0d6963f7d28e17f72\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(hex::encode(&Md5::digest(arguments.text(0)?)).into())
}
