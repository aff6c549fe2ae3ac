//! References as tools for registries read them: laxer and stricter than runtimes do.

use std::any::Any;

use sekisho_cel::{Opaque, Shape, Value};

use crate::url::Url;

/// The type of a reference.
pub(super) const IMAGE: Shape = Shape::Object(TYPE);

const TYPE: &str = "kyverno.image";

/// The registry of references that name none, and the name that stands for it.
const DEFAULT_REGISTRY: &str = "index.docker.io";
const DEFAULT_ALIAS: &str = "docker.io";

const DEFAULT_TAG: &str = "latest";

/// A reference to an image (CEL policies reference §9.5).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) registry: String,
    /// As written: without the `library/` of the default registry.
    repository: String,
    version: Version,
    original: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Version {
    Tag(String),
    Digest(String),
}

impl Reference {
    /// Reads a reference; nothing for a text that is none.
    pub(super) fn parse(text: &str) -> Option<Reference> {
        tagged(text).or_else(|| with_digest(text))
    }

    pub(super) fn repository(&self) -> String {
        if self.registry == DEFAULT_REGISTRY && !self.repository.contains('/') {
            return format!("library/{}", self.repository);
        }
        self.repository.clone()
    }

    pub(super) fn has_digest(&self) -> bool {
        matches!(self.version, Version::Digest(_))
    }

    pub(super) fn tag(&self) -> &str {
        match &self.version {
            Version::Tag(tag) => tag,
            Version::Digest(_) => "",
        }
    }

    pub(super) fn digest(&self) -> &str {
        match &self.version {
            Version::Tag(_) => "",
            Version::Digest(digest) => digest,
        }
    }

    pub(super) fn identifier(&self) -> &str {
        match &self.version {
            Version::Tag(it) | Version::Digest(it) => it,
        }
    }
}

fn tagged(text: &str) -> Option<Reference> {
    // What follows the last colon is a tag, unless the colon parts host and port.
    let (base, tag) = match text.rsplit_once(':') {
        Some((base, tag)) if !tag.contains('/') => (base, Some(tag)),
        _ => (text, None),
    };
    let is_tag = |tag: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        (1..=128).contains(&tag.len()) && tag.bytes().all(fits)
    };
    if !tag.is_none_or(is_tag) {
        return None;
    }
    let (registry, repository) = name(base)?;
    Some(Reference {
        registry,
        repository,
        version: Version::Tag(tag.unwrap_or(DEFAULT_TAG).to_owned()),
        original: text.to_owned(),
    })
}

fn with_digest(text: &str) -> Option<Reference> {
    let (base, digest) = text.split_once('@')?;
    let digits = digest.strip_prefix("sha256:")?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 64 || !digits.bytes().all(is_digit) {
        return None;
    }
    // A tag beside the digest is dropped.
    let (registry, repository) = match tagged(base) {
        Some(reference) => (reference.registry, reference.repository),
        None => name(base)?,
    };
    Some(Reference {
        registry,
        repository,
        version: Version::Digest(digest.to_owned()),
        original: text.to_owned(),
    })
}

/// Registry and repository. What stands before the first slash is a registry if it looks like a host.
fn name(text: &str) -> Option<(String, String)> {
    let looks_like_host = |first: &str| first.contains(['.', ':']) || first == "localhost";
    let (registry, repository) = match text.split_once('/') {
        Some((first, rest)) if looks_like_host(first) => (first, rest),
        _ => ("", text),
    };
    let is_name = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'/');
    if !(2..=255).contains(&repository.len()) || !repository.bytes().all(is_name) {
        return None;
    }
    let registry = match registry {
        "" | DEFAULT_ALIAS => DEFAULT_REGISTRY,
        other => other,
    };
    let url = Url::parse(&format!("//{registry}")).ok()?;
    (url.host == registry).then(|| (registry.to_owned(), repository.to_owned()))
}

impl Opaque for Reference {
    fn type_name(&self) -> &str {
        TYPE
    }

    /// References that are written alike: `nginx` is not `nginx:latest`.
    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        Some(other.as_opaque::<Reference>() == Some(self))
    }

    fn text(&self) -> Option<String> {
        let mark = if self.has_digest() { '@' } else { ':' };
        let (registry, repository) = (&self.registry, self.repository());
        Some(format!("{registry}/{repository}{mark}{}", self.identifier()))
    }

    fn tells_type(&self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        let texts = [&self.registry, &self.repository, &self.original];
        size_of::<Reference>() + self.identifier().len() + texts.map(String::len).iter().sum::<usize>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_apart() {
        let digits = "0123456789abcdef".repeat(4);
        let digest = format!("ghcr.io/a/b:v1@sha256:{digits}");
        let whole = format!("ghcr.io/a/b@sha256:{digits}");
        for (text, expected) in [
            ("nginx", Some("index.docker.io/library/nginx:latest")),
            ("docker.io/acme/web:1", Some("index.docker.io/acme/web:1")),
            ("localhost:5000/xy", Some("localhost:5000/xy:latest")),
            ("localhost:5000", Some("index.docker.io/library/localhost:5000")),
            ("http://x/y", Some("http://x/y:latest")),
            ("-a", Some("index.docker.io/library/-a:latest")),
            (digest.as_str(), Some(whole.as_str())),
            ("", None),
            ("x", None),
            ("quay.io/x", None),
            ("Nginx", None),
            ("x:y:z", None),
            ("nginx@", None),
            ("nginx:", None),
            ("xy@sha256:12", None),
            ("[::1/xy", None),
        ] {
            let found = Reference::parse(text).and_then(|reference| reference.text());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn names_have_two_to_255_letters_and_tags_at_most_128() {
        for (text, fits) in [
            ("a".repeat(255), true),
            ("a".repeat(256), false),
            (format!("aa:{}", "A".repeat(128)), true),
            (format!("aa:{}", "A".repeat(129)), false),
        ] {
            assert_eq!(Reference::parse(&text).is_some(), fits, "{text}");
        }
    }
}
