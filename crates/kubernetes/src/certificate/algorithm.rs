//! Signature algorithms as Go numbers them.

use super::CertificateError::{self, Malformed};
use super::der::{CONSTRUCTED, Oid, Reader, SEQUENCE, context};

const UNKNOWN: i64 = 0;

/// Those that an identifier alone tells.
const BY_IDENTIFIER: &[(&[u32], i64)] = &[
    (&[1, 2, 840, 113_549, 1, 1, 4], 2),
    (&[1, 2, 840, 113_549, 1, 1, 5], 3),
    // Another identifier of the same, by ISO.
    (&[1, 3, 14, 3, 2, 29], 3),
    (&[1, 2, 840, 113_549, 1, 1, 11], 4),
    (&[1, 2, 840, 113_549, 1, 1, 12], 5),
    (&[1, 2, 840, 113_549, 1, 1, 13], 6),
    (&[1, 2, 840, 10_040, 4, 3], 7),
    (&[2, 16, 840, 1, 101, 3, 4, 3, 2], 8),
    (&[1, 2, 840, 10_045, 4, 1], 9),
    (&[1, 2, 840, 10_045, 4, 3, 2], 10),
    (&[1, 2, 840, 10_045, 4, 3, 3], 11),
    (&[1, 2, 840, 10_045, 4, 3, 4], 12),
];

const RSA_PSS: &[u32] = &[1, 2, 840, 113_549, 1, 1, 10];
const MASK_GENERATOR: &[u32] = &[1, 2, 840, 113_549, 1, 1, 8];
const ED25519: &[u32] = &[1, 3, 101, 112];

/// Hashes that RSA-PSS is known with: identifier, salt length, number of the algorithm.
const PSS_HASHES: &[(&[u32], i64, i64)] = &[
    (&[2, 16, 840, 1, 101, 3, 4, 2, 1], 32, 13),
    (&[2, 16, 840, 1, 101, 3, 4, 2, 2], 48, 14),
    (&[2, 16, 840, 1, 101, 3, 4, 2, 3], 64, 15),
];

/// Go's number for the contents of an algorithm identifier.
pub(super) fn signature(contents: &[u8]) -> Result<i64, CertificateError> {
    let mut identifier = Reader::new(contents);
    let id = identifier.oid().ok_or(Malformed("x509: malformed OID"))?;
    let parameters = if identifier.is_empty() {
        None
    } else {
        Some(identifier.any().ok_or(Malformed("x509: malformed parameters"))?)
    };
    if id.0 == RSA_PSS {
        let parameters = parameters.filter(|element| element.tag == SEQUENCE);
        let found = parameters.and_then(|element| pss(Reader::new(element.contents)));
        return Ok(found.unwrap_or(UNKNOWN));
    }
    if id.0 == ED25519 {
        return Ok(if parameters.is_none() { 16 } else { UNKNOWN });
    }
    let found = BY_IDENTIFIER.iter().find(|(known, _)| *known == id.0);
    Ok(found.map_or(UNKNOWN, |(_, number)| *number))
}

/// RSA-PSS has its hash in parameters. Only the usual combinations have a number.
fn pss(mut parameters: Reader<'_>) -> Option<i64> {
    let mut explicit = |number: u8| parameters.enter(context(number) | CONSTRUCTED);
    let hash = algorithm_with_null(&mut explicit(0)?)?;
    let mut mask = explicit(1)?.enter(SEQUENCE)?;
    if mask.oid()?.0 != MASK_GENERATOR || algorithm_with_null(&mut mask)? != hash {
        return None;
    }
    let salt = explicit(2)?.small_integer()?;
    let trailer = match explicit(3) {
        Some(mut trailer) => trailer.small_integer()?,
        None => 1,
    };
    let known = PSS_HASHES
        .iter()
        .find(|(id, length, _)| hash.0 == *id && *length == salt)?;
    (trailer == 1).then_some(known.2)
}

/// An identifier whose parameters are absent or null.
fn algorithm_with_null(reader: &mut Reader<'_>) -> Option<Oid> {
    let mut algorithm = reader.enter(SEQUENCE)?;
    let id = algorithm.oid()?;
    let is_bare = algorithm.is_empty() || algorithm.any()?.whole == [5, 0];
    is_bare.then_some(id)
}
