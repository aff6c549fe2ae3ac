//! `gzip.compress`: a text as compressed bytes.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::super::go;
use super::deflate::deflate;

pub(super) const FUNCTION: Function = Function {
    name: "gzip.compress",
    overloads: &[Overload::function(
        "gzip_compress_dyn",
        &[Shape::Dyn],
        Shape::Bytes,
        call,
    )],
    summary: "gives a text as bytes in the format of gzip, those that Go's own writer makes",
    examples: &[Example {
        expression: "base64.encode(gzip.compress('a'))",
        result: "'H4sIAAAAAAAA/0oEBAAA//9DvrfoAQAAAA=='",
    }],
    ..Function::USUAL
};

/// No name, no time, no system.
const HEADER: &[u8] = &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::String(text) = arguments.get(0).clone() else {
        return Err(go::no_text(arguments.get(0)));
    };
    let bytes = text.as_str().as_bytes();
    // What can not be compressed grows a little, and the compressor remembers each place.
    arguments.meter.take(bytes.len().saturating_mul(2))?;
    arguments.meter.step_by(bytes.len())?;
    Ok(Value::bytes(archive(bytes)))
}

pub(super) fn archive(bytes: &[u8]) -> Vec<u8> {
    let mut archive = HEADER.to_vec();
    deflate(bytes, &mut archive);
    let mut checksum = flate2::Crc::new();
    checksum.update(bytes);
    archive.extend(checksum.sum().to_le_bytes());
    archive.extend(checksum.amount().to_le_bytes());
    archive
}
