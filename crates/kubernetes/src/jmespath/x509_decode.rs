//! `x509_decode`: a certificate as a map.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Found, Function, Parameter, Type};

use super::failed;
use crate::certificate;

pub(super) const FUNCTION: Function = Function {
    name: "x509_decode",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "a certificate or a request for one, in PEM",
    }],
    returns: &[Type::Object],
    summary: "reads a certificate, or a request for one, with an RSA key",
    note: "decodes an x.509 certificate to a string. you may also use this in conjunction with `base64_decode` jmespath function to decode a base64-encoded certificate",
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    certificate::decode(arguments.text(0)?)
        .map(Found::from)
        .map_err(failed)
}
