//! `is_external_url`: whether an address leads out of private networks.

use std::net::IpAddr;

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::failed;
use crate::url::Url;

pub(super) const FUNCTION: Function = Function {
    name: "is_external_url",
    parameters: &[Parameter {
        name: "url",
        types: &[Type::String],
        summary: "a web address",
    }],
    returns: &[Type::Boolean],
    summary: "tells whether the host of an address is neither this machine nor in a private network",
    note: "determine if a URL points to an external network address",
    examples: &[
        Example {
            expression: "is_external_url('https://8.8.8.8:443')",
            result: "true",
        },
        Example {
            expression: "is_external_url('http://10.1.2.3/x')",
            result: "false",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let url = Url::parse(arguments.text(0)?).map_err(failed)?;
    let host = url.hostname();
    if let Ok(address) = host.parse() {
        return Ok((!is_internal(address)).into());
    }
    // A host name is external only if none of its addresses is internal.
    let addresses = arguments.world().addresses(host)?;
    Ok((!addresses.into_iter().any(is_internal)).into())
}

/// Loopback or private, also as an IPv4 address within IPv6.
fn is_internal(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}
