//! The parts of a web address.

use std::sync::Arc;

use sekisho_cel::{Arguments, Entries, Example, Fault, Function, Map, Overload, Shape, Value};

use super::{SHAPE, UrlValue};
use crate::url::Url;

pub(super) const GET_ESCAPED_PATH: Function = Function {
    name: "getEscapedPath",
    overloads: &[Overload::method(
        "url_get_escaped_path",
        &[SHAPE],
        Shape::String,
        get_escaped_path,
    )],
    summary: "gives the path of an address with percent escapes",
    examples: &[Example {
        expression: "url('https://example.com/a b').getEscapedPath()",
        result: "'/a%20b'",
    }],
    ..Function::USUAL
};

pub(super) const GET_HOST: Function = Function {
    name: "getHost",
    overloads: &[Overload::method(
        "url_get_host",
        &[SHAPE],
        Shape::String,
        get_host,
    )],
    summary: "gives the host of an address with its port and, around IPv6 addresses, brackets",
    examples: &[Example {
        expression: "url('https://[::1]:80/').getHost()",
        result: "'[::1]:80'",
    }],
    ..Function::USUAL
};

pub(super) const GET_HOSTNAME: Function = Function {
    name: "getHostname",
    overloads: &[Overload::method(
        "url_get_hostname",
        &[SHAPE],
        Shape::String,
        get_hostname,
    )],
    summary: "gives the host of an address without port and brackets",
    examples: &[Example {
        expression: "url('https://[::1]:80/').getHostname()",
        result: "'::1'",
    }],
    ..Function::USUAL
};

pub(super) const GET_PORT: Function = Function {
    name: "getPort",
    overloads: &[Overload::method(
        "url_get_port",
        &[SHAPE],
        Shape::String,
        get_port,
    )],
    summary: "gives the port of an address, or an empty text",
    examples: &[Example {
        expression: "url('https://example.com:80/').getPort()",
        result: "'80'",
    }],
    ..Function::USUAL
};

pub(super) const GET_QUERY: Function = Function {
    name: "getQuery",
    overloads: &[Overload::method(
        "url_get_query",
        &[SHAPE],
        Shape::Map(&Shape::String, &Shape::List(&Shape::String)),
        get_query,
    )],
    summary: "gives the query of an address: a list of values for each key",
    examples: &[Example {
        expression: "url('https://example.com?q=1&q=2').getQuery()",
        result: "{'q': ['1', '2']}",
    }],
    ..Function::USUAL
};

pub(super) const GET_SCHEME: Function = Function {
    name: "getScheme",
    overloads: &[Overload::method(
        "url_get_scheme",
        &[SHAPE],
        Shape::String,
        get_scheme,
    )],
    summary: "gives the scheme of an address, or an empty text",
    examples: &[Example {
        expression: "url('HTTPS://example.com').getScheme()",
        result: "'https'",
    }],
    ..Function::USUAL
};

fn address<'r>(arguments: &'r Arguments<'_, '_>) -> Result<&'r Url, Fault> {
    Ok(&arguments.opaque::<UrlValue>(0)?.0)
}

fn get_escaped_path<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::from(address(arguments)?.escaped_path()))
}

fn get_host<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::text(address(arguments)?.host.as_str()))
}

fn get_hostname<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::text(address(arguments)?.hostname()))
}

fn get_port<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::text(address(arguments)?.port()))
}

fn get_query<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let pairs = address(arguments)?.query();
    arguments.meter.take_values(pairs.len().saturating_mul(3))?;
    let mut keys: Vec<(String, Vec<Value<'a>>)> = Vec::new();
    let mut sorted = pairs;
    sorted.sort_by(|(left, _), (right, _)| left.cmp(right));
    for (key, value) in sorted {
        arguments.meter.take(key.len() + value.len())?;
        match keys.last_mut() {
            Some((last, values)) if *last == key => values.push(Value::from(value)),
            _ => keys.push((key, vec![Value::from(value)])),
        }
    }
    let entries: Entries<'a> = keys
        .into_iter()
        .map(|(key, values)| (Value::from(key), Value::list(values)))
        .collect();
    Ok(Value::Map(Map::Shared(Arc::new(entries))))
}

fn get_scheme<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::text(address(arguments)?.scheme.as_str()))
}
