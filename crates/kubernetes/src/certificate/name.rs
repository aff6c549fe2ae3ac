//! The names of subjects and issuers, and the string types in them.

use sekisho_document::Value;

use super::CertificateError::{self, Malformed};
use super::der::{OBJECT_IDENTIFIER, Reader, SEQUENCE, SET};
use super::{list_or_null, object};

/// Attributes below 2.5.4 that Go collects into fields of their own, in the order of its struct.
const LISTS: &[(u32, &str)] = &[
    (6, "Country"),
    (10, "Organization"),
    (11, "OrganizationalUnit"),
    (7, "Locality"),
    (8, "Province"),
    (9, "StreetAddress"),
    (17, "PostalCode"),
];

/// Those of which only the last value is kept.
const TEXTS: &[(u32, &str)] = &[(5, "SerialNumber"), (3, "CommonName")];

/// A name from the contents of its sequence.
pub(super) fn name(contents: &[u8]) -> Result<Value, CertificateError> {
    let attributes = attributes(contents)?;
    let values = |arc: u32| {
        attributes
            .iter()
            .filter(move |attribute| attribute.id.0 == [2, 5, 4, arc])
            .map(|attribute| Value::from(attribute.value.as_str()))
    };
    let lists = LISTS
        .iter()
        .map(|(arc, field)| (*field, list_or_null(values(*arc).collect())));
    let texts = TEXTS
        .iter()
        .map(|(arc, field)| (*field, values(*arc).next_back().unwrap_or_else(|| "".into())));
    let names = attributes
        .iter()
        .map(|attribute| {
            let value = Value::from(attribute.value.as_str());
            object([("Type", attribute.id.to_value()), ("Value", value)])
        })
        .collect();
    let rest = [("Names", list_or_null(names)), ("ExtraNames", Value::Null)];
    Ok(object(lists.chain(texts).chain(rest)))
}

struct Attribute {
    id: super::der::Oid,
    value: String,
}

fn attributes(contents: &[u8]) -> Result<Vec<Attribute>, CertificateError> {
    let mut attributes = Vec::new();
    let mut sequence = Reader::new(contents);
    while !sequence.is_empty() {
        let mut set = sequence
            .enter(SET)
            .ok_or(Malformed("x509: invalid RDNSequence"))?;
        while !set.is_empty() {
            let mut pair = set
                .enter(SEQUENCE)
                .ok_or(Malformed("x509: invalid RDNSequence: invalid attribute"))?;
            let id = pair
                .oid()
                .ok_or(Malformed("x509: invalid RDNSequence: invalid attribute type"))?;
            let element = pair
                .any()
                .ok_or(Malformed("x509: invalid RDNSequence: invalid attribute value"))?;
            let value = string(element.tag, element.contents).map_err(|fault| CertificateError::Value {
                text: format!("x509: invalid RDNSequence: invalid attribute value: {fault}"),
            })?;
            attributes.push(Attribute { id, value });
        }
    }
    Ok(attributes)
}

/// A string of any of the types that names use; the errors are Go's words.
pub(super) fn string(tag: u8, bytes: &[u8]) -> Result<String, String> {
    let ascii = |is_allowed: fn(u8) -> bool, fault: &str| {
        if bytes.iter().all(|byte| is_allowed(*byte)) {
            Ok(bytes.iter().copied().map(char::from).collect())
        } else {
            Err(fault.to_owned())
        }
    };
    match tag {
        12 => String::from_utf8(bytes.to_vec()).map_err(|_| "invalid UTF-8 string".to_owned()),
        18 => ascii(
            |byte| byte.is_ascii_digit() || byte == b' ',
            "invalid NumericString",
        ),
        19 => ascii(is_printable, "invalid PrintableString"),
        // Taken for Latin-1, as everybody does.
        20 => Ok(bytes.iter().copied().map(char::from).collect()),
        22 => ascii(|byte| byte.is_ascii(), "invalid IA5String"),
        30 => two_byte_string(bytes).ok_or_else(|| "invalid BMPString".to_owned()),
        _ => Err(format!("unsupported string type: {tag}")),
    }
}

/// The printable characters, and two more that certificates have all the same: `*` and `&`.
fn is_printable(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"'()+,-./ :=?*&".contains(&byte)
}

fn two_byte_string(bytes: &[u8]) -> Option<String> {
    let bytes = match bytes {
        [before @ .., 0, 0] if before.len() % 2 == 0 => before,
        _ => bytes,
    };
    if bytes.len() % 2 != 0 {
        return None;
    }
    let character = |pair: &[u8]| {
        let code = pair.iter().fold(0_u32, |code, byte| code << 8 | u32::from(*byte));
        let is_reserved = matches!(code, 0xfdd0..=0xfdef | 0xfffe | 0xffff);
        char::from_u32(code).filter(|_| !is_reserved)
    };
    bytes.chunks(2).map(character).collect()
}

/// The identifiers in a sequence of them; nothing when it is broken.
pub(super) fn oids(bytes: &[u8]) -> Option<Vec<super::der::Oid>> {
    let mut sequence = Reader::new(bytes).enter(SEQUENCE)?;
    let mut oids = Vec::new();
    while !sequence.is_empty() {
        oids.push(super::der::oid(sequence.read(OBJECT_IDENTIFIER)?)?);
    }
    Some(oids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_all_types_are_read() {
        for (tag, bytes, expected) in [
            (12, "é".as_bytes(), Some("é")),
            (12, b"\xff", None),
            (18, b"12 3", Some("12 3")),
            (18, b"1a", None),
            (19, b"*.a&b", Some("*.a&b")),
            (19, b"a_b", None),
            (20, b"\xe9", Some("é")),
            (22, b"a@b", Some("a@b")),
            (22, b"\x80", None),
            (30, b"\0A\x20\xac\0\0", Some("A€")),
            (30, b"\xd8\0", None),
            (30, b"A", None),
            (4, b"A", None),
        ] {
            assert_eq!(string(tag, bytes).ok().as_deref(), expected, "{tag} {bytes:02x?}");
        }
    }
}
