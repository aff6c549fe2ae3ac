//! From when until when a certificate is valid.

use sekisho_document::Value;

use super::CertificateError::{self, Malformed};
use super::der::{GENERALIZED_TIME, Reader, SEQUENCE, UTC_TIME};
use crate::time::Time;

pub(super) fn validity(reader: &mut Reader<'_>) -> Result<(Value, Value), CertificateError> {
    let mut validity = reader
        .enter(SEQUENCE)
        .ok_or(Malformed("x509: malformed validity"))?;
    Ok((moment(&mut validity)?, moment(&mut validity)?))
}

/// A moment in RFC 3339.
fn moment(reader: &mut Reader<'_>) -> Result<Value, CertificateError> {
    let time = if reader.starts_with(UTC_TIME) {
        reader
            .read(UTC_TIME)
            .and_then(utc)
            .ok_or(Malformed("x509: malformed UTCTime"))?
    } else if reader.starts_with(GENERALIZED_TIME) {
        reader
            .read(GENERALIZED_TIME)
            .and_then(generalized)
            .ok_or(Malformed("x509: malformed GeneralizedTime"))?
    } else {
        return Err(Malformed("x509: unsupported time format"));
    };
    Ok(time.rfc3339().into())
}

/// A year of two digits lies between 1950 and 2049. The seconds may be left out.
fn utc(bytes: &[u8]) -> Option<Time> {
    let text = std::str::from_utf8(bytes).ok()?;
    let century = if text.get(..2)? < "50" { "20" } else { "19" };
    let text = format!("{century}{text}");
    exactly("20060102150405Z0700", &text).or_else(|| exactly("200601021504Z0700", &text))
}

fn generalized(bytes: &[u8]) -> Option<Time> {
    exactly("20060102150405Z0700", std::str::from_utf8(bytes).ok()?)
}

/// A moment whose text in the layout is the very text that was read.
fn exactly(layout: &str, text: &str) -> Option<Time> {
    let time = Time::parse(layout, text).ok()?;
    (time.format(layout) == text).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_strict() {
        for (text, expected) in [
            ("491231235959Z", Some("2049-12-31T23:59:59Z")),
            ("500101000000Z", Some("1950-01-01T00:00:00Z")),
            ("2401010000Z", Some("2024-01-01T00:00:00Z")),
            ("240101000000+0100", Some("2024-01-01T00:00:00+01:00")),
            ("240101000000+0000", None),
            ("240101000000.5Z", None),
            ("240101", None),
        ] {
            assert_eq!(
                utc(text.as_bytes()).map(|time| time.rfc3339()).as_deref(),
                expected,
                "{text}"
            );
        }
        assert_eq!(
            generalized(b"20500101000000Z").unwrap().rfc3339(),
            "2050-01-01T00:00:00Z"
        );
    }
}
