//! Network addresses and ranges as Go's `net/netip` reads them, with its words for what is wrong.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use sekisho_document::print::quote;

/// An address, and the zone behind its `%`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address<'t> {
    pub(crate) address: IpAddr,
    pub(crate) zone: Option<&'t str>,
}

/// A range of addresses. The bits behind its length are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prefix {
    pub(crate) address: IpAddr,
    pub(crate) length: u8,
}

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AddressError<'t> {
    text: &'t str,
    fault: &'static str,
    at: &'t str,
}

/// Why a text is no range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PrefixError<'t> {
    NoSlash(&'t str),
    Address(&'t str, AddressError<'t>),
    Zone(&'t str),
    Bits(&'t str, &'t str),
    Length(&'t str),
}

impl<'t> Address<'t> {
    pub(crate) fn parse(text: &'t str) -> Result<Address<'t>, AddressError<'t>> {
        match text.find(['.', ':', '%']).and_then(|at| text.as_bytes().get(at)) {
            Some(b'.') => Ok(Address {
                address: fields(text, text)?.into(),
                zone: None,
            }),
            Some(b':') => address_of_groups(text),
            Some(_) => Err(error(text, "missing IPv6 address", "")),
            None => Err(error(text, "unable to parse IP", "")),
        }
    }
}

impl Prefix {
    pub(crate) fn parse(text: &str) -> Result<Prefix, PrefixError<'_>> {
        let Some((address, bits)) = text.rsplit_once('/') else {
            return Err(PrefixError::NoSlash(text));
        };
        let address = Address::parse(address).map_err(|error| PrefixError::Address(text, error))?;
        if address.zone.is_some() {
            return Err(PrefixError::Zone(text));
        }
        let is_plain = bits.len() <= 1 || bits.starts_with(|first| ('1'..='9').contains(&first));
        let digits = is_plain && !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
        let length: u64 = match bits.parse() {
            Ok(length) if digits => length,
            _ => return Err(PrefixError::Bits(text, bits)),
        };
        match u8::try_from(length) {
            Ok(length) if length <= most_bits(address.address) => Ok(Prefix {
                address: address.address,
                length,
            }),
            _ => Err(PrefixError::Length(text)),
        }
    }

    /// The same range with the bits behind its length cleared.
    pub(crate) fn masked(self) -> Prefix {
        Prefix {
            address: masked(self.address, self.length),
            ..self
        }
    }

    pub(crate) fn contains(self, address: IpAddr) -> bool {
        self.address.is_ipv4() == address.is_ipv4()
            && masked(address, self.length) == masked(self.address, self.length)
    }

    /// Whether every address of another range is in this one.
    pub(crate) fn contains_prefix(self, other: Prefix) -> bool {
        self.length <= other.length && self.contains(other.address)
    }
}

fn most_bits(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

fn masked(address: IpAddr, length: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32_u32.saturating_sub(length.into()));
            Ipv4Addr::from_bits(address.to_bits() & mask.unwrap_or_default()).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128_u32.saturating_sub(length.into()));
            Ipv6Addr::from_bits(address.to_bits() & mask.unwrap_or_default()).into()
        }
    }
}

fn error<'t>(text: &'t str, fault: &'static str, at: &'t str) -> AddressError<'t> {
    AddressError { text, fault, at }
}

