//! What can be asked of an IP address.

use std::net::{IpAddr, Ipv4Addr};

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{IpValue, SHAPE, SINCE};

pub(super) const FAMILY: Function = Function {
    name: "family",
    since: SINCE,
    overloads: &[Overload::method("ip_family", &[SHAPE], Shape::Int, family)],
    summary: "gives 4 or 6, the version of the protocol that an IP address belongs to",
    examples: &[Example {
        expression: "ip('::1').family()",
        result: "6",
    }],
    ..Function::USUAL
};

pub(super) const IS_GLOBAL_UNICAST: Function = Function {
    name: "isGlobalUnicast",
    since: SINCE,
    overloads: &[Overload::method(
        "ip_is_global_unicast",
        &[SHAPE],
        Shape::Bool,
        is_global_unicast,
    )],
    summary: "tells whether an IP address may be that of one host beyond its own link, private addresses included",
    examples: &[Example {
        expression: "ip('10.0.0.1').isGlobalUnicast()",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_LINK_LOCAL_MULTICAST: Function = Function {
    name: "isLinkLocalMulticast",
    since: SINCE,
    overloads: &[Overload::method(
        "ip_is_link_local_multicast",
        &[SHAPE],
        Shape::Bool,
        is_link_local_multicast,
    )],
    summary: "tells whether an IP address is for many hosts on one link",
    examples: &[Example {
        expression: "ip('224.0.0.1').isLinkLocalMulticast()",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_LINK_LOCAL_UNICAST: Function = Function {
    name: "isLinkLocalUnicast",
    since: SINCE,
    overloads: &[Overload::method(
        "ip_is_link_local_unicast",
        &[SHAPE],
        Shape::Bool,
        is_link_local_unicast,
    )],
    summary: "tells whether an IP address is for one host on one link",
    examples: &[Example {
        expression: "ip('169.254.1.1').isLinkLocalUnicast()",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_LOOPBACK: Function = Function {
    name: "isLoopback",
    since: SINCE,
    overloads: &[Overload::method(
        "ip_is_loopback",
        &[SHAPE],
        Shape::Bool,
        is_loopback,
    )],
    summary: "tells whether an IP address leads to the host itself",
    examples: &[Example {
        expression: "ip('127.0.0.1').isLoopback()",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_UNSPECIFIED: Function = Function {
    name: "isUnspecified",
    since: SINCE,
    overloads: &[Overload::method(
        "ip_is_unspecified",
        &[SHAPE],
        Shape::Bool,
        is_unspecified,
    )],
    summary: "tells whether an IP address is `0.0.0.0` or `::`",
    examples: &[Example {
        expression: "ip('::').isUnspecified()",
        result: "true",
    }],
    ..Function::USUAL
};

fn address(arguments: &Arguments<'_, '_>) -> Result<IpAddr, Fault> {
    Ok(arguments.opaque::<IpValue>(0)?.0)
}

fn family<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Int(match address(arguments)? {
        IpAddr::V4(_) => 4,
        IpAddr::V6(_) => 6,
    }))
}

fn is_global_unicast<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let address = address(arguments)?;
    let is_other = address.is_unspecified()
        || address == Ipv4Addr::BROADCAST
        || address.is_loopback()
        || address.is_multicast()
        || is_of_one_link(address);
    Ok(Value::Bool(!is_other))
}

fn is_link_local_multicast<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(match address(arguments)? {
        IpAddr::V4(address) => matches!(address.octets(), [224, 0, 0, _]),
        IpAddr::V6(address) => address.segments().first().is_some_and(|it| it & 0xff0f == 0xff02),
    }))
}

fn is_link_local_unicast<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(is_of_one_link(address(arguments)?)))
}

fn is_of_one_link(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    }
}

fn is_loopback<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(address(arguments)?.is_loopback()))
}

fn is_unspecified<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(address(arguments)?.is_unspecified()))
}
