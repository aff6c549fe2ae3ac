//! Public keys. Only RSA keys are read, others just named.

use num_bigint::Sign;
use sekisho_document::Value;

use super::CertificateError::{self, Malformed};
use super::der::{Reader, SEQUENCE};
use super::{number, object};

/// Go's number of the algorithm.
pub(super) const RSA: i64 = 1;

const RSA_ID: &[u32] = &[1, 2, 840, 113_549, 1, 1, 1];

/// The DER encoding of NULL.
const NULL: &[u8] = &[5, 0];

pub(super) struct Key<'a> {
    /// The whole structure around the key.
    pub(super) raw: &'a [u8],
    /// Modulus and exponent of an RSA key.
    pub(super) public_key: Option<Value>,
}

pub(super) fn key<'a>(reader: &mut Reader<'a>) -> Result<Key<'a>, CertificateError> {
    let whole = reader
        .element(SEQUENCE)
        .ok_or(Malformed("x509: malformed spki"))?;
    let mut info = Reader::new(whole.contents);
    let mut algorithm = info
        .enter(SEQUENCE)
        .ok_or(Malformed("x509: malformed public key algorithm identifier"))?;
    let id = algorithm.oid().ok_or(Malformed("x509: malformed OID"))?;
    let parameters = if algorithm.is_empty() {
        &[][..]
    } else {
        algorithm
            .any()
            .ok_or(Malformed("x509: malformed parameters"))?
            .whole
    };
    let bits = info
        .bit_string()
        .ok_or(Malformed("x509: malformed subjectPublicKey"))?;
    let public_key = if id.0 == RSA_ID {
        if parameters != NULL {
            return Err(Malformed("x509: RSA key missing NULL parameters"));
        }
        Some(rsa(&bits.right_aligned())?)
    } else {
        None
    };
    Ok(Key {
        raw: whole.whole,
        public_key,
    })
}

fn rsa(bytes: &[u8]) -> Result<Value, CertificateError> {
    let mut key = Reader::new(bytes)
        .enter(SEQUENCE)
        .ok_or(Malformed("x509: invalid RSA public key"))?;
    let modulus = key.integer().ok_or(Malformed("x509: invalid RSA modulus"))?;
    let exponent = key
        .small_integer()
        .ok_or(Malformed("x509: invalid RSA public exponent"))?;
    if modulus.sign() != Sign::Plus {
        return Err(Malformed("x509: RSA modulus is not a positive number"));
    }
    if exponent <= 0 {
        return Err(Malformed("x509: RSA public exponent is not a positive number"));
    }
    Ok(object([
        ("N", Value::from(modulus.to_string())),
        ("E", number(exponent)),
    ]))
}
