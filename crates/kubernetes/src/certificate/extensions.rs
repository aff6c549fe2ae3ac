//! What extensions say: usages, constraints, other names, places to ask.

use std::collections::BTreeSet;
use std::net::IpAddr;

use num_bigint::Sign;
use num_traits::ToPrimitive;
use sekisho_document::print::quote;
use sekisho_document::{List, Map, Value};

use super::CertificateError::{self, Malformed};
use super::constraints::{self, Constraints};
use super::der::{
    BOOLEAN, CONSTRUCTED, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, Oid, Reader, SEQUENCE, context, oid,
};
use super::{bytes_value, list_or_null, name, number, object};
use crate::url::Url;

/// The fields that extensions fill, in the order of Go's struct where it matters to no one.
#[derive(Debug, Default)]
pub(super) struct Extensions {
    key_usage: i64,
    list: Vec<Value>,
    unhandled_critical: Vec<Value>,
    extended_usages: Vec<Value>,
    unknown_extended_usages: Vec<Value>,
    basic_constraints: Option<BasicConstraints>,
    subject_key: Option<Vec<u8>>,
    authority_key: Option<Vec<u8>>,
    ocsp_servers: Vec<Value>,
    issuer_urls: Vec<Value>,
    names: OtherNames,
    constraints: Constraints,
    distribution_points: Vec<Value>,
    policies: Option<Vec<Oid>>,
    inhibit_any_policy: Option<i64>,
    inhibit_policy_mapping: Option<i64>,
    require_explicit_policy: Option<i64>,
    policy_mappings: Vec<Value>,
}

#[derive(Debug)]
struct BasicConstraints {
    is_authority: bool,
    /// -1 without a limit.
    longest_path: i64,
}

/// Names besides that of the subject.
#[derive(Debug, Default)]
pub(super) struct OtherNames {
    dns: Vec<Value>,
    email: Vec<Value>,
    addresses: Vec<Value>,
    urls: Vec<Value>,
}

/// One extension as it stands in the list of them.
pub(super) struct Extension<'a> {
    pub(super) id: Oid,
    pub(super) is_critical: bool,
    pub(super) value: &'a [u8],
}

const AUTHORITY_INFORMATION: &[u32] = &[1, 3, 6, 1, 5, 5, 7, 1, 1];
const OCSP: &[u32] = &[1, 3, 6, 1, 5, 5, 7, 48, 1];
const ISSUERS: &[u32] = &[1, 3, 6, 1, 5, 5, 7, 48, 2];
pub(super) const SUBJECT_ALTERNATIVE_NAME: &[u32] = &[2, 5, 29, 17];

/// Extended usages that Go numbers.
const USAGES: &[(&[u32], i64)] = &[
    (&[2, 5, 29, 37, 0], 0),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 1], 1),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 2], 2),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 3], 3),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 4], 4),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 5], 5),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 6], 6),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 7], 7),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 8], 8),
    (&[1, 3, 6, 1, 5, 5, 7, 3, 9], 9),
    (&[1, 3, 6, 1, 4, 1, 311, 10, 3, 3], 10),
    (&[2, 16, 840, 1, 113_730, 4, 1], 11),
    (&[1, 3, 6, 1, 4, 1, 311, 2, 1, 22], 12),
    (&[1, 3, 6, 1, 4, 1, 311, 61, 1, 1], 13),
];

/// Reads what follows the key: identifiers, which are passed over, and the extensions of version 3.
pub(super) fn of_certificate(reader: &mut Reader<'_>, version: i64) -> Result<Extensions, CertificateError> {
    const FAULT: CertificateError = Malformed("x509: malformed extensions");
    let mut extensions = Extensions::default();
    reader
        .optional(context(1))
        .ok_or(Malformed("x509: malformed issuerUniqueID"))?;
    reader
        .optional(context(2))
        .ok_or(Malformed("x509: malformed subjectUniqueID"))?;
    if version < 3 {
        return Ok(extensions);
    }
    let Some(explicit) = reader.optional(context(3) | CONSTRUCTED).ok_or(FAULT)? else {
        return Ok(extensions);
    };
    let mut list = Reader::new(explicit).enter(SEQUENCE).ok_or(FAULT)?;
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    while !list.is_empty() {
        let extension = extension(&mut list)?;
        let id = extension.id.to_string();
        if !seen.insert(id.clone()) {
            return Err(CertificateError::DuplicateExtension { id });
        }
        all.push(extension);
    }
    for extension in &all {
        extensions.list.push(extension.to_value());
    }
    for extension in &all {
        let is_handled = extensions.read(extension)?;
        if extension.is_critical && !is_handled {
            extensions.unhandled_critical.push(extension.id.to_value());
        }
    }
    Ok(extensions)
}

