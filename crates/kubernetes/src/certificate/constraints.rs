//! For which names an authority may vouch.

use std::net::IpAddr;

use sekisho_document::print::quote;
use sekisho_document::{Map, Value};

use super::CertificateError::{self, Malformed};
use super::der::{CONSTRUCTED, Reader, SEQUENCE, context};
use super::extensions::ip;
use super::{bytes_value, list_or_null, object};

#[derive(Debug, Default)]
pub(super) struct Constraints {
    is_critical: bool,
    permitted: Names,
    excluded: Names,
}

#[derive(Debug, Default)]
struct Names {
    dns: Vec<Value>,
    networks: Vec<Value>,
    email: Vec<Value>,
    urls: Vec<Value>,
}

const FAULT: CertificateError = Malformed("x509: invalid NameConstraints extension");

/// The constraints, and whether all of them are of a kind that Go knows.
pub(super) fn constraints(value: &[u8], is_critical: bool) -> Result<(Constraints, bool), CertificateError> {
    let mut outer = Reader::new(value);
    let mut sequence = outer.enter(SEQUENCE).ok_or(FAULT)?;
    let permitted = sequence.optional(context(0) | CONSTRUCTED).ok_or(FAULT)?;
    let excluded = sequence.optional(context(1) | CONSTRUCTED).ok_or(FAULT)?;
    if !outer.is_empty() || !sequence.is_empty() {
        return Err(FAULT);
    }
    let (permitted, excluded) = (permitted.unwrap_or_default(), excluded.unwrap_or_default());
    if permitted.is_empty() && excluded.is_empty() {
        return Err(Malformed("x509: empty name constraints extension"));
    }
    let mut is_whole = true;
    let constraints = Constraints {
        is_critical,
        permitted: names(permitted, &mut is_whole)?,
        excluded: names(excluded, &mut is_whole)?,
    };
    Ok((constraints, is_whole))
}

fn names(subtrees: &[u8], is_whole: &mut bool) -> Result<Names, CertificateError> {
    let mut names = Names::default();
    let mut subtrees = Reader::new(subtrees);
    while !subtrees.is_empty() {
        let mut subtree = subtrees.enter(SEQUENCE).ok_or(FAULT)?;
        let base = subtree.any().ok_or(FAULT)?;
        let text = std::str::from_utf8(base.contents)
            .ok()
            .filter(|text| text.is_ascii());
        match (base.tag ^ 0x80, text) {
            (7, _) => names.networks.push(network(base.contents)?),
            (1 | 2 | 6, None) => return Err(fault("invalid constraint value", "")),
            (1, Some(text)) if is_mailbox(text) => names.email.push(text.into()),
            (2, Some(text)) if is_constraint(text) => names.dns.push(text.into()),
            (6, Some(text)) if text.parse::<IpAddr>().is_err() && is_constraint(text) => {
                names.urls.push(text.into());
            }
            (1, Some(text)) => return Err(fault("failed to parse rfc822Name constraint", text)),
            (2, Some(text)) => return Err(fault("failed to parse dnsName constraint", text)),
            (6, Some(text)) => return Err(fault("failed to parse URI constraint", text)),
            _ => *is_whole = false,
        }
    }
    Ok(names)
}

fn fault(what: &str, text: &str) -> CertificateError {
    CertificateError::Value {
        text: format!("x509: {what} {}", quote(text)),
    }
}

/// An address and a mask of the same length.
fn network(bytes: &[u8]) -> Result<Value, CertificateError> {
    let length = bytes.len();
    let halves = bytes.split_at_checked(length / 2);
    let Some((address, mask)) = halves.filter(|_| matches!(length, 8 | 32)) else {
        return Err(CertificateError::Value {
            text: format!("x509: IP constraint contained value of length {length}"),
        });
    };
    let bits: String = mask.iter().map(|byte| format!("{byte:08b}")).collect();
    if bits.trim_start_matches('1').contains('1') {
        return Err(CertificateError::Value {
            text: format!(
                "x509: IP constraint contained invalid mask {}",
                crate::hex::encode(mask)
            ),
        });
    }
    let address = ip(address).map(|address| address.to_canonical().to_string());
    Ok(object([
        ("IP", Value::from(address.unwrap_or_default())),
        ("Mask", bytes_value(mask)),
    ]))
}

/// A mailbox, or a domain for all of its mailboxes.
fn is_mailbox(text: &str) -> bool {
    match text.rsplit_once('@') {
        Some((local, domain)) => !local.is_empty() && !domain.is_empty() && is_domain(domain),
        None => is_constraint(text),
    }
}

/// A domain; a dot in front means those below it.
fn is_constraint(text: &str) -> bool {
    text.is_empty() || (text != "." && is_domain(text.strip_prefix('.').unwrap_or(text)))
}

/// Whether a text is a domain, loosely: printable labels, none of them empty. The empty text is one.
pub(super) fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_graphic());
    text.is_empty() || text.split('.').all(is_label)
}

impl Constraints {
    pub(super) fn insert_into(self, map: &mut Map) {
        map.insert("PermittedDNSDomainsCritical", Value::Bool(self.is_critical));
        map.insert("PermittedDNSDomains", list_or_null(self.permitted.dns));
        map.insert("ExcludedDNSDomains", list_or_null(self.excluded.dns));
        map.insert("PermittedIPRanges", list_or_null(self.permitted.networks));
        map.insert("ExcludedIPRanges", list_or_null(self.excluded.networks));
        map.insert("PermittedEmailAddresses", list_or_null(self.permitted.email));
        map.insert("ExcludedEmailAddresses", list_or_null(self.excluded.email));
        map.insert("PermittedURIDomains", list_or_null(self.permitted.urls));
        map.insert("ExcludedURIDomains", list_or_null(self.excluded.urls));
    }
}
