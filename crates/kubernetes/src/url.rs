//! Web addresses as Go's `net/url` reads them.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use sekisho_document::print::quote;

/// An address taken apart, without percent escapes where the name does not say `raw`. Escaped bytes that
/// are no UTF-8 become U+FFFD.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url {
    pub scheme: String,
    /// What follows a scheme without a slash, such as `mailto:`.
    pub opaque: String,
    pub has_user: bool,
    /// User and password as they are printed.
    pub user: String,
    /// With the port.
    pub host: String,
    pub path: String,
    /// The path as written, where escaping the path again would give another text.
    pub raw_path: String,
    pub raw_query: String,
    pub fragment: String,
    /// The fragment as written, where escaping the fragment again would give another text.
    pub raw_fragment: String,
    /// Whether a `?` without a query was written.
    pub has_empty_query: bool,
    /// Whether there is a scheme and then a path, but no `//`.
    pub omits_host: bool,
}

/// Why a text is no address; the texts are Go's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlError {
    /// The text that was read, without a fragment unless that is wrong.
    pub text: String,
    pub fault: UrlFault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlFault {
    ControlCharacter,
    MissingScheme,
    ColonInFirstSegment,
    UserInfo,
    MissingBracket,
    IpLiteral,
    Address {
        host: String,
    },
    Port {
        port: String,
    },
    HostCharacter {
        character: String,
    },
    Escape {
        escape: String,
    },
    /// Of a request: there is nothing.
    Empty,
    /// Of a request: neither an absolute address nor an absolute path.
    NotAbsolute,
}

/// What an address is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Reference,
    /// The target of a request: absolute, without a fragment.
    Request,
}

impl Url {
    pub fn parse(text: &str) -> Result<Url, UrlError> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let fault_in = |text: &str| {
            let text = text.to_owned();
            move |fault| UrlError { text, fault }
        };
        let mut url = without_fragment(before, Use::Reference).map_err(fault_in(before))?;
        if !fragment.is_empty() {
            (url.fragment, url.raw_fragment) =
                unescaped_and_raw(fragment, Part::Fragment).map_err(fault_in(text))?;
        }
        Ok(url)
    }

    /// Whether a text may be the target of a request: an absolute address or an absolute path.
    pub fn check_request(text: &str) -> Result<(), UrlError> {
        let read = match text {
            "" => Err(UrlFault::Empty),
            _ => without_fragment(text, Use::Request),
        };
        match read {
            Ok(_) => Ok(()),
            Err(fault) => Err(UrlError {
                text: text.to_owned(),
                fault,
            }),
        }
    }

    /// The path with escapes: as written if that is right, else escaped anew.
    #[must_use]
    pub fn escaped_path(&self) -> String {
        escaped_again(&self.path, &self.raw_path, Part::Path)
    }

    /// The port, if one is written.
    #[must_use]
    pub fn port(&self) -> &str {
        self.host_and_port().1
    }

    /// Keys and values of the query, in the order of the text. Pairs that can not be read are left out.
    #[must_use]
    pub fn query(&self) -> Vec<(String, String)> {
        let pairs = self.raw_query.split('&');
        let pairs = pairs.filter(|pair| !pair.is_empty() && !pair.contains(';'));
        let read = |pair: &str| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((query_text(key)?, query_text(value)?))
        };
        pairs.filter_map(read).collect()
    }

    fn host_and_port(&self) -> (&str, &str) {
        let host = self.host.as_str();
        match host.rsplit_once(':') {
            Some((before, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (before, port),
            _ => (host, ""),
        }
    }

    /// The host without port and brackets.
    #[must_use]
    pub fn hostname(&self) -> &str {
        let (host, _) = self.host_and_port();
        host.strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
    }
}

fn without_fragment(text: &str, purpose: Use) -> Result<Url, UrlFault> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err(UrlFault::ControlCharacter);
    }
    let mut url = Url::default();
    if text == "*" {
        text.clone_into(&mut url.path);
        return Ok(url);
    }
    let (scheme, mut rest) = scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    if let Some(before) = rest.strip_suffix('?')
        && !before.contains('?')
    {
        url.has_empty_query = true;
        rest = before;
    } else if let Some((before, query)) = rest.split_once('?') {
        query.clone_into(&mut url.raw_query);
        rest = before;
    }
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            rest.clone_into(&mut url.opaque);
            return Ok(url);
        }
        if purpose == Use::Request {
            return Err(UrlFault::NotAbsolute);
        }
        if rest.split('/').next().is_some_and(|first| first.contains(':')) {
            return Err(UrlFault::ColonInFirstSegment);
        }
    }
    match rest.strip_prefix("//") {
        Some(after) if !scheme.is_empty() || purpose == Use::Reference && !after.starts_with('/') => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            let user;
            (user, url.host) = read_authority(&url.scheme, authority)?;
            url.has_user = user.is_some();
            url.user = user.unwrap_or_default();
            rest = path;
        }
        _ => url.omits_host = !scheme.is_empty() && rest.starts_with('/'),
    }
    (url.path, url.raw_path) = unescaped_and_raw(rest, Part::Path)?;
    Ok(url)
}

