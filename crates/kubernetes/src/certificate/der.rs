//! Reading DER: one element after another, nothing but the shortest forms.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sekisho_document::{List, Value};

use super::number;

pub(super) const BOOLEAN: u8 = 0x01;
pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const UTC_TIME: u8 = 0x17;
pub(super) const GENERALIZED_TIME: u8 = 0x18;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;

/// The bit of a tag whose contents are elements.
pub(super) const CONSTRUCTED: u8 = 0x20;

/// A tag that only its context gives a meaning.
pub(super) const fn context(number: u8) -> u8 {
    0x80 | number
}

/// What is left to read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) tag: u8,
    pub(super) contents: &'a [u8],
    /// With tag and length.
    pub(super) whole: &'a [u8],
}

/// Bits, the first one the highest of the first byte.
pub(super) struct BitString<'a> {
    bytes: &'a [u8],
    /// How many bits of the last byte do not count.
    unused: u8,
}

/// The arcs of an object identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Oid(pub(super) Vec<u32>);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next element, whatever it is.
    pub(super) fn any(&mut self) -> Option<Element<'a>> {
        let (&tag, rest) = self.rest.split_first()?;
        let (&short, rest) = rest.split_first()?;
        // Tags above 30 take further bytes; no certificate has one.
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (length, rest) = if short < 0x80 {
            (usize::from(short), rest)
        } else {
            let count = usize::from(short & 0x7f);
            if !(1..=4).contains(&count) {
                return None;
            }
            let (digits, rest) = rest.split_at_checked(count)?;
            let length = digits
                .iter()
                .fold(0_u64, |sum, digit| sum << 8 | u64::from(*digit));
            let is_shortest = length >= 128 && digits.first() != Some(&0);
            (usize::try_from(length).ok().filter(|_| is_shortest)?, rest)
        };
        let (contents, after) = rest.split_at_checked(length)?;
        let whole = self.rest.get(..self.rest.len() - after.len())?;
        self.rest = after;
        Some(Element { tag, contents, whole })
    }

    pub(super) fn starts_with(&self, tag: u8) -> bool {
        self.rest.first() == Some(&tag)
    }

    pub(super) fn element(&mut self, tag: u8) -> Option<Element<'a>> {
        if !self.starts_with(tag) {
            return None;
        }
        self.any()
    }

    pub(super) fn read(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.element(tag).map(|element| element.contents)
    }

    /// A reader of what an element holds.
    pub(super) fn enter(&mut self, tag: u8) -> Option<Reader<'a>> {
        self.read(tag).map(Reader::new)
    }

    /// The contents of an element that may be left out. The outer nothing is a broken element.
    #[expect(clippy::option_option, reason = "broken and absent are different things")]
    pub(super) fn optional(&mut self, tag: u8) -> Option<Option<&'a [u8]>> {
        if !self.starts_with(tag) {
            return Some(None);
        }
        self.read(tag).map(Some)
    }

    pub(super) fn boolean(&mut self) -> Option<bool> {
        match self.read(BOOLEAN)? {
            [0] => Some(false),
            [0xff] => Some(true),
            _ => None,
        }
    }

    pub(super) fn integer(&mut self) -> Option<BigInt> {
        integer(self.read(INTEGER)?)
    }

    pub(super) fn small_integer(&mut self) -> Option<i64> {
        self.integer()?.to_i64()
    }

    pub(super) fn bit_string(&mut self) -> Option<BitString<'a>> {
        let (&unused, bytes) = self.read(BIT_STRING)?.split_first()?;
        let last = bytes.last().copied();
        let is_clean = match last {
            Some(last) => unused <= 7 && last & ((1 << unused) - 1) == 0,
            None => unused == 0,
        };
        is_clean.then_some(BitString { bytes, unused })
    }

    pub(super) fn oid(&mut self) -> Option<Oid> {
        oid(self.read(OBJECT_IDENTIFIER)?)
    }
}

/// A number in two's complement, as short as possible.
pub(super) fn integer(bytes: &[u8]) -> Option<BigInt> {
    match bytes {
        [] | [0, 0..=0x7f, ..] | [0xff, 0x80..=0xff, ..] => None,
        _ => Some(BigInt::from_signed_bytes_be(bytes)),
    }
}

