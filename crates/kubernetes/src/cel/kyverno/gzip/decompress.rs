//! `gzip.decompress`: the text of compressed bytes.

use flate2::{Crc, Decompress, FlushDecompress, Status};
use sekisho_cel::{Arguments, Example, Fault, Function, Meter, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "gzip.decompress",
    overloads: &[Overload::function(
        "gzip_decompress_bytes",
        &[Shape::Bytes],
        Shape::String,
        call,
    )],
    summary: "gives the text of bytes in the format of gzip",
    examples: &[Example {
        expression: "gzip.decompress(gzip.compress('web'))",
        result: "'web'",
    }],
    ..Function::USUAL
};

/// How much is decompressed before room is taken for it: a few bytes can become very many.
const STEP: usize = 16 << 10;

const HEADER: Fault = Fault::fixed("gzip: invalid header");
const CHECKSUM: Fault = Fault::fixed("gzip: invalid checksum");
const ENDS: Fault = Fault::fixed("unexpected EOF");
const NOTHING: Fault = Fault::fixed("EOF");

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::Bytes(bytes) = arguments.get(0).clone() else {
        return Err(arguments.no_overload());
    };
    let text = decompressed(bytes.as_slice(), arguments.meter)?;
    Ok(Value::from(match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }))
}

/// What the members of an archive hold, one after the other.
fn decompressed(bytes: &[u8], meter: &mut Meter) -> Result<Vec<u8>, Fault> {
    if bytes.is_empty() {
        return Err(NOTHING);
    }
    let mut made = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        rest = member(header(rest)?, &mut made, meter)?;
    }
    Ok(made)
}

/// What follows the header of a member.
fn header(bytes: &[u8]) -> Result<&[u8], Fault> {
    let (start, mut rest) = bytes.split_at_checked(10).ok_or(ENDS)?;
    let [0x1f, 0x8b, 8, flags, ..] = *start else {
        return Err(HEADER);
    };
    if flags & 4 != 0 {
        let (length, after) = rest.split_first_chunk::<2>().ok_or(ENDS)?;
        rest = after
            .get(usize::from(u16::from_le_bytes(*length))..)
            .ok_or(ENDS)?;
    }
    // A name and a comment end with a zero.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or(ENDS)?;
            rest = rest.get(end + 1..).ok_or(ENDS)?;
        }
    }
    if flags & 2 != 0 {
        let length = bytes.len() - rest.len();
        let (expected, after) = rest.split_first_chunk::<2>().ok_or(ENDS)?;
        let mut checksum = Crc::new();
        checksum.update(bytes.get(..length).unwrap_or_default());
        let low = checksum.sum() & 0xffff;
        if low != u32::from(u16::from_le_bytes(*expected)) {
            return Err(HEADER);
        }
        rest = after;
    }
    Ok(rest)
}

/// Appends what a member holds, and gives what follows it.
fn member<'b>(bytes: &'b [u8], made: &mut Vec<u8>, meter: &mut Meter) -> Result<&'b [u8], Fault> {
    let start = made.len();
    let mut inflater = Decompress::new(false);
    let mut rest = bytes;
    loop {
        meter.take(STEP)?;
        meter.step()?;
        made.reserve(STEP);
        let (read, written) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress_vec(rest, made, FlushDecompress::None);
        let used = usize::try_from(inflater.total_in() - read).unwrap_or(usize::MAX);
        rest = rest.get(used..).unwrap_or_default();
        let stands_still = used == 0 && inflater.total_out() == written;
        match status {
            Ok(Status::StreamEnd) => break,
            Ok(_) if rest.is_empty() && stands_still => return Err(ENDS),
            Ok(_) if !stands_still => (),
            Ok(_) | Err(_) => {
                let place = bytes.len() - rest.len();
                return Err(Fault::new(format!("flate: corrupt input before offset {place}")));
            }
        }
    }
    let (trailer, rest) = rest.split_first_chunk::<8>().ok_or(ENDS)?;
    let mut checksum = Crc::new();
    checksum.update(made.get(start..).unwrap_or_default());
    let expected = [checksum.sum().to_le_bytes(), checksum.amount().to_le_bytes()];
    match expected.as_flattened() == trailer {
        true => Ok(rest),
        false => Err(CHECKSUM),
    }
}