/// The scheme and what follows its colon; no scheme where something else comes before a colon.
fn scheme(text: &str) -> Result<(&str, &str), UrlFault> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let length = text.bytes().take_while(|byte| is_scheme(*byte)).count();
    match text.split_at_checked(length) {
        Some(("", rest)) if rest.starts_with(':') => Err(UrlFault::MissingScheme),
        Some((scheme, rest)) if scheme.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            Ok(rest.strip_prefix(':').map_or(("", text), |rest| (scheme, rest)))
        }
        _ => Ok(("", text)),
    }
}

fn read_authority(scheme: &str, authority: &str) -> Result<(Option<String>, String), UrlFault> {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    let host = read_host(scheme, host)?;
    let Some(user) = user else {
        return Ok((None, host));
    };
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    if !user.bytes().all(allowed) {
        return Err(UrlFault::UserInfo);
    }
    check(user, Part::User)?;
    let again = |text: &str| escaped(&unescaped_bytes(text), Part::User);
    let user = match user.split_once(':') {
        Some((name, password)) => format!("{}:{}", again(name), again(password)),
        None => again(user),
    };
    Ok((Some(user), host))
}

fn read_host(scheme: &str, host: &str) -> Result<String, UrlFault> {
    match host.rfind('[') {
        Some(0) => return bracketed_host(host),
        Some(_) => return Err(UrlFault::IpLiteral),
        None => (),
    }
    // Where several colons stand, all but web addresses take the last for that of the port.
    let colon = match scheme {
        "http" | "https" => host.find(':'),
        _ => host.rfind(':'),
    };
    if let Some(colon) = colon {
        check_port(host.get(colon..).unwrap_or_default())?;
    }
    unescaped(host, Part::Host)
}

/// `[::1]:80`, `[fe80::1%25en0]`.
fn bracketed_host(host: &str) -> Result<String, UrlFault> {
    let Some((inside, port)) = host.rsplit_once(']') else {
        return Err(UrlFault::MissingBracket);
    };
    check_port(port)?;
    let port = unescaped(port, Part::Host)?;
    let inside = inside.strip_prefix('[').unwrap_or(inside);
    let inside = match inside.find("%25").and_then(|zone| inside.split_at_checked(zone)) {
        Some((address, zone)) => unescaped(address, Part::Host)? + &unescaped(zone, Part::Zone)?,
        None => unescaped(inside, Part::Host)?,
    };
    let (address, zone) = match inside.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (inside.as_str(), None),
    };
    if zone != Some("") && address.parse::<Ipv6Addr>().is_ok() {
        return Ok(format!("[{inside}]{port}"));
    }
    if zone.is_none() && address.parse::<IpAddr>().is_ok() {
        return Err(UrlFault::IpLiteral);
    }
    Err(UrlFault::Address { host: inside })
}

fn check_port(port: &str) -> Result<(), UrlFault> {
    let digits = match port.strip_prefix(':') {
        None if port.is_empty() => return Ok(()),
        digits => digits,
    };
    if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
        return Ok(());
    }
    Err(UrlFault::Port {
        port: port.to_owned(),
    })
}

/// The parts of an address differ in what may stand there without an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    User,
    Host,
    Zone,
    Path,
    Fragment,
}

impl Part {
    fn allows(self, byte: u8) -> bool {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            return true;
        }
        let others: &[u8] = match self {
            Part::User => b"$&+,;=",
            Part::Host | Part::Zone => b"!$&'()*+,;=:[]<>\"",
            Part::Path => b"$&+,/:;=@",
            Part::Fragment => b"$&+,/:;=?@!()*",
        };
        others.contains(&byte)
    }
}

/// The text without escapes, and the text as written if escaping gives something else.
fn unescaped_and_raw(text: &str, part: Part) -> Result<(String, String), UrlFault> {
    check(text, part)?;
    let bytes = unescaped_bytes(text);
    let raw = if escaped(&bytes, part) == text { "" } else { text };
    Ok((sekisho_document::base64::text(bytes), raw.to_owned()))
}