/// Arcs of up to 31 bits, as Go holds them.
pub(super) fn oid(bytes: &[u8]) -> Option<Oid> {
    let mut arcs = Vec::new();
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        if *first == 0x80 {
            return None;
        }
        let length = rest.iter().position(|byte| *byte < 0x80)? + 1;
        let (digits, after) = rest.split_at_checked(length)?;
        let arc = digits.iter().try_fold(0_u32, |arc, digit| {
            (arc < 1 << 24).then_some(arc << 7 | u32::from(digit & 0x7f))
        })?;
        if arcs.is_empty() {
            let root = (arc / 40).min(2);
            arcs.extend([root, arc - root * 40]);
        } else {
            arcs.push(arc);
        }
        rest = after;
    }
    (!arcs.is_empty()).then_some(Oid(arcs))
}

impl BitString<'_> {
    pub(super) fn bit(&self, position: usize) -> bool {
        let byte = self.bytes.get(position / 8).copied().unwrap_or_default();
        byte >> (7 - position % 8) & 1 == 1
    }

    /// The bytes moved down so that the last bit is the lowest.
    pub(super) fn right_aligned(&self) -> Vec<u8> {
        if self.unused == 0 {
            return self.bytes.to_vec();
        }
        let mut above = 0;
        let shift = |byte: &u8| {
            let moved = above << (8 - self.unused) | byte >> self.unused;
            above = *byte;
            moved
        };
        self.bytes.iter().map(shift).collect()
    }
}

impl Oid {
    /// The arcs as a list of numbers.
    pub(super) fn to_value(&self) -> Value {
        self.0
            .iter()
            .map(|arc| number(i64::from(*arc)))
            .collect::<List>()
            .into()
    }
}

impl std::fmt::Display for Oid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (position, arc) in self.0.iter().enumerate() {
            if position > 0 {
                f.write_str(".")?;
            }
            write!(f, "{arc}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shortest_forms_are_read() {
        for (bytes, expected) in [
            (&[0x02, 1, 5][..], Some(5)),
            (&[0x02, 2, 0, 0x80], Some(128)),
            (&[0x02, 1, 0xff], Some(-1)),
            (&[0x02, 2, 0, 5], None),
            (&[0x02, 2, 0xff, 0x80], None),
            (&[0x02, 0], None),
            (&[0x02, 0x81, 1, 5], None),
            (&[0x02, 0x80, 5, 0, 0], None),
            (&[0x02, 0x82, 0, 0x80], None),
            (&[0x02, 0x84, 0xff, 0xff, 0xff, 0xff, 1], None),
            (&[0x02, 5, 1], None),
            (&[0x1f, 1, 5], None),
            (&[], None),
        ] {
            assert_eq!(Reader::new(bytes).small_integer(), expected, "{bytes:02x?}");
        }
    }

    #[test]
    fn identifiers_have_arcs() {
        for (bytes, expected) in [
            (&[0x55, 4, 3][..], Some("2.5.4.3")),
            (&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d], Some("1.2.840.113549")),
            (&[0x88, 0x37, 3], Some("2.999.3")),
            (&[0x55, 0x80, 1], None),
            (&[0x55, 0x81], None),
            (&[0x55, 0x8f, 0xff, 0xff, 0xff, 0x7f], None),
            (&[], None),
        ] {
            assert_eq!(
                oid(bytes).map(|oid| oid.to_string()).as_deref(),
                expected,
                "{bytes:02x?}"
            );
        }
    }

    #[test]
    fn bits_are_aligned() {
        let mut reader = Reader::new(&[0x03, 3, 4, 0xab, 0xc0]);
        let bits = reader.bit_string().unwrap();
        assert_eq!(bits.right_aligned(), [0x0a, 0xbc]);
        assert!(bits.bit(0) && !bits.bit(1) && bits.bit(9) && !bits.bit(40));
        assert!(Reader::new(&[0x03, 2, 4, 0xab]).bit_string().is_none());
        assert!(Reader::new(&[0x03, 1, 1]).bit_string().is_none());
    }
}
