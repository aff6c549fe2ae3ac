//! Why a comparison failed: kept as data that borrows, made into text only when somebody reads it.

use sekisho_document::print::go_text;
use sekisho_document::{Text, Value};

use super::place::{Segment, path_text};
use crate::print;

/// A failed comparison at a place.
///
/// Many faults are dropped again (an item that does not match an existence anchor, one of several
/// alternatives), so the text is not built with them.
#[derive(Debug)]
pub(super) struct Fault<'r> {
    pub(super) kind: FaultKind<'r>,
    pub(super) place: Vec<Segment>,
    pub(super) class: Class,
}

/// The classes of engine reference §5.4.2. A fault can be of both: a negation inside a condition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) skip: bool,
    pub(super) negation: bool,
}

#[derive(Debug)]
pub(super) enum FaultKind<'r> {
    /// A map was expected.
    NoMap { found: &'static str },
    /// A list was expected.
    NoList,
    /// A value that its leaf pattern refuses.
    Leaf { value: &'r Value, pattern: Text },
    /// `*` on an absent or null value; the place is the parent's.
    NotFound { key: Text },
    /// `(name)` on an absent key.
    ConditionalKey,
    /// `(name)` whose value does not match.
    Conditional(Box<Fault<'r>>),
    /// `<(name)` whose value does not match.
    Global(Box<Fault<'r>>),
    /// `X(name)` on a present key.
    Negation,
    /// `^(name)` that no item satisfies.
    Existence,
    /// `^(name)` on something that is no list.
    ExistenceOn { found: &'static str },
    /// `^(name)` with a pattern that is no list.
    ExistencePattern { found: &'static str },
    /// `^(name)` with a list item that is no map.
    ExistenceItem { found: &'static str },
    /// A list pattern without items.
    EmptyPattern,
    /// A positional list pattern that is longer than the list.
    Length { resource: usize, pattern: usize },
    /// Several skips of one map or list: a skip of that level only.
    Several(Vec<Fault<'r>>),
    /// The comparison took more steps than allowed; who compares says so.
    Steps,
}

const CONDITIONAL: &str = "conditional anchor mismatch";
const GLOBAL: &str = "global anchor mismatch";
const NEGATION: &str = "negation anchor matched in resource";
/// The word that all three phrases share and that most texts do not have.
const SHARED: &str = "anchor";

impl<'r> Fault<'r> {
    pub(super) fn new(kind: FaultKind<'r>, place: Vec<Segment>) -> Box<Fault<'r>> {
        let mut fault = Box::new(Fault {
            kind,
            place,
            class: Class::default(),
        });
        fault.class = classify(&fault);
        fault
    }

    /// Whether this is the skip of one map or list, which a satisfied anchor beside it cancels.
    pub(super) fn is_of_level(&self) -> bool {
        matches!(self.kind, FaultKind::Several(_))
    }

    /// Whether results show no place for this fault: it does not belong to one value.
    pub(super) fn is_without_path(&self) -> bool {
        matches!(self.kind, FaultKind::Length { .. })
    }

    pub(super) fn text(&self) -> String {
        let path = || path_text(&self.place);
        match &self.kind {
            FaultKind::NoMap { found } => format!(
                "pattern and resource have different structures. Path: {}. Expected map[string]interface {{}}, found {found}",
                path()
            ),
            FaultKind::NoList => format!(
                "validation rule failed at path {}, resource does not satisfy the expected overlay pattern",
                path()
            ),
            FaultKind::Leaf { value, pattern } => format!(
                "resource value '{}' does not match '{pattern}' at path {}",
                go_text(value),
                path()
            ),
            FaultKind::NotFound { key } => format!("{}/{key} not found", path()),
            FaultKind::ConditionalKey => {
                format!("{CONDITIONAL}: conditional anchor key doesn't exist in the resource")
            }
            FaultKind::Conditional(inner) => format!("{CONDITIONAL}: {}", inner.text()),
            FaultKind::Global(inner) => format!("{GLOBAL}: {}", inner.text()),
            FaultKind::Negation => format!("{NEGATION}: {} is not allowed", path()),
            FaultKind::Existence => format!("existence anchor validation failed at path {}", path()),
            FaultKind::ExistenceOn { found } => format!(
                "invalid resource type {found}: Existence ^ () anchor can be used only on list/array type resource"
            ),
            FaultKind::ExistencePattern { found } => {
                format!("invalid pattern type {found}: Pattern has to be of list to compare against resource")
            }
            FaultKind::ExistenceItem { found } => format!(
                "invalid pattern type {found}: Pattern has to be of type map to compare against items in resource"
            ),
            FaultKind::EmptyPattern => "pattern Array empty".to_owned(),
            FaultKind::Length { resource, pattern } => format!(
                "validate Array failed, array length mismatch, resource Array len is {resource} and pattern Array len is {pattern}"
            ),
            FaultKind::Several(faults) => {
                let texts: Vec<String> = faults.iter().map(Fault::text).collect();
                texts.join("; ")
            }
            FaultKind::Steps => String::new(),
        }
    }
}

/// The class of a fault. The reference searches the text for phrases, so a user's text that holds one
/// of them counts as well; only a fault that mentions the shared word has to be written out for that.
fn classify(fault: &Fault<'_>) -> Class {
    let in_path = || {
        fault
            .place
            .iter()
            .any(|segment| matches!(segment, Segment::Key(key) if key.contains(SHARED)))
    };
    let suspicious = match &fault.kind {
        FaultKind::ConditionalKey => {
            return Class {
                skip: true,
                negation: false,
            };
        }
        FaultKind::Conditional(inner) | FaultKind::Global(inner) => {
            return Class {
                skip: true,
                negation: inner.class.negation,
            };
        }
        FaultKind::Several(faults) => {
            return Class {
                skip: faults.iter().any(|fault| fault.class.skip),
                negation: faults.iter().any(|fault| fault.class.negation),
            };
        }
        FaultKind::Negation if !in_path() => {
            return Class {
                skip: false,
                negation: true,
            };
        }
        FaultKind::Leaf { value, pattern } => {
            in_path() || pattern.contains(SHARED) || print::mentions(value, SHARED)
        }
        FaultKind::NotFound { key } => in_path() || key.contains(SHARED),
        FaultKind::Negation | FaultKind::NoMap { .. } | FaultKind::NoList | FaultKind::Existence => in_path(),
        FaultKind::ExistenceOn { .. }
        | FaultKind::ExistencePattern { .. }
        | FaultKind::ExistenceItem { .. }
        | FaultKind::EmptyPattern
        | FaultKind::Length { .. }
        | FaultKind::Steps => false,
    };
    if !suspicious {
        return Class::default();
    }
    let text = fault.text();
    Class {
        skip: text.contains(CONDITIONAL) || text.contains(GLOBAL),
        negation: text.contains(NEGATION),
    }
}
