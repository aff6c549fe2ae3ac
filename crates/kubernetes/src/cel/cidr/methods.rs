//! The parts of a range.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::ip::{self, IpValue};
use super::{CidrValue, SHAPE, SINCE};
use crate::address::Prefix;

pub(super) const IP: Function = Function {
    name: "ip",
    since: SINCE,
    overloads: &[
        Overload::method("cidr_ip", &[SHAPE], ip::SHAPE, address).costs(cost::of_operand, estimate::one)
    ],
    summary: "gives the address of a range as it was written",
    examples: &[Example {
        expression: "cidr('192.168.1.5/24').ip()",
        result: "ip('192.168.1.5')",
    }],
    ..Function::USUAL
};

pub(super) const MASKED: Function = Function {
    name: "masked",
    since: SINCE,
    overloads: &[Overload::method("cidr_masked", &[SHAPE], SHAPE, masked)],
    summary: "gives the same range with its first address",
    examples: &[Example {
        expression: "cidr('192.168.1.5/24').masked()",
        result: "cidr('192.168.1.0/24')",
    }],
    ..Function::USUAL
};

pub(super) const PREFIX_LENGTH: Function = Function {
    name: "prefixLength",
    since: SINCE,
    overloads: &[Overload::method(
        "cidr_prefix_length",
        &[SHAPE],
        Shape::Int,
        prefix_length,
    )],
    summary: "gives how many leading bits the addresses of a range share",
    examples: &[Example {
        expression: "cidr('192.168.0.0/24').prefixLength()",
        result: "24",
    }],
    ..Function::USUAL
};

fn prefix(arguments: &Arguments<'_, '_>) -> Result<Prefix, Fault> {
    Ok(arguments.opaque::<CidrValue>(0)?.0)
}

fn address<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::opaque(IpValue(prefix(arguments)?.address)))
}

fn masked<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::opaque(CidrValue(prefix(arguments)?.masked())))
}

fn prefix_length<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Int(prefix(arguments)?.length.into()))
}