fn unescaped(text: &str, part: Part) -> Result<String, UrlFault> {
    check(text, part)?;
    Ok(sekisho_document::base64::text(unescaped_bytes(text)))
}

/// Whether all escapes are whole, and in a host, whether all characters may stand there.
fn check(text: &str, part: Part) -> Result<(), UrlFault> {
    let bytes = text.as_bytes();
    let is_host = matches!(part, Part::Host | Part::Zone);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let Some(code) = code_at(bytes, at) else {
                let escape = bytes.get(at..).unwrap_or_default();
                let escape = escape.get(..3).unwrap_or(escape);
                return Err(UrlFault::Escape {
                    escape: String::from_utf8_lossy(escape).into_owned(),
                });
            };
            let refused = match part {
                // Only bytes that are no ASCII, and in front of a zone the percent sign itself.
                Part::Host => code < 0x80 && code != b'%',
                Part::Zone => code != b'%' && code != b' ' && !Part::Host.allows(code),
                Part::User | Part::Path | Part::Fragment => false,
            };
            if refused {
                return Err(UrlFault::Escape {
                    escape: String::from_utf8_lossy(bytes.get(at..at + 3).unwrap_or_default()).into_owned(),
                });
            }
            at += 3;
            continue;
        }
        if is_host && byte.is_ascii() && !part.allows(byte) {
            return Err(UrlFault::HostCharacter {
                character: char::from(byte).to_string(),
            });
        }
        at += 1;
    }
    Ok(())
}

fn code_at(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |offset: usize| char::from(*bytes.get(at + offset)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}

fn unescaped_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match code_at(bytes, at).filter(|_| byte == b'%') {
            Some(code) => {
                result.push(code);
                at += 3;
            }
            None => {
                result.push(byte);
                at += 1;
            }
        }
    }
    result
}

