//! What can be wrong with a configuration, in the words of the library that the API server merges with.

use std::fmt;

use crate::Gvk;

/// Why a configuration can not be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplyError {
    /// Nothing is known of the kind.
    NoType(Gvk),
    /// The configuration does not fit the type.
    Configuration(Faults),
    /// Paths of atomic lists, maps and structures that it touches.
    Atomic(Vec<String>),
    /// The object itself does not fit the type.
    Object(Faults),
    Merge(Faults),
}

/// Faults with their paths, in the order of the values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<String>);

/// Faults that are told; those of a hostile configuration are endless.
const MOST: usize = 100;

impl Faults {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, path: &str, message: impl fmt::Display) {
        if self.0.len() < MOST {
            let colon = if path.is_empty() { "" } else { ": " };
            self.0.push(format!("{path}{colon}{message}"));
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [one] => f.write_str(one),
            several => {
                f.write_str("errors:")?;
                several.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
            }
        }
    }
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApplyError::NoType(Gvk { group, version, kind }) => write!(
                f,
                "failed to convert patch object to typed object: no corresponding type for \
                 {group}/{version}, Kind={kind}"
            ),
            ApplyError::Configuration(faults) => {
                write!(f, "failed to convert patch object to typed object: {faults}")
            }
            ApplyError::Atomic(paths) => write!(
                f,
                "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: {}",
                paths.join(", ")
            ),
            ApplyError::Object(faults) => {
                write!(f, "failed to convert original object to typed object: {faults}")
            }
            ApplyError::Merge(faults) => write!(f, "failed to merge patch: {faults}"),
        }
    }
}

impl std::error::Error for ApplyError {}
