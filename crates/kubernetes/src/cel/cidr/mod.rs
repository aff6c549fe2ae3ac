//! Ranges of IP addresses: `10.0.0.0/8`.

mod cidr_of_text;
mod contains_cidr;
mod contains_ip;
mod is_cidr;
mod methods;
mod sizes;
mod string;

use std::any::Any;

use sekisho_cel::{Function, Library, Opaque, Release, Shape, Value};

use super::ip;
use crate::address::Prefix;

/// Ranges of IP addresses.
pub const CIDR: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    cidr_of_text::FUNCTION,
    contains_cidr::FUNCTION,
    contains_ip::FUNCTION,
    methods::IP,
    is_cidr::FUNCTION,
    methods::MASKED,
    methods::PREFIX_LENGTH,
    string::FUNCTION,
];

/// The name of the type.
pub(super) const TYPE: &str = "net.CIDR";
pub(super) const SHAPE: Shape = Shape::Opaque(TYPE);
const SINCE: Release = Release(30);

/// A range as a value of an expression.
#[derive(Debug, Clone, Copy)]
pub struct CidrValue(Prefix);

impl Opaque for CidrValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &CidrValue = other.as_opaque()?;
        Some(self.0 == other.0)
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }

    /// The bytes that its length covers.
    fn size(&self) -> u64 {
        u64::from(self.0.length).div_ceil(8)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reads a range.
fn read(text: &str) -> Result<Prefix, String> {
    const PREFIX: &str = "network address parse error during conversion from string";
    // The reference puts the same words in front twice.
    let prefix = Prefix::parse(text).map_err(|error| format!("{PREFIX}: {PREFIX}: {error}"))?;
    match ip::is_mapped(prefix.address) {
        true => Err(format!("{PREFIX}: {}", ip::mapped(text))),
        false => Ok(prefix),
    }
}