fn escaped(bytes: &[u8], part: Part) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        if part.allows(*byte) {
            text.push(char::from(*byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// A part with escapes: as written where every character may stand so, else escaped anew.
fn escaped_again(text: &str, raw: &str, part: Part) -> String {
    let may_stand = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || part.allows(byte);
    if !raw.is_empty() && raw.bytes().all(may_stand) {
        return raw.to_owned();
    }
    match text {
        "*" if part == Part::Path => text.to_owned(),
        text => escaped(text.as_bytes(), part),
    }
}

/// A key or value of a query without escapes; nothing if an escape is broken.
fn query_text(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    check(&text, Part::Path).ok()?;
    Some(sekisho_document::base64::text(unescaped_bytes(&text)))
}

impl fmt::Display for Url {
    /// The address put together again, as Go does it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        let path = self.escaped_path();
        let has_authority = !self.host.is_empty() || self.has_user;
        if !self.opaque.is_empty() {
            f.write_str(&self.opaque)?;
        } else {
            let needs_slashes = has_authority || !self.path.is_empty();
            if (!self.scheme.is_empty() || has_authority)
                && needs_slashes
                && (has_authority || !self.omits_host)
            {
                f.write_str("//")?;
            }
            if self.has_user {
                write!(f, "{}@", self.user)?;
            }
            f.write_str(&escaped(self.host.as_bytes(), Part::Host))?;
            if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
                f.write_str("/")?;
            }
            let is_first = self.scheme.is_empty() && !has_authority;
            if is_first && path.split('/').next().is_some_and(|first| first.contains(':')) {
                f.write_str("./")?;
            }
            f.write_str(&path)?;
        }
        if self.has_empty_query || !self.raw_query.is_empty() {
            write!(f, "?{}", self.raw_query)?;
        }
        if !self.fragment.is_empty() {
            let fragment = escaped_again(&self.fragment, &self.raw_fragment, Part::Fragment);
            write!(f, "#{fragment}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UrlError {}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parse {}: ", quote(&self.text))?;
        match &self.fault {
            UrlFault::ControlCharacter => f.write_str("net/url: invalid control character in URL"),
            UrlFault::MissingScheme => f.write_str("missing protocol scheme"),
            UrlFault::ColonInFirstSegment => f.write_str("first path segment in URL cannot contain colon"),
            UrlFault::UserInfo => f.write_str("net/url: invalid userinfo"),
            UrlFault::MissingBracket => f.write_str("missing ']' in host"),
            UrlFault::IpLiteral => f.write_str("invalid IP-literal"),
            UrlFault::Address { host } => {
                write!(f, "invalid host: ParseAddr({}): unable to parse IP", quote(host))
            }
            UrlFault::Port { port } => write!(f, "invalid port {} after host", quote(port)),
            UrlFault::HostCharacter { character } => {
                write!(f, "invalid character {} in host name", quote(character))
            }
            UrlFault::Escape { escape } => write!(f, "invalid URL escape {}", quote(escape)),
            UrlFault::Empty => f.write_str("empty url"),
            UrlFault::NotAbsolute => f.write_str("invalid URI for request"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        for (text, scheme, host, hostname, path, raw_path) in [
            ("http://10.1.2.3/x", "http", "10.1.2.3", "10.1.2.3", "/x", ""),
            ("HTTPS://8.8.8.8:443", "https", "8.8.8.8:443", "8.8.8.8", "", ""),
            ("http://[::1]:80/", "http", "[::1]:80", "::1", "/", ""),
            (
                "http://[fe80::1%25en0]/",
                "http",
                "[fe80::1%en0]",
                "fe80::1%en0",
                "/",
                "",
            ),
            ("http://user:pass@h/a%2fb", "http", "h", "h", "/a/b", "/a%2fb"),
            ("http://h/%41", "http", "h", "h", "/A", "/%41"),
            ("//h/p", "", "h", "h", "/p", ""),
            ("///h/p", "", "", "", "///h/p", ""),
            ("a/b:c", "", "", "", "a/b:c", ""),
            ("file:///etc", "file", "", "", "/etc", ""),
            ("x:/y", "x", "", "", "/y", ""),
            ("http://é/é", "http", "é", "é", "/é", "/é"),
            ("postgres://a:1,b:2/x", "postgres", "a:1,b:2", "a:1,b", "/x", ""),
            ("*", "", "", "", "*", ""),
        ] {
            let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let found = (
                url.scheme.as_str(),
                url.host.as_str(),
                url.hostname(),
                url.path.as_str(),
                url.raw_path.as_str(),
            );
            assert_eq!(found, (scheme, host, hostname, path, raw_path), "{text}");
        }
        let url = Url::parse("mailto:a@b?subject=x#top%20").unwrap();
        assert_eq!(
            (url.opaque.as_str(), url.raw_query.as_str()),
            ("a@b", "subject=x")
        );
        assert_eq!((url.fragment.as_str(), url.raw_fragment.as_str()), ("top ", ""));
        assert!(Url::parse("http://h?").unwrap().has_empty_query);
        assert!(Url::parse("x:/y").unwrap().omits_host);
    }

    #[test]
    fn addresses_are_put_together_again() {
        for (text, expected) in [
            ("https://a@b:80/x?y=1#z%20", "https://a@b:80/x?y=1#z%20"),
            ("HTTPS://u:p%40w@EXAMPLE.com", "https://u:p%40w@EXAMPLE.com"),
            ("https://h/a b", "https://h/a%20b"),
            ("https://[fe80::1%25en0]:80/", "https://[fe80::1%25en0]:80/"),
            ("mailto:a@b", "mailto:a@b"),
            ("x:/y", "x:/y"),
            ("file:///etc", "file:///etc"),
            ("http://", "http:"),
            ("h?", "h?"),
        ] {
            assert_eq!(Url::parse(text).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn targets_of_requests_are_absolute() {
        for (text, fault) in [
            ("https://h/p", None),
            ("/p", None),
            ("//h:x/p", None),
            ("*", None),
            ("", Some("empty url")),
            ("../x", Some("invalid URI for request")),
            ("?a=b", Some("invalid URI for request")),
        ] {
            let found = Url::check_request(text).err().map(|error| error.to_string());
            let expected = fault.map(|fault| format!("parse {}: {fault}", quote(text)));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, expected) in [
            ("http://bad host", "invalid character \" \" in host name"),
            ("http://a\tb", "net/url: invalid control character in URL"),
            (":x", "missing protocol scheme"),
            ("1a:b", "first path segment in URL cannot contain colon"),
            ("http://a^b@h/", "net/url: invalid userinfo"),
            ("http://[::1/", "missing ']' in host"),
            ("http://a[::1]/", "invalid IP-literal"),
            ("http://[1.2.3.4]/", "invalid IP-literal"),
            ("http://h:8o/", "invalid port \":8o\" after host"),
            ("http://h:1:2/", "invalid port \":1:2\" after host"),
            ("http://h%41/", "invalid URL escape \"%41\""),
            ("http://h/%4", "invalid URL escape \"%4\""),
            ("http://h/%zz9", "invalid URL escape \"%zz\""),
        ] {
            let error = Url::parse(text).expect_err(text);
            assert_eq!(error.to_string(), format!("parse {}: {expected}", quote(text)));
        }
    }
}
