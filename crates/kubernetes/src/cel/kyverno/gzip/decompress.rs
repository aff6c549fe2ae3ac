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

/// How much is decompressed at once before room is taken for it: a few bytes can become very many.
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
    let mut step = vec![0; STEP];
    let mut rest = bytes;
    loop {
        meter.step()?;
        let (read, written) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress(rest, &mut step, FlushDecompress::None);
        let length = |before: u64, after: u64| usize::try_from(after - before).unwrap_or(usize::MAX);
        let used = length(read, inflater.total_in());
        let fresh = step
            .get(..length(written, inflater.total_out()))
            .unwrap_or_default();
        meter.take(fresh.len())?;
        made.extend_from_slice(fresh);
        rest = rest.get(used..).unwrap_or_default();
        let stands_still = used == 0 && fresh.is_empty();
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

#[cfg(test)]
mod tests {
    use sekisho_cel::{Limits, Stopped};

    use super::*;

    /// `hello`, without name and time.
    const HELLO: &[u8] =
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xcaH\xcd\xc9\xc9\x07\x04\0\0\xff\xff\x86\xa6\x106\x05\0\0\0";

    fn text(bytes: &[u8]) -> Result<String, String> {
        let mut meter = Meter::new(Limits::STANDARD, None);
        decompressed(bytes, &mut meter)
            .map(|made| String::from_utf8_lossy(&made).into_owned())
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn members_are_read_one_after_the_other() {
        let named = [&HELLO[..3], &[8], &HELLO[4..10], b"name\0", &HELLO[10..]].concat();
        for (bytes, expected) in [
            (HELLO.to_vec(), "hello"),
            ([HELLO, HELLO].concat(), "hellohello"),
            (named, "hello"),
        ] {
            assert_eq!(text(&bytes).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn broken_bytes_are_refused_in_the_words_of_go() {
        let with = |position: usize, byte: u8| {
            let mut bytes = HELLO.to_vec();
            bytes[position] = byte;
            bytes
        };
        for (bytes, expected) in [
            (Vec::new(), "EOF"),
            (b"\x1f".to_vec(), "unexpected EOF"),
            (b"no archive at all".to_vec(), "gzip: invalid header"),
            (with(2, 7), "gzip: invalid header"),
            (HELLO[..14].to_vec(), "unexpected EOF"),
            (HELLO[..25].to_vec(), "unexpected EOF"),
            (with(22, 0), "gzip: invalid checksum"),
            ([HELLO, b"rest of the bytes"].concat(), "gzip: invalid header"),
        ] {
            assert_eq!(text(&bytes), Err(expected.to_owned()), "{bytes:?}");
        }
        assert!(text(&with(10, 0xff)).is_err_and(|fault| fault.starts_with("flate: corrupt input before")));
    }

    #[test]
    fn a_bomb_stops_where_the_room_ends() {
        let mut bomb = super::super::compress::archive(&vec![0; 8 << 20]);
        assert!(bomb.len() < 64 << 10, "{}", bomb.len());
        let limits = Limits {
            room: 1 << 20,
            ..Limits::STANDARD
        };
        let mut meter = Meter::new(limits, None);
        let fault = decompressed(&bomb, &mut meter).map(|made| made.len());
        assert_eq!(fault, Err(Fault::Stopped(Stopped::Room)));
        bomb.truncate(bomb.len() / 2);
        assert_eq!(text(&bomb), Err("unexpected EOF".to_owned()));
    }
}
