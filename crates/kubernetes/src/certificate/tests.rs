//! Certificates made with Go, against what Go's JSON writer makes of them.

use sekisho_document::Value;
use sekisho_document::json::{Rules, read};

use super::*;

/// Made-up certificates; the expected fields were written by Go.
const FULL: [&str; 2] = [
    include_str!("samples/full.pem"),
    include_str!("samples/full.json"),
];
const SMALL: [&str; 2] = [
    include_str!("samples/small.pem"),
    include_str!("samples/small.json"),
];
const REQUEST: [&str; 2] = [
    include_str!("samples/request.pem"),
    include_str!("samples/request.json"),
];
const ELLIPTIC: &str = include_str!("samples/elliptic.pem");

#[test]
fn fields_are_those_of_go() {
    for [pem, fields] in [FULL, SMALL, REQUEST] {
        let expected = read(fields.as_bytes(), Rules::GO).unwrap();
        let found = decode(pem).unwrap();
        for (key, value) in expected.as_map().unwrap() {
            assert_eq!(found.get(key), Some(value), "{key}");
        }
        for (key, _) in found.as_map().unwrap() {
            assert!(expected.get(key).is_some(), "{key} is not known to Go");
        }
    }
}

#[test]
fn other_texts_are_refused() {
    let elsewhere = ELLIPTIC.replace("CERTIFICATE", "PRIVATE KEY");
    for (text, expected) in [
        ("x", "failed to decode PEM block"),
        (
            elsewhere.as_str(),
            "PEM block neither contains certificate nor certificate request",
        ),
        (ELLIPTIC, "certificate should use rsa algorithm"),
        (
            "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n",
            "x509: malformed tbs certificate",
        ),
    ] {
        assert_eq!(decode(text).expect_err(expected).to_string(), expected);
    }
}

#[test]
fn broken_bytes_never_panic() {
    let whole = pem::first_block(FULL[0]).unwrap().bytes;
    for length in (0..whole.len()).step_by(3) {
        assert!(certificate(&whole[..length]).is_err());
    }
    for position in (0..whole.len()).step_by(3) {
        let mut bytes = whole.clone();
        let before = bytes[position];
        for byte in [0, before.wrapping_add(1), 0xff] {
            bytes[position] = byte;
            let _: Result<Value, _> = certificate(&bytes);
        }
    }
}
