//! Requests for a certificate.

use std::collections::BTreeSet;

use sekisho_document::{List, Map, Value};

use super::CertificateError::{self, Malformed};
use super::der::{
    BOOLEAN, CONSTRUCTED, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, Reader, SEQUENCE, SET, context, integer,
    oid,
};
use super::extensions::{self, Extension, OtherNames};
use super::{algorithm, bytes_value, key, list_or_null, name, number, object};

const EXTENSION_REQUEST: &[u32] = &[1, 2, 840, 113_549, 1, 9, 14];

const FAULT: CertificateError = Malformed("asn1: structure error: malformed certificate request");

/// The map of a request; Go knows fewer fields of it than of a certificate.
pub(super) fn request(bytes: &[u8]) -> Result<Value, CertificateError> {
    let mut input = Reader::new(bytes);
    let whole = input.element(SEQUENCE).ok_or(FAULT)?;
    if !input.is_empty() {
        return Err(Malformed("asn1: syntax error: trailing data"));
    }
    let mut outer = Reader::new(whole.contents);
    let signed = outer.element(SEQUENCE).ok_or(FAULT)?;
    let mut inner = Reader::new(signed.contents);
    let version = inner.small_integer().ok_or(FAULT)?;
    let subject = inner.element(SEQUENCE).ok_or(FAULT)?;
    let subject_name = name::name(subject.contents)?;
    let key = key::key(&mut inner)?;
    let attributes = inner.optional(context(0) | CONSTRUCTED).ok_or(FAULT)?;
    let attributes = attributes.unwrap_or_default();
    let algorithm = outer.element(SEQUENCE).ok_or(FAULT)?;
    let signature_algorithm = algorithm::signature(algorithm.contents)?;
    let signature = outer.bit_string().ok_or(FAULT)?;
    let public_key = key.public_key.ok_or(CertificateError::NotRsa)?;
    let (extensions, names) = requested_extensions(attributes)?;

    let mut map = Map::with_capacity(20);
    map.insert("Raw", bytes_value(whole.whole));
    map.insert("RawTBSCertificateRequest", bytes_value(signed.whole));
    map.insert("RawSubjectPublicKeyInfo", bytes_value(key.raw));
    map.insert("RawSubject", bytes_value(subject.whole));
    map.insert("RawSignatureAlgorithm", bytes_value(algorithm.whole));
    map.insert("Version", number(version));
    map.insert("Signature", bytes_value(&signature.right_aligned()));
    map.insert("SignatureAlgorithm", number(signature_algorithm));
    map.insert("PublicKeyAlgorithm", number(key::RSA));
    map.insert("PublicKey", public_key);
    map.insert("Subject", subject_name);
    map.insert("Attributes", list_or_null(simple_attributes(attributes)));
    map.insert("Extensions", list_or_null(extensions));
    map.insert("ExtraExtensions", Value::Null);
    names.insert_into(&mut map);
    Ok(Value::Map(map))
}

/// The extensions that are asked for, as a list and by the names in them.
fn requested_extensions(attributes: &[u8]) -> Result<(Vec<Value>, OtherNames), CertificateError> {
    let mut values = Vec::new();
    let mut names = OtherNames::default();
    let mut attributes = Reader::new(attributes);
    while !attributes.is_empty() {
        let mut attribute = attributes.enter(SEQUENCE).ok_or(FAULT)?;
        let Some(mut wanted) = wanted_extensions(&mut attribute) else {
            continue;
        };
        let mut seen = BTreeSet::new();
        while !wanted.is_empty() {
            let extension = extensions::extension(&mut wanted)?;
            if !seen.insert(extension.id.to_string()) {
                return Err(Malformed(
                    "x509: certificate request contains duplicate requested extensions",
                ));
            }
            if extension.id.0 == extensions::SUBJECT_ALTERNATIVE_NAME {
                names = extensions::other_names(extension.value)?;
            }
            values.push(Extension::to_value(&extension));
        }
    }
    Ok((values, names))
}

/// The list of extensions in an attribute, if that is what the attribute holds.
fn wanted_extensions<'a>(attribute: &mut Reader<'a>) -> Option<Reader<'a>> {
    let id = attribute.oid()?;
    let mut values = attribute.enter(SET)?;
    (id.0 == EXTENSION_REQUEST).then(|| values.enter(SEQUENCE))?
}

/// Attributes whose values are lists of pairs; Go drops others, such as a password.
fn simple_attributes(attributes: &[u8]) -> Vec<Value> {
    let mut list = Reader::new(attributes);
    let mut values = Vec::new();
    while let Some(mut attribute) = list.enter(SEQUENCE) {
        values.extend(simple_attribute(&mut attribute));
    }
    values
}

fn simple_attribute(attribute: &mut Reader<'_>) -> Option<Value> {
    let id = attribute.oid()?;
    let mut set = attribute.enter(SET)?;
    let mut lists = List::new();
    while !set.is_empty() {
        let mut sequence = set.enter(SEQUENCE)?;
        let mut pairs = Vec::new();
        while !sequence.is_empty() {
            let mut pair = sequence.enter(SEQUENCE)?;
            let id = pair.oid()?;
            let element = pair.any()?;
            pairs.push(object([
                ("Type", id.to_value()),
                ("Value", plain_value(element.tag, element.contents)?),
            ]));
        }
        lists.edit().push(Value::List(pairs.into()));
    }
    Some(object([("Type", id.to_value()), ("Value", Value::List(lists))]))
}

/// What Go makes of an element of any type; null for types it does not care about.
fn plain_value(tag: u8, contents: &[u8]) -> Option<Value> {
    match tag {
        BOOLEAN => match contents {
            [0] => Some(Value::Bool(false)),
            [0xff] => Some(Value::Bool(true)),
            _ => None,
        },
        OCTET_STRING => Some(bytes_value(contents)),
        OBJECT_IDENTIFIER => Some(oid(contents)?.to_value()),
        INTEGER => {
            let number: f64 = integer(contents)?.to_string().parse().ok()?;
            Some(Value::Float(number))
        }
        12 | 18 | 19 | 20 | 22 | 30 => name::string(tag, contents).ok().map(Value::from),
        _ => Some(Value::Null),
    }
}
