//! `base64_encode`: a text in base 64.

use sekisho_diagnostics::Complaint;
use sekisho_document::base64;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "base64_encode",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "the text to encode",
    }],
    returns: &[Type::String],
    summary: "encodes the bytes of a text in base 64, with padding",
    note: "encodes a regular, plaintext and unencoded string to base64",
    examples: &[Example {
        expression: "base64_encode('Hello')",
        result: "\"SGVsbG8=\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = arguments.text(0)?;
    arguments.expect_room(text.len().div_ceil(3) * 4)?;
    Ok(base64::encode(text.as_bytes()).into())
}
