//! `base64_decode`: a text out of base 64.

use sekisho_diagnostics::Complaint;
use sekisho_document::base64;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::failed;

pub(super) const FUNCTION: Function = Function {
    name: "base64_decode",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "a text in base 64, with padding",
    }],
    returns: &[Type::String],
    summary: "decodes a text in base 64",
    note: "decodes a base 64 string",
    examples: &[Example {
        expression: "base64_decode('SGVsbG8=')",
        result: "\"Hello\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    // Kyverno keeps bytes that are no UTF-8 until they are printed; here each becomes U+FFFD at once.
    base64::decode(arguments.text(0)?)
        .map(|bytes| base64::text(bytes).into())
        .map_err(failed)
}