pub(super) fn extension<'a>(list: &mut Reader<'a>) -> Result<Extension<'a>, CertificateError> {
    let mut extension = list
        .enter(SEQUENCE)
        .ok_or(Malformed("x509: malformed extension"))?;
    let id = extension
        .oid()
        .ok_or(Malformed("x509: malformed extension OID field"))?;
    let is_critical = if extension.starts_with(BOOLEAN) {
        extension
            .boolean()
            .ok_or(Malformed("x509: malformed extension critical field"))?
    } else {
        false
    };
    let value = extension
        .read(OCTET_STRING)
        .ok_or(Malformed("x509: malformed extension value field"))?;
    Ok(Extension {
        id,
        is_critical,
        value,
    })
}

impl Extension<'_> {
    pub(super) fn to_value(&self) -> Value {
        object([
            ("Id", self.id.to_value()),
            ("Critical", Value::Bool(self.is_critical)),
            ("Value", bytes_value(self.value)),
        ])
    }
}

impl Extensions {
    /// Reads one extension and tells whether it is a known one.
    fn read(&mut self, extension: &Extension<'_>) -> Result<bool, CertificateError> {
        let value = extension.value;
        if extension.id.0 == AUTHORITY_INFORMATION {
            if extension.is_critical {
                return Err(Malformed(
                    "x509: authority info access incorrectly marked critical",
                ));
            }
            self.authority_information(value)
                .ok_or(Malformed("x509: invalid authority info access"))?;
            return Ok(true);
        }
        let [2, 5, 29, arc] = extension.id.0[..] else {
            return Ok(false);
        };
        match arc {
            14 if extension.is_critical => {
                return Err(Malformed(
                    "x509: subject key identifier incorrectly marked critical",
                ));
            }
            14 => {
                let key = Reader::new(value).read(OCTET_STRING);
                let key = key.ok_or(Malformed("x509: invalid subject key identifier"))?;
                self.subject_key = Some(key.to_vec());
            }
            15 => self.key_usage = key_usage(value).ok_or(Malformed("x509: invalid key usage"))?,
            17 => {
                self.names = other_names(value)?;
                return Ok(!self.names.is_empty());
            }
            19 => {
                let constraints = basic_constraints(value);
                self.basic_constraints =
                    Some(constraints.ok_or(Malformed("x509: invalid basic constraints"))?);
            }
            30 => {
                let (constraints, is_whole) = constraints::constraints(value, extension.is_critical)?;
                self.constraints = constraints;
                return Ok(is_whole);
            }
            31 => self
                .distribution_points(value)
                .ok_or(Malformed("x509: invalid CRL distribution point"))?,
            32 => {
                let policies = policies(value);
                self.policies = Some(policies.ok_or(Malformed("x509: invalid certificate policies"))?);
            }
            33 => self
                .policy_mappings(value)
                .ok_or(Malformed("x509: invalid policy mappings extension"))?,
            35 if extension.is_critical => {
                return Err(Malformed(
                    "x509: authority key identifier incorrectly marked critical",
                ));
            }
            35 => {
                let key = authority_key(value).ok_or(Malformed("x509: invalid authority key identifier"))?;
                self.authority_key = key.map(<[u8]>::to_vec);
            }
            36 => self
                .policy_constraints(value)
                .ok_or(Malformed("x509: invalid policy constraints extension"))?,
            37 => self
                .extended_usage(value)
                .ok_or(Malformed("x509: invalid extended key usages"))?,
            54 => {
                let number = Reader::new(value).small_integer();
                let number = number.ok_or(Malformed("x509: invalid inhibit any policy extension"))?;
                self.inhibit_any_policy = Some(number);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn authority_information(&mut self, value: &[u8]) -> Option<()> {
        let mut list = Reader::new(value).enter(SEQUENCE)?;
        while !list.is_empty() {
            let mut access = list.enter(SEQUENCE)?;
            let method = access.oid()?;
            if !access.starts_with(context(6)) {
                continue;
            }
            let place = text(access.read(context(6))?);
            if method.0 == OCSP {
                self.ocsp_servers.push(place);
            } else if method.0 == ISSUERS {
                self.issuer_urls.push(place);
            }
        }
        Some(())
    }

    fn distribution_points(&mut self, value: &[u8]) -> Option<()> {
        let mut list = Reader::new(value).enter(SEQUENCE)?;
        while !list.is_empty() {
            let mut point = list.enter(SEQUENCE)?;
            let Some(name) = point.optional(context(0) | CONSTRUCTED)? else {
                continue;
            };
            let mut names = Reader::new(name).enter(context(0) | CONSTRUCTED)?;
            while names.starts_with(context(6)) {
                self.distribution_points.push(text(names.read(context(6))?));
            }
        }
        Some(())
    }

    fn policy_mappings(&mut self, value: &[u8]) -> Option<()> {
        let mut list = Reader::new(value).enter(SEQUENCE)?;
        while !list.is_empty() {
            let mut pair = list.enter(SEQUENCE)?;
            let (issuer, subject) = (pair.oid()?, pair.oid()?);
            self.policy_mappings.push(object([
                ("IssuerDomainPolicy", Value::from(issuer.to_string())),
                ("SubjectDomainPolicy", Value::from(subject.to_string())),
            ]));
        }
        Some(())
    }

    fn policy_constraints(&mut self, value: &[u8]) -> Option<()> {
        let mut sequence = Reader::new(value).enter(SEQUENCE)?;
        let mut field = |number: u8| -> Option<Option<i64>> {
            match sequence.optional(context(number))? {
                Some(bytes) => super::der::integer(bytes)?.to_i64().map(Some),
                None => Some(None),
            }
        };
        self.require_explicit_policy = field(0)?;
        self.inhibit_policy_mapping = field(1)?;
        Some(())
    }

    fn extended_usage(&mut self, value: &[u8]) -> Option<()> {
        for id in name::oids(value)? {
            match USAGES.iter().find(|(known, _)| *known == id.0) {
                Some((_, usage)) => self.extended_usages.push(number(*usage)),
                None => self.unknown_extended_usages.push(id.to_value()),
            }
        }
        Some(())
    }

    pub(super) fn insert_into(self, map: &mut Map) {
        let bytes = |bytes: Option<Vec<u8>>| bytes.map_or(Value::Null, |bytes| bytes_value(&bytes));
        let (is_authority, longest_path) = match &self.basic_constraints {
            Some(constraints) => (constraints.is_authority, constraints.longest_path),
            None => (false, 0),
        };
        let has_constraints = self.basic_constraints.is_some();
        map.insert("KeyUsage", number(self.key_usage));
        map.insert("Extensions", list_or_null(self.list));
        map.insert("ExtraExtensions", Value::Null);
        map.insert(
            "UnhandledCriticalExtensions",
            list_or_null(self.unhandled_critical),
        );
        map.insert("ExtKeyUsage", list_or_null(self.extended_usages));
        map.insert("UnknownExtKeyUsage", list_or_null(self.unknown_extended_usages));
        map.insert("BasicConstraintsValid", Value::Bool(has_constraints));
        map.insert("IsCA", Value::Bool(is_authority));
        map.insert("MaxPathLen", number(longest_path));
        map.insert(
            "MaxPathLenZero",
            Value::Bool(has_constraints && longest_path == 0),
        );
        map.insert("SubjectKeyId", bytes(self.subject_key));
        map.insert("AuthorityKeyId", bytes(self.authority_key));
        map.insert("OCSPServer", list_or_null(self.ocsp_servers));
        map.insert("IssuingCertificateURL", list_or_null(self.issuer_urls));
        self.names.insert_into(map);
        self.constraints.insert_into(map);
        map.insert("CRLDistributionPoints", list_or_null(self.distribution_points));
        // The identifiers are an empty list where the policies are null: so Go makes them.
        let identifiers = self.policies.as_ref().map(|policies| {
            let identifiers: List = policies.iter().map(Oid::to_value).collect();
            Value::List(identifiers)
        });
        map.insert("PolicyIdentifiers", identifiers.unwrap_or_default());
        let policies = self.policies.unwrap_or_default();
        let policies = policies.iter().map(|policy| Value::from(policy.to_string()));
        map.insert("Policies", list_or_null(policies.collect()));
        for (field, zero, written) in [
            (
                "InhibitAnyPolicy",
                "InhibitAnyPolicyZero",
                self.inhibit_any_policy,
            ),
            (
                "InhibitPolicyMapping",
                "InhibitPolicyMappingZero",
                self.inhibit_policy_mapping,
            ),
            (
                "RequireExplicitPolicy",
                "RequireExplicitPolicyZero",
                self.require_explicit_policy,
            ),
        ] {
            map.insert(field, number(written.unwrap_or_default()));
            map.insert(zero, Value::Bool(written == Some(0)));
        }
        map.insert("PolicyMappings", list_or_null(self.policy_mappings));
    }
}

impl OtherNames {
    fn is_empty(&self) -> bool {
        self.dns.is_empty() && self.email.is_empty() && self.addresses.is_empty() && self.urls.is_empty()
    }

    pub(super) fn insert_into(self, map: &mut Map) {
        map.insert("DNSNames", list_or_null(self.dns));
        map.insert("EmailAddresses", list_or_null(self.email));
        map.insert("IPAddresses", list_or_null(self.addresses));
        map.insert("URIs", list_or_null(self.urls));
    }
}

fn key_usage(value: &[u8]) -> Option<i64> {
    let bits = Reader::new(value).bit_string()?;
    Some(
        (0..9)
            .map(|position| i64::from(bits.bit(position)) << position)
            .sum(),
    )
}

fn basic_constraints(value: &[u8]) -> Option<BasicConstraints> {
    let mut sequence = Reader::new(value).enter(SEQUENCE)?;
    let is_authority = if sequence.starts_with(BOOLEAN) {
        sequence.boolean()?
    } else {
        false
    };
    let longest_path = if sequence.starts_with(INTEGER) {
        let length = sequence.integer()?;
        if length.sign() == Sign::Minus {
            return None;
        }
        length.to_i64()?
    } else {
        -1
    };
    Some(BasicConstraints {
        is_authority,
        longest_path,
    })
}

#[expect(clippy::option_option, reason = "broken and absent are different things")]
fn authority_key(value: &[u8]) -> Option<Option<&[u8]>> {
    Reader::new(value).enter(SEQUENCE)?.optional(context(0))
}

fn policies(value: &[u8]) -> Option<Vec<Oid>> {
    let mut list = Reader::new(value).enter(SEQUENCE)?;
    let mut seen = BTreeSet::new();
    let mut policies = Vec::new();
    while !list.is_empty() {
        let bytes = list.enter(SEQUENCE)?.read(OBJECT_IDENTIFIER)?;
        if !seen.insert(bytes) {
            return None;
        }
        policies.push(oid(bytes)?);
    }
    Some(policies)
}

/// The names in a subject alternative name; kinds that Go has no field for are passed over.
pub(super) fn other_names(value: &[u8]) -> Result<OtherNames, CertificateError> {
    let mut list = Reader::new(value)
        .enter(SEQUENCE)
        .ok_or(Malformed("x509: invalid subject alternative names"))?;
    let mut names = OtherNames::default();
    while !list.is_empty() {
        let element = list
            .any()
            .ok_or(Malformed("x509: invalid subject alternative name"))?;
        let ascii = |fault| {
            let text = std::str::from_utf8(element.contents).ok();
            text.filter(|text| text.is_ascii()).ok_or(Malformed(fault))
        };
        match element.tag ^ 0x80 {
            1 => names
                .email
                .push(ascii("x509: SAN rfc822Name is malformed")?.into()),
            2 => names.dns.push(ascii("x509: SAN dNSName is malformed")?.into()),
            6 => {
                let text = ascii("x509: SAN uniformResourceIdentifier is malformed")?;
                names.urls.push(url(text)?);
            }
            7 => names.addresses.push(address(element.contents)?),
            _ => (),
        }
    }
    Ok(names)
}

fn url(text: &str) -> Result<Value, CertificateError> {
    let fault = |fault: String| CertificateError::Value {
        text: format!("x509: cannot parse URI {}: {fault}", quote(text)),
    };
    let url = Url::parse(text).map_err(|error| fault(error.to_string()))?;
    if !url.host.is_empty() && !constraints::is_domain(&url.host) {
        return Err(fault("invalid domain".to_owned()));
    }
    // Go writes the fields of its struct; those of the user are hidden.
    let user = if url.has_user { object([]) } else { Value::Null };
    Ok(object([
        ("Scheme", Value::from(url.scheme)),
        ("Opaque", Value::from(url.opaque)),
        ("User", user),
        ("Host", Value::from(url.host)),
        ("Path", Value::from(url.path)),
        ("Fragment", Value::from(url.fragment)),
        ("RawQuery", Value::from(url.raw_query)),
        ("RawPath", Value::from(url.raw_path)),
        ("RawFragment", Value::from(url.raw_fragment)),
        ("ForceQuery", Value::Bool(url.has_empty_query)),
        ("OmitHost", Value::Bool(url.omits_host)),
    ]))
}

fn address(bytes: &[u8]) -> Result<Value, CertificateError> {
    match ip(bytes) {
        Some(address) => Ok(Value::from(address.to_canonical().to_string())),
        None => Err(CertificateError::Value {
            text: format!("x509: cannot parse IP address of length {}", bytes.len()),
        }),
    }
}

pub(super) fn ip(bytes: &[u8]) -> Option<IpAddr> {
    if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
        return Some(bytes.into());
    }
    <[u8; 16]>::try_from(bytes).ok().map(IpAddr::from)
}

/// Bytes as text, whatever they are.
fn text(bytes: &[u8]) -> Value {
    Value::from(sekisho_document::base64::text(bytes.to_vec()))
}