/// Four numbers with points between; `text` is the whole that they are in, for messages.
fn fields<'t>(text: &'t str, numbers: &'t str) -> Result<Ipv4Addr, AddressError<'t>> {
    let mut octets = [0_u8; 4];
    let mut places = octets.iter_mut();
    let mut value: u32 = 0;
    let mut digits = 0;
    let mut before = None;
    for (at, byte) in numbers.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(error(text, "IPv4 field has octet with leading zero", ""));
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(error(text, "IPv4 field has value >255", ""));
                }
            }
            b'.' => {
                if at == 0 || at + 1 == numbers.len() || before == Some(b'.') {
                    let rest = numbers.get(at..).unwrap_or_default();
                    return Err(error(text, "IPv4 field must have at least one digit", rest));
                }
                if places.len() == 1 {
                    return Err(error(text, "IPv4 address too long", ""));
                }
                if let Some(place) = places.next() {
                    *place = u8::try_from(value).unwrap_or_default();
                }
                value = 0;
                digits = 0;
            }
            _ => {
                let rest = numbers.get(at..).unwrap_or_default();
                return Err(error(text, "unexpected character", rest));
            }
        }
        before = Some(byte);
    }
    if places.len() > 1 {
        return Err(error(text, "IPv4 address too short", ""));
    }
    if let Some(place) = places.next() {
        *place = u8::try_from(value).unwrap_or_default();
    }
    Ok(octets.into())
}

/// Groups of hexadecimal digits with colons between, perhaps an address of four numbers at the end.
fn address_of_groups(text: &str) -> Result<Address<'_>, AddressError<'_>> {
    let (mut rest, zone) = match text.split_once('%') {
        Some((_, "")) => return Err(error(text, "zone must be a non-empty string", "")),
        Some((address, zone)) => (address, Some(zone)),
        None => (text, None),
    };
    let mut groups: Vec<u16> = Vec::with_capacity(8);
    let mut gap = None;
    let made = |groups: [u16; 8]| Address {
        address: Ipv6Addr::from(groups).into(),
        zone,
    };
    if let Some(after) = rest.strip_prefix("::") {
        gap = Some(0);
        rest = after;
        if rest.is_empty() {
            return Ok(made([0; 8]));
        }
    }
    while groups.len() < 8 {
        let (group, length) = group(text, rest)?;
        let after = rest.get(length..).unwrap_or_default();
        if after.starts_with('.') {
            if gap.is_none() && groups.len() != 6 {
                let fault = "embedded IPv4 address must replace the final 2 fields of the address";
                return Err(error(text, fault, rest));
            }
            if groups.len() > 6 {
                let fault = "too many hex fields to fit an embedded IPv4 at the end of the address";
                return Err(error(text, fault, rest));
            }
            let bits = fields(text, rest)?.to_bits();
            groups.extend([(bits >> 16) as u16, (bits & 0xffff) as u16]);
            rest = "";
            break;
        }
        groups.push(group);
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(behind) = rest.strip_prefix(':') else {
            return Err(error(text, "unexpected character, want colon", rest));
        };
        if behind.is_empty() {
            return Err(error(text, "colon must be followed by more characters", rest));
        }
        rest = behind;
        if let Some(behind) = rest.strip_prefix(':') {
            if gap.is_some() {
                return Err(error(text, "multiple :: in address", rest));
            }
            gap = Some(groups.len());
            rest = behind;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(error(text, "trailing garbage after address", rest));
    }
    let missing = 8_usize.saturating_sub(groups.len());
    match gap {
        None if missing > 0 => return Err(error(text, "address string too short", "")),
        Some(_) if missing == 0 => {
            let fault = "the :: must expand to at least one field of zeros";
            return Err(error(text, fault, ""));
        }
        Some(gap) => {
            groups.splice(gap..gap, std::iter::repeat_n(0, missing));
        }
        None => (),
    }
    Ok(made(groups.try_into().unwrap_or_default()))
}

/// The group of digits that a text begins with, and how many there are.
fn group<'t>(text: &'t str, rest: &'t str) -> Result<(u16, usize), AddressError<'t>> {
    let mut group: u32 = 0;
    let mut length = 0;
    for digit in rest.chars().map_while(|letter| letter.to_digit(16)) {
        group = group << 4 | digit;
        if length > 3 {
            return Err(error(text, "each group must have 4 or less digits", rest));
        }
        length += 1;
    }
    if length == 0 {
        let fault = "each colon-separated field must have at least one digit";
        return Err(error(text, fault, rest));
    }
    Ok((u16::try_from(group).unwrap_or_default(), length))
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.length)
    }
}

