//! Answers of HTTP services.

use std::net::IpAddr;

use sekisho_cel::{Fault, Meter, Value};
use sekisho_document::Text;

use super::{Call, World, from_json};
use crate::certificate::{self, CertificateError};
use crate::url::Url;
use crate::{Answer, Question};

pub(super) fn get<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let headers = headers(call.get(2));
    ask(
        world,
        &Question::Response {
            method: "GET",
            url: call.text(1)?,
            headers: &headers,
            body: None,
        },
    )
}

pub(super) fn post<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    meter: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let headers = headers(call.get(3));
    if let Some(body) = call.get(2) {
        meter.take_whole(body)?;
    }
    let body = call.get(2).and_then(Value::to_document);
    ask(
        world,
        &Question::Response {
            method: "POST",
            url: call.text(1)?,
            headers: &headers,
            body: body.as_ref(),
        },
    )
}

/// Offline there is no other client: whoever asks for one with recorded answers gets a value that the
/// language can not hold.
pub(super) fn client<'a>(
    _: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let pem = call.text(1)?;
    let is_certificate = matches!(certificate::decode(pem), Ok(_) | Err(CertificateError::NotRsa));
    Err(match pem.is_empty() || is_certificate {
        true => Fault::fixed("unsupported conversion to ref.Val: (*libs.mockAwareHTTPContext)"),
        false => Fault::fixed("request failed: failed to parse PEM CA bundle for APICall"),
    })
}

fn ask<'a>(world: &World<'_>, question: &Question<'_>) -> Result<Option<Value<'a>>, Fault> {
    let Question::Response { method, url, .. } = question else {
        return Err(world.nobody_answers(question));
    };
    match world.ask(question) {
        Answer::Is(value) => Ok(Some(from_json(&value))),
        Answer::Absent => Ok(None),
        Answer::Failed(cause) => Err(Fault::new(format!("request failed: {cause}"))),
        Answer::Unknown if world.namespace.is_some() => Err(Fault::new(format!(
            "http calls are not allowed in namespaced policies: {url}"
        ))),
        Answer::Unknown => Err(match refusal(method, url) {
            Some(cause) => Fault::new(format!("request failed: {cause}")),
            None => world.nobody_answers(question),
        }),
    }
}

fn headers(value: Option<&Value<'_>>) -> Vec<(Text, Text)> {
    let Some(map) = value.and_then(Value::as_map) else {
        return Vec::new();
    };
    let text = |value: &Value<'_>| value.as_str().map(Text::new);
    map.iter()
        .filter_map(|(name, value)| Some((text(&name)?, text(&value)?)))
        .collect()
}

/// Hosts that no policy may call: they tell the secrets of machines.
const REFUSED_HOSTS: &[&str] = &["169.254.169.254", "metadata.google.internal"];

/// Addresses that no policy may call: the machine itself, its neighbours, private networks.
const REFUSED_RANGES: &[(&str, u8)] = &[
    ("127.0.0.0", 8),
    ("10.0.0.0", 8),
    ("172.16.0.0", 12),
    ("192.168.0.0", 16),
    ("169.254.0.0", 16),
    ("0.0.0.0", 8),
    ("::1", 128),
    ("fc00::", 7),
    ("fe80::", 10),
];

/// Why a URL is not called, if it is known without calling it. Whoever makes the calls must ask this first,
/// and again for the addresses that a name stands for.
#[must_use]
pub fn refusal(method: &str, url: &str) -> Option<String> {
    let parsed = match Url::parse(url) {
        Ok(parsed) => parsed,
        Err(error) => return Some(error.to_string()),
    };
    let host = parsed.hostname();
    if REFUSED_HOSTS.contains(&host.to_ascii_lowercase().as_str()) {
        return Some(format!(
            "URL \"{url}\" is blocked: hostname \"{host}\" is on the blocklist"
        ));
    }
    let mut name = method.to_ascii_lowercase();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let failed = |cause: String| Some(format!("request failed: {name} \"{}\": {cause}", escaped(url)));
    let port = match parsed.scheme.as_str() {
        "http" => "80",
        "https" => "443",
        other => return failed(format!("unsupported protocol scheme \"{other}\"")),
    };
    if host.is_empty() {
        return failed("http: no Host in request URL".to_owned());
    }
    let address: IpAddr = host.parse().ok()?;
    let mut ranges = REFUSED_RANGES.iter();
    let (start, length) = ranges.find(|(start, length)| is_within(address, start, *length))?;
    let connection = match parsed.host.rsplit_once(':') {
        Some((_, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            parsed.host.clone()
        }
        _ => format!("{}:{port}", parsed.host),
    };
    failed(format!(
        "connection to {connection} blocked: IP {address} falls in blocked range {start}/{length}"
    ))
}

fn is_within(address: IpAddr, start: &str, length: u8) -> bool {
    let shares = |a: u128, b: u128, width: u32| {
        let rest = width.saturating_sub(u32::from(length));
        a.checked_shr(rest).unwrap_or(0) == b.checked_shr(rest).unwrap_or(0)
    };
    match (address.to_canonical(), start.parse()) {
        (IpAddr::V4(address), Ok(IpAddr::V4(start))) => {
            shares(u128::from(address.to_bits()), u128::from(start.to_bits()), 32)
        }
        (IpAddr::V6(address), Ok(IpAddr::V6(start))) => shares(address.to_bits(), start.to_bits(), 128),
        _ => false,
    }
}

/// A URL as it is written on the wire.
fn escaped(url: &str) -> String {
    let mut text = String::with_capacity(url.len());
    for byte in url.bytes() {
        match byte {
            b'!'..=b'~' if !b"\"<>\\^`{|}".contains(&byte) => text.push(char::from(byte)),
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}
