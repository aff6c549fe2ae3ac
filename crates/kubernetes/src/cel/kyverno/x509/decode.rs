//! `x509.decode`: a certificate as a map.

use sekisho_cel::{Arguments, Fault, Function, Overload, Shape, Value};
use sekisho_document as document;

use crate::certificate;

use super::super::reading;

pub(super) const FUNCTION: Function = Function {
    name: "x509.decode",
    overloads: &[Overload::function(
        "x509_decode_string",
        &[Shape::String],
        Shape::Dyn,
        call,
    )],
    summary: "reads a certificate, or a request for one, with an RSA key, from PEM text",
    ..Function::USUAL
};

/// The longest text that is read.
const LONGEST: usize = 1 << 20;

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let length = arguments.text(0)?.len();
    if length > LONGEST {
        return Err(Fault::new(format!(
            "the certificate has more than {LONGEST} bytes"
        )));
    }
    reading::take_room(arguments, 0)?;
    let mut value = certificate::decode(arguments.text(0)?).map_err(|error| Fault::new(error.to_string()))?;
    if let document::Value::Map(map) = &mut value
        && map.contains_key("SerialNumber")
    {
        map.retain(|field, _| FIELDS.binary_search(&field).is_ok());
    }
    Ok(Value::held(&value))
}

/// The fields of a certificate that expressions see; queries see more.
const FIELDS: &[&str] = &[
    "AuthorityKeyId",
    "BasicConstraintsValid",
    "CRLDistributionPoints",
    "DNSNames",
    "EmailAddresses",
    "ExcludedDNSDomains",
    "ExcludedEmailAddresses",
    "ExcludedIPRanges",
    "ExcludedURIDomains",
    "ExtKeyUsage",
    "Extensions",
    "ExtraExtensions",
    "IPAddresses",
    "IsCA",
    "Issuer",
    "IssuingCertificateURL",
    "KeyUsage",
    "MaxPathLen",
    "MaxPathLenZero",
    "NotAfter",
    "NotBefore",
    "OCSPServer",
    "PermittedDNSDomains",
    "PermittedDNSDomainsCritical",
    "PermittedEmailAddresses",
    "PermittedIPRanges",
    "PermittedURIDomains",
    "PolicyIdentifiers",
    "PublicKey",
    "PublicKeyAlgorithm",
    "Raw",
    "RawIssuer",
    "RawSubject",
    "RawSubjectPublicKeyInfo",
    "RawTBSCertificate",
    "SerialNumber",
    "Signature",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_sorted() {
        assert!(FIELDS.is_sorted());
    }
}
