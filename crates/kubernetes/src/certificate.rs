//! X.509 certificates and requests as documents, with the fields and the strictness of Go's
//! `crypto/x509`.
//!
//! Kyverno shows what Go's JSON writer makes of its structs (JMESPath reference §6.8), raw slices
//! included; so this reads the encoding itself instead of asking a parser that keeps other things.

use std::fmt;

use num_bigint::{BigInt, Sign};
use sekisho_document::base64;
use sekisho_document::{List, Map, Text, Value};

mod algorithm;
mod constraints;
mod der;
mod extensions;
mod key;
mod name;
mod pem;
mod request;
mod validity;

use der::{Reader, SEQUENCE, context};

/// The fields of the first block in PEM text, which must be a certificate or a request for one.
///
/// Only RSA keys are taken, as by Kyverno.
pub fn decode(text: &str) -> Result<Value, CertificateError> {
    let block = pem::first_block(text).ok_or(CertificateError::NoBlock)?;
    match block.kind {
        "CERTIFICATE" => certificate(&block.bytes),
        "CERTIFICATE REQUEST" => request::request(&block.bytes),
        _ => Err(CertificateError::OtherBlock),
    }
}

/// Why a text is no certificate. The texts are those that Kyverno shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateError {
    NoBlock,
    OtherBlock,
    NotRsa,
    /// What is wrong, in Go's words.
    Malformed(&'static str),
    DuplicateExtension {
        id: String,
    },
    /// A name or an address that is malformed, in Go's words.
    Value {
        text: String,
    },
}

use CertificateError::Malformed;

/// The map of a certificate; fields appear in the order of Go's struct.
fn certificate(bytes: &[u8]) -> Result<Value, CertificateError> {
    let mut input = Reader::new(bytes);
    let whole = input
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed certificate"))?;
    if !input.is_empty() {
        return Err(Malformed("x509: trailing data"));
    }
    let mut outer = Reader::new(whole.contents);
    let signed = outer
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed tbs certificate"))?;
    let mut inner = Reader::new(signed.contents);

    let version = version(&mut inner)?;
    let serial = inner
        .integer()
        .ok_or(Malformed("x509: malformed serial number"))?;
    if serial.sign() == Sign::Minus {
        return Err(Malformed("x509: negative serial number"));
    }
    let algorithm = inner
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed signature algorithm identifier"))?;
    let repeated = outer
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed algorithm identifier"))?;
    if algorithm.contents != repeated.contents {
        return Err(Malformed(
            "x509: inner and outer signature algorithm identifiers don't match",
        ));
    }
    let signature_algorithm = algorithm::signature(algorithm.contents)?;
    let issuer = inner
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed issuer"))?;
    let issuer_name = name::name(issuer.contents)?;
    let (not_before, not_after) = validity::validity(&mut inner)?;
    let subject = inner
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed issuer"))?;
    let subject_name = name::name(subject.contents)?;
    let key = key::key(&mut inner)?;
    let extensions = if version > 1 {
        extensions::of_certificate(&mut inner, version)?
    } else {
        extensions::Extensions::default()
    };
    let signature = outer.bit_string().ok_or(Malformed("x509: malformed signature"))?;
    let public_key = key.public_key.ok_or(CertificateError::NotRsa)?;

    let mut map = Map::with_capacity(56);
    map.insert("Raw", bytes_value(whole.whole));
    map.insert("RawTBSCertificate", bytes_value(signed.whole));
    map.insert("RawSubjectPublicKeyInfo", bytes_value(key.raw));
    map.insert("RawSubject", bytes_value(subject.whole));
    map.insert("RawIssuer", bytes_value(issuer.whole));
    map.insert("RawSignatureAlgorithm", bytes_value(algorithm.whole));
    map.insert("Signature", bytes_value(&signature.right_aligned()));
    map.insert("SignatureAlgorithm", number(signature_algorithm));
    map.insert("PublicKeyAlgorithm", number(key::RSA));
    map.insert("PublicKey", public_key);
    map.insert("Version", number(version));
    map.insert("SerialNumber", float(&serial)?);
    map.insert("Issuer", issuer_name);
    map.insert("Subject", subject_name);
    map.insert("NotBefore", not_before);
    map.insert("NotAfter", not_after);
    extensions.insert_into(&mut map);
    Ok(Value::Map(map))
}

fn version(inner: &mut Reader<'_>) -> Result<i64, CertificateError> {
    const FAULT: CertificateError = Malformed("x509: malformed version");
    let Some(explicit) = inner.optional(context(0) | der::CONSTRUCTED).ok_or(FAULT)? else {
        return Ok(1);
    };
    let mut explicit = Reader::new(explicit);
    let version = explicit.small_integer().filter(|_| explicit.is_empty());
    match version.ok_or(FAULT)? {
        ..0 => Err(FAULT),
        version @ 0..=2 => Ok(version + 1),
        _ => Err(Malformed("x509: invalid version")),
    }
}

/// A number of any length as the nearest float.
fn float(number: &BigInt) -> Result<Value, CertificateError> {
    let text = number.to_string();
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(Value::Float(float)),
        _ => Err(CertificateError::Value {
            text: format!("json: cannot unmarshal number {text} into Go value of type float64"),
        }),
    }
}

#[expect(clippy::cast_precision_loss, reason = "every number of the result is a float")]
fn number(number: i64) -> Value {
    Value::Float(number as f64)
}

fn bytes_value(bytes: &[u8]) -> Value {
    Value::from(base64::encode(bytes))
}

/// A list, or null where there is nothing, as Go writes a slice that was never made.
fn list_or_null(items: Vec<Value>) -> Value {
    if items.is_empty() {
        return Value::Null;
    }
    Value::List(List::from(items))
}

fn object(entries: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let map: Map = entries
        .into_iter()
        .map(|(key, value)| (Text::const_new(key), value))
        .collect();
    Value::Map(map)
}

impl std::error::Error for CertificateError {}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::NoBlock => f.write_str("failed to decode PEM block"),
            CertificateError::OtherBlock => {
                f.write_str("PEM block neither contains certificate nor certificate request")
            }
            CertificateError::NotRsa => f.write_str("certificate should use rsa algorithm"),
            CertificateError::Malformed(text) => f.write_str(text),
            CertificateError::DuplicateExtension { id } => {
                write!(
                    f,
                    "x509: certificate contains duplicate extension with OID \"{id}\""
                )
            }
            CertificateError::Value { text } => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests;
