//! Semantic versions: `1.2.3-rc.1`.

mod is_semver;
mod methods;
mod semver_of_text;

use std::any::Any;
use std::borrow::Cow;

use sekisho_cel::{Arguments, Fault, Function, Library, Opaque, Release, Shape, Value};

use crate::semver::{Identifier, Version, VersionError};

/// Semantic versions.
pub const SEMVER: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    methods::COMPARE_TO,
    methods::IS_GREATER_THAN,
    methods::IS_LESS_THAN,
    is_semver::FUNCTION,
    methods::MAJOR,
    methods::MINOR,
    methods::PATCH,
    semver_of_text::FUNCTION,
];

/// The name of the type.
pub(super) const TYPE: &str = "kubernetes.Semver";
const SHAPE: Shape = Shape::Object(TYPE);
const SINCE: Release = Release(33);

/// A version as a value of an expression.
#[derive(Debug, Clone)]
pub struct SemverValue(pub Version);

impl Opaque for SemverValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &SemverValue = other.as_opaque()?;
        Some(self.0 == other.0)
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }

    fn bytes(&self) -> usize {
        let word = |identifier: &Identifier| match identifier {
            Identifier::Number(_) => 0,
            Identifier::Word(word) => word.len(),
        };
        let words: usize = self.0.pre.iter().map(word).sum();
        let build: usize = self.0.build.iter().map(|word| word.len()).sum();
        // Each part is held on its own.
        64 + words + build + 48 * (self.0.pre.len() + self.0.build.len())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

enum ReadError {
    Version(VersionError),
    ShortWithParts,
}

/// Reads the first argument, and tolerates more where the second says so.
fn read(arguments: &Arguments<'_, '_>) -> Result<Result<Version, ReadError>, Fault> {
    let text = arguments.text(0)?;
    let text = match arguments.get(1) {
        Value::Bool(true) => match normal(text) {
            Some(text) => Cow::Owned(text),
            None => return Ok(Err(ReadError::ShortWithParts)),
        },
        _ => Cow::Borrowed(text),
    };
    Ok(Version::parse(&text).map_err(ReadError::Version))
}

/// The text without a leading `v` and leading zeros, with the parts that are missing; nothing where parts
/// are missing, but a pre-release or a build is there.
fn normal(text: &str) -> Option<String> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<Cow<'_, str>> = text.splitn(3, '.').map(without_zeros).collect();
    if parts.len() < 3 && parts.last().is_some_and(|last| last.contains(['+', '-'])) {
        return None;
    }
    while parts.len() < 3 {
        parts.push(Cow::Borrowed("0"));
    }
    Some(parts.join("."))
}

fn without_zeros(part: &str) -> Cow<'_, str> {
    if part.len() < 2 {
        return Cow::Borrowed(part);
    }
    let rest = part.trim_start_matches('0');
    match rest.starts_with(|first: char| first.is_ascii_digit()) {
        true => Cow::Borrowed(rest),
        false => Cow::Owned(format!("0{rest}")),
    }
}
