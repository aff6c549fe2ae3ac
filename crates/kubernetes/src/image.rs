//! Image references: `registry/path:tag@digest` taken apart, and the images of a resource.

mod extract;
mod reference;

use std::fmt;

use sekisho_document::{Map, Text, Value};

pub use extract::{ExtractError, Extractor, Images, extract, extract_with};
pub use reference::{Reference, ReferenceError, parse_reference};

/// What an image text means where policies look at images (engine reference §11.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Empty when the registry is the default one and that is not to be written.
    pub registry: Text,
    /// The last component of the path.
    pub name: Text,
    pub path: Text,
    /// `latest` only when there is neither tag nor digest; empty when there is only a digest.
    pub tag: Text,
    pub digest: Text,
    /// With the digest, if there is one, else with the tag.
    pub reference: Text,
    /// Ends in a colon when there is no tag.
    pub reference_with_tag: Text,
}

/// How images without a registry are read: two settings of Kyverno.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageRules {
    /// The registry of images that name none.
    pub default_registry: Text,
    /// Whether that registry becomes a part of the image.
    pub is_registry_written: bool,
}

/// An image text that is no reference. Its text is Kyverno's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageError {
    /// The text that was read: with the default registry, where it was added.
    pub text: Text,
    pub rules: ImageRules,
    pub cause: ReferenceError,
}

impl ImageRules {
    /// Kyverno's defaults: `docker.io`, written.
    #[must_use]
    pub fn kyverno() -> ImageRules {
        ImageRules {
            default_registry: Text::const_new("docker.io"),
            is_registry_written: true,
        }
    }
}

impl Image {
    /// Reads an image text; it is not trimmed.
    pub fn parse(text: &str, rules: &ImageRules) -> Result<Image, ImageError> {
        let completed = (!names_registry(text)).then(|| format!("{}/{text}", rules.default_registry));
        let full = completed.as_deref().unwrap_or(text);
        let parsed = parse_reference(full).map_err(|cause| ImageError {
            text: Text::new(full),
            rules: rules.clone(),
            cause,
        })?;
        let is_registry_hidden = completed.is_some() && !rules.is_registry_written;
        let registry = if is_registry_hidden { "" } else { parsed.domain };
        let tag = if parsed.tag.is_empty() && parsed.digest.is_empty() {
            "latest"
        } else {
            parsed.tag
        };
        let name = parsed.path.rsplit('/').next().unwrap_or_default();
        let slash = if registry.is_empty() { "" } else { "/" };
        let reference_with_tag = format!("{registry}{slash}{}:{tag}", parsed.path);
        let reference = if parsed.digest.is_empty() {
            Text::new(&reference_with_tag)
        } else {
            Text::from(format!("{registry}{slash}{}@{}", parsed.path, parsed.digest))
        };
        let (registry, path) = with_registry_of_path(registry, parsed.path);
        Ok(Image {
            registry: Text::new(registry),
            name: Text::new(name),
            path: Text::new(path),
            tag: Text::new(tag),
            digest: Text::new(parsed.digest),
            reference,
            reference_with_tag: Text::from(reference_with_tag),
        })
    }

    /// The image as expressions see it: `name` and `path` always, the rest where it is not empty.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::with_capacity(8);
        let fields = [
            ("registry", &self.registry),
            ("name", &self.name),
            ("path", &self.path),
            ("tag", &self.tag),
            ("digest", &self.digest),
            ("reference", &self.reference),
            ("referenceWithTag", &self.reference_with_tag),
        ];
        for (key, text) in fields {
            if !text.is_empty() || matches!(key, "name" | "path") {
                map.insert(key, Value::from(text.clone()));
            }
        }
        Value::Map(map)
    }
}

/// Whether the part before the first slash is a registry: a host with a dot or a port, `localhost`, or
/// anything with upper case, which a path cannot have.
fn names_registry(text: &str) -> bool {
    let Some((first, _)) = text.split_once('/') else {
        return false;
    };
    first.contains(['.', ':']) || first == "localhost" || first.to_lowercase() != first
}

/// Without a registry, a first component of several with `_` in it is taken for one (engine reference
/// §11.2, step 7).
fn with_registry_of_path<'t>(registry: &'t str, path: &'t str) -> (&'t str, &'t str) {
    match path.split_once('/') {
        Some((first, rest)) if registry.is_empty() && first.contains('_') => (first, rest),
        _ => (registry, path),
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "bad image: {}, defaultRegistry: {}, enableDefaultRegistryMutation: {}: {}",
            self.text, self.rules.default_registry, self.rules.is_registry_written, self.cause
        )
    }
}

impl std::error::Error for ImageError {}

#[cfg(test)]
mod tests;
