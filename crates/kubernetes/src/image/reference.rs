//! The grammar of references, as container registries and runtimes share it.
//!
//! ```text
//! reference = [ domain "/" ] component { "/" component } [ ":" tag ] [ "@" digest ]
//! domain    = ( label { "." label } | "[" IPv6 "]" ) [ ":" digits ]
//! component = lower-case letters and digits, parted by ".", "_", "__" or dashes
//! tag       = word character, then at most 127 word characters, "." or "-"
//! digest    = algorithm ":" at least 32 hexadecimal digits
//! ```

use std::fmt;

/// Longest path of a reference.
const LONGEST_PATH: usize = 255;

/// A reference taken apart; what it does not have is empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reference<'t> {
    pub domain: &'t str,
    pub path: &'t str,
    pub tag: &'t str,
    pub digest: &'t str,
}

/// Why a text is no reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceError {
    Empty,
    Format,
    UpperCase,
    TooLong,
    DigestAlgorithm,
    DigestLength,
    DigestFormat,
}

/// Takes a reference apart. A text before the first slash is a domain wherever it can be one.
pub fn parse_reference(text: &str) -> Result<Reference<'_>, ReferenceError> {
    let Some(reference) = split(text) else {
        return Err(match text {
            "" => ReferenceError::Empty,
            _ if split(&lower_case(text)).is_some() => ReferenceError::UpperCase,
            _ => ReferenceError::Format,
        });
    };
    if reference.path.len() > LONGEST_PATH {
        return Err(ReferenceError::TooLong);
    }
    match reference.digest.split_once(':') {
        None => Ok(reference),
        Some((algorithm, digits)) => check_digest(algorithm, digits).map(|()| reference),
    }
}

/// The parts, if the text has the form of a reference. Whether the digest can be one is not looked at.
fn split(text: &str) -> Option<Reference<'_>> {
    let (rest, digest) = match text.split_once('@') {
        Some((rest, digest)) => (rest, digest),
        None => (text, ""),
    };
    let has_digest = rest.len() != text.len();
    // A colon in the last component can only begin a tag: ports stand before a slash.
    let last = rest.rfind('/').map_or(0, |slash| slash + 1);
    let colon = rest.get(last..)?.find(':').map(|position| last + position);
    let (name, tag) = match colon {
        Some(colon) => (rest.get(..colon)?, Some(rest.get(colon + 1..)?)),
        None => (rest, None),
    };
    if (has_digest && !is_digest(digest)) || !tag.is_none_or(is_tag) {
        return None;
    }
    let (domain, path) = match name.split_once('/') {
        Some((first, rest)) if is_domain(first) => (first, rest),
        Some(_) | None => ("", name),
    };
    path.split('/').all(is_component).then_some(Reference {
        domain,
        path,
        tag: tag.unwrap_or_default(),
        digest,
    })
}

fn is_domain(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('[') {
        let is_address = |byte: u8| byte.is_ascii_hexdigit() || byte == b':';
        return rest.split_once(']').is_some_and(|(address, port)| {
            !address.is_empty() && address.bytes().all(is_address) && is_port(port)
        });
    }
    let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
    host.split('.').all(is_host_label) && is_port(port)
}

/// Nothing, or a colon and digits.
fn is_port(text: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.is_empty() || text.strip_prefix(':').is_some_and(is_number)
}

fn is_host_label(label: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !label.is_empty() && !label.starts_with('-') && !label.ends_with('-') && label.bytes().all(inner)
}

fn is_component(component: &str) -> bool {
    let is_word = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit();
    // Runs of separators lie between words; cutting the words away leaves them.
    let mut separators = component.split(is_word).filter(|run| !run.is_empty());
    component.starts_with(is_word)
        && component.ends_with(is_word)
        && separators.all(|run| matches!(run, "." | "_" | "__") || run.bytes().all(|byte| byte == b'-'))
}

fn is_tag(tag: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut bytes = tag.bytes();
    tag.len() <= 128
        && bytes.next().is_some_and(is_word)
        && bytes.all(|byte| is_word(byte) || matches!(byte, b'.' | b'-'))
}

/// `algorithm:digits`, where the algorithm is words that begin with a letter, parted by one of `-_+.`.
fn is_digest(digest: &str) -> bool {
    let Some((algorithm, digits)) = digest.split_once(':') else {
        return false;
    };
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    algorithm.split(['-', '_', '+', '.']).all(is_word)
        && digits.len() >= 32
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn check_digest(algorithm: &str, digits: &str) -> Result<(), ReferenceError> {
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => return Err(ReferenceError::DigestAlgorithm),
    };
    if digits.len() != length {
        return Err(ReferenceError::DigestLength);
    }
    if digits.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err(ReferenceError::DigestFormat);
    }
    Ok(())
}

/// Go's lower case: each character on its own.
fn lower_case(text: &str) -> String {
    text.chars()
        .filter_map(|character| character.to_lowercase().next())
        .collect()
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReferenceError::Empty => "repository name must have at least one component",
            ReferenceError::Format => "invalid reference format",
            ReferenceError::UpperCase => "repository name must be lowercase",
            ReferenceError::TooLong => "repository name must not be more than 255 characters",
            ReferenceError::DigestAlgorithm => "unsupported digest algorithm",
            ReferenceError::DigestLength => "invalid checksum digest length",
            ReferenceError::DigestFormat => "invalid checksum digest format",
        })
    }
}

impl std::error::Error for ReferenceError {}