impl fmt::Display for AddressError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseAddr({}): {}", quote(self.text), self.fault)?;
        match self.at {
            "" => Ok(()),
            at => write!(f, " (at {})", quote(at)),
        }
    }
}

impl fmt::Display for PrefixError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (PrefixError::NoSlash(text)
        | PrefixError::Address(text, _)
        | PrefixError::Zone(text)
        | PrefixError::Bits(text, _)
        | PrefixError::Length(text)) = self;
        write!(f, "netip.ParsePrefix({}): ", quote(text))?;
        match self {
            PrefixError::NoSlash(_) => f.write_str("no '/'"),
            PrefixError::Address(_, error) => error.fmt(f),
            PrefixError::Zone(_) => f.write_str("IPv6 zones cannot be present in a prefix"),
            PrefixError::Bits(_, bits) => write!(f, "bad bits after slash: {}", quote(bits)),
            PrefixError::Length(_) => f.write_str("prefix length out of range"),
        }
    }
}

impl std::error::Error for AddressError<'_> {}
impl std::error::Error for PrefixError<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_standard_library() {
        for text in [
            "127.0.0.1",
            "0.0.0.0",
            "::",
            "::1",
            "1::",
            "2001:DB8::1",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "64:ff9b::1.2.3.4",
            "1:2:3:4:5:6:1.2.3.4",
        ] {
            let parsed = Address::parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Ok(parsed.address), text.parse(), "{text}");
        }
        assert_eq!(Address::parse("fe80::1%eth0").unwrap().zone, Some("eth0"));
    }

    #[test]
    fn wrong_addresses_are_explained() {
        for (text, expected) in [
            ("", "unable to parse IP"),
            ("%eth0", "missing IPv6 address"),
            ("1.2.3", "IPv4 address too short"),
            ("1.2.3.4.5", "IPv4 address too long"),
            ("1..3.4", "IPv4 field must have at least one digit (at \".3.4\")"),
            ("1.2.3.", "IPv4 field must have at least one digit (at \".\")"),
            ("é.1.2.3", "unexpected character (at \"é.1.2.3\")"),
            ("::1%", "zone must be a non-empty string"),
            ("1:2", "address string too short"),
            ("::12345", "each group must have 4 or less digits (at \"12345\")"),
            ("1::2::3", "multiple :: in address (at \":3\")"),
            ("1:2:3:4:5:6:7:8:9", "trailing garbage after address (at \"9\")"),
            (
                "1:2:3:4::5:6:7:8",
                "the :: must expand to at least one field of zeros",
            ),
            ("1:", "colon must be followed by more characters (at \":\")"),
            ("::1x", "unexpected character, want colon (at \"x\")"),
            (
                "1:1.2.3.4",
                "embedded IPv4 address must replace the final 2 fields of the address (at \"1.2.3.4\")",
            ),
            (
                "::1:2:3:4:5:6:7:1.2.3.4",
                "too many hex fields to fit an embedded IPv4 at the end of the address (at \"1.2.3.4\")",
            ),
        ] {
            let error = Address::parse(text).expect_err(text).to_string();
            let expected = format!("ParseAddr({}): {expected}", quote(text));
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn ranges_contain_what_they_cover() {
        let prefix = |text| Prefix::parse(text).unwrap();
        assert_eq!(prefix("192.168.1.5/24").masked().to_string(), "192.168.1.0/24");
        assert_eq!(prefix("1.2.3.4/0").masked().to_string(), "0.0.0.0/0");
        assert_eq!(prefix("2001:db8::5/128").masked(), prefix("2001:db8::5/128"));
        for (outer, inner, contains) in [
            ("10.0.0.0/8", "10.1.0.0/16", true),
            ("10.0.0.0/8", "10.0.0.0/7", false),
            ("0.0.0.0/0", "2001:db8::/32", false),
            ("::/0", "1.2.3.4/32", false),
        ] {
            assert_eq!(prefix(outer).contains_prefix(prefix(inner)), contains, "{outer}");
        }
    }
}
