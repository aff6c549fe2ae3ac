//! The shape of a check: what it is about, its variants by version, and how it is worded.

use super::{Breach, Failure, Level, Pod, wording};
use crate::Version;

/// One control of the standard.
#[derive(Debug)]
pub struct Check {
    pub id: &'static str,
    /// What Kyverno's exclusions call it; several checks may have one name. Empty where they can not name it.
    pub control: &'static str,
    pub level: Level,
    /// The check of a stricter level that is run in place of this one.
    pub replaced_by: Option<&'static Check>,
    /// What is allowed.
    pub summary: &'static str,
    /// The oldest first.
    pub variants: &'static [Variant],
    pub reason: Reason,
    pub detail: fn(&[Breach<'_>]) -> String,
    pub examples: &'static [Example],
}

/// What a check looks for since a minor version of the standard.
#[derive(Debug)]
pub struct Variant {
    /// The first minor version of the standard that has it.
    pub since: u64,
    /// The first minor version of the server that has it; for most it is the same.
    pub built: u64,
    /// Adds what the Pod must not ask for. Adding nothing, it allocates nothing.
    pub find: for<'p> fn(&Pod<'p>, &mut Vec<Breach<'p>>),
}

impl Variant {
    /// A variant of all versions.
    pub(super) const fn always(find: for<'p> fn(&Pod<'p>, &mut Vec<Breach<'p>>)) -> Variant {
        Variant {
            since: 0,
            built: 0,
            find,
        }
    }

    pub(super) const fn since(minor: u64, find: for<'p> fn(&Pod<'p>, &mut Vec<Breach<'p>>)) -> Variant {
        Variant {
            since: minor,
            built: 0,
            find,
        }
    }
}

/// What kind of thing a check forbids.
#[derive(Debug, Clone, Copy)]
pub enum Reason {
    Always(&'static str),
    /// It depends on whether one value was found, or several.
    ByValues {
        one: &'static str,
        several: &'static str,
    },
}

impl Reason {
    pub(super) fn of(self, breaches: &[Breach<'_>]) -> &'static str {
        match self {
            Reason::Always(text) => text,
            Reason::ByValues { one, several } => match wording::values(breaches).len() {
                1 => one,
                _ => several,
            },
        }
    }
}

/// A Pod and what the newest variant says of it. Run as a test.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The specification as JSON.
    pub spec: &'static str,
    /// The failure in words; nothing when the Pod passes.
    pub failure: Option<&'static str>,
}

impl Check {
    /// What the check looks for in a minor version of the standard; nothing before it was there.
    #[must_use]
    pub fn variant(&self, minor: u64, server: Version) -> Option<&'static Variant> {
        let mut variants = self.variants.iter().rev();
        variants.find(|variant| variant.since <= minor && variant.built <= u64::from(server.minor))
    }

    /// What the Pod does not pass of a variant.
    #[must_use]
    pub fn failure<'p>(&'static self, variant: &Variant, pod: &Pod<'p>) -> Option<Failure<'p>> {
        let mut breaches = Vec::new();
        (variant.find)(pod, &mut breaches);
        (!breaches.is_empty()).then_some(Failure {
            check: self,
            breaches,
        })
    }
}
