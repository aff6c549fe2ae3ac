//! IP addresses.

mod ip_of_text;
mod is_canonical;
mod is_ip;
mod methods;
mod string;

use std::any::Any;
use std::net::IpAddr;

use sekisho_cel::{Function, Library, Opaque, Release, Shape, Value};
use sekisho_document::print::quote;

use crate::address::Address;

/// IP addresses.
pub const IP: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    methods::FAMILY,
    ip_of_text::FUNCTION,
    is_canonical::FUNCTION,
    methods::IS_GLOBAL_UNICAST,
    is_ip::FUNCTION,
    methods::IS_LINK_LOCAL_MULTICAST,
    methods::IS_LINK_LOCAL_UNICAST,
    methods::IS_LOOPBACK,
    methods::IS_UNSPECIFIED,
    string::FUNCTION,
];

/// The name of the type.
pub(super) const TYPE: &str = "net.IP";
pub(super) const SHAPE: Shape = Shape::Opaque(TYPE);
const SINCE: Release = Release(30);

/// An address as a value of an expression.
#[derive(Debug, Clone, Copy)]
pub struct IpValue(pub IpAddr);

impl Opaque for IpValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &IpValue = other.as_opaque()?;
        Some(self.0 == other.0)
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reads an address; zones and IPv4 addresses within IPv6 are refused.
pub(super) fn read(text: &str) -> Result<IpAddr, String> {
    let address = Address::parse(text).map_err(|error| {
        let text = quote(text);
        format!("IP Address {text} parse error during conversion from string: {error}")
    })?;
    if address.zone.is_some() {
        let text = quote(text);
        return Err(format!("IP address {text} with zone value is not allowed"));
    }
    match is_mapped(address.address) {
        true => Err(mapped(text)),
        false => Ok(address.address),
    }
}

pub(super) fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

pub(super) fn mapped(text: &str) -> String {
    format!("IPv4-mapped IPv6 address {} is not allowed", quote(text))
}
