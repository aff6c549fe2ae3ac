//! From the comparison of patterns to the status and the words of a rule.

use sekisho_document::Value;
use sekisho_evaluator::{AlternativeFailure, Observer, Reason, Status};
use sekisho_kubernetes::Limits;

use super::{Class, Mismatch, Overlay, compare, path_text};

/// What the alternatives of `anyPattern` say together (engine reference §5.4.10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPattern {
    /// The first alternative that matches. Nothing when there are no alternatives at all.
    Pass { index: Option<usize> },
    /// No alternative applies.
    Skip { text: String },
    Fail {
        /// What goes behind the message of the rule: one part for each alternative that failed.
        detail: String,
        /// The alternatives that failed rather than did not apply, with their positions; never empty.
        failures: Vec<(usize, Mismatch)>,
    },
}

impl Class {
    /// The status of a rule whose only pattern ends so.
    #[must_use]
    pub fn status(self) -> Status {
        match self {
            Class::Skip => Status::Skip,
            Class::Violation => Status::Fail,
            Class::Trouble | Class::Limit => Status::Error,
        }
    }

    #[must_use]
    pub fn reason(self) -> Reason {
        match self {
            Class::Skip => Reason::Anchor,
            Class::Violation => Reason::Body,
            Class::Trouble | Class::Limit => Reason::Trouble,
        }
    }
}

/// Compares the pattern of a rule and tells the observer.
///
/// # Errors
/// As [`compare`].
pub fn pattern<O: Observer>(
    overlay: &Overlay,
    resource: &Value,
    limits: &Limits,
    observer: &mut O,
) -> Result<(), Mismatch> {
    alternative(0, overlay, resource, limits, observer)
}

/// Compares the alternatives of `anyPattern` in order until one matches.
pub fn any_pattern<O: Observer>(
    rule: &str,
    overlays: &[Overlay],
    resource: &Value,
    limits: &Limits,
    observer: &mut O,
) -> AnyPattern {
    let mut skips = Vec::new();
    let mut details = Vec::new();
    let mut failures = Vec::new();
    for (index, overlay) in overlays.iter().enumerate() {
        let Err(mismatch) = alternative(index, overlay, resource, limits, observer) else {
            return AnyPattern::Pass { index: Some(index) };
        };
        let Mismatch { text, path, .. } = &mismatch;
        match mismatch.class {
            Class::Skip => {
                skips.push(format!("rule {rule}[{index}] skipped: {text}"));
                continue;
            }
            Class::Violation => details.push(format!("rule {rule}[{index}] failed at path {path}")),
            Class::Trouble | Class::Limit => details.push(format!("rule {rule}[{index}] failed: {text}")),
        }
        failures.push((index, mismatch));
    }
    if !failures.is_empty() {
        return AnyPattern::Fail {
            detail: details.join(" "),
            failures,
        };
    }
    if skips.is_empty() {
        return AnyPattern::Pass { index: None };
    }
    AnyPattern::Skip {
        text: skips.join(" "),
    }
}

fn alternative<O: Observer>(
    index: usize,
    overlay: &Overlay,
    resource: &Value,
    limits: &Limits,
    observer: &mut O,
) -> Result<(), Mismatch> {
    let outcome = compare(overlay, resource, limits);
    if O::WATCHES {
        match &outcome {
            Ok(()) => observer.alternative(index, Ok(())),
            Err(mismatch) => {
                let failure = AlternativeFailure {
                    message: &mismatch.text,
                    path: &path_text(&mismatch.place),
                    skipped: mismatch.class == Class::Skip,
                };
                observer.alternative(index, Err(failure));
            }
        }
    }
    outcome
}

/// The failed alternative that came closest: the one with the most matching leaves, of several the first.
#[must_use]
pub fn closest(failures: &[(usize, Mismatch)]) -> Option<&(usize, Mismatch)> {
    let furthest = failures.iter().map(|(_, mismatch)| mismatch.matched).max()?;
    failures.iter().find(|(_, mismatch)| mismatch.matched == furthest)
}

/// The message of a rule that passed.
#[must_use]
pub fn pass_text(rule: &str) -> String {
    format!("validation rule '{rule}' passed.")
}

/// The message of an `anyPattern` rule that passed.
#[must_use]
pub fn any_pass_text(rule: &str, index: usize) -> String {
    format!("validation rule '{rule}' anyPattern[{index}] passed.")
}

/// What goes behind the message of a rule whose pattern does not match; of a skip the whole message.
#[must_use]
pub fn failure_text(rule: &str, mismatch: &Mismatch) -> String {
    match mismatch.class {
        Class::Skip => mismatch.text.clone(),
        Class::Violation => format!("rule {rule} failed at path {}", mismatch.path),
        Class::Trouble | Class::Limit => execution_error(rule, &mismatch.text),
    }
}

/// The words for something that could not be evaluated.
#[must_use]
pub fn execution_error(rule: &str, cause: &str) -> String {
    format!("rule {rule} execution error: {cause}")
}

/// The message of a failed pattern: the rule's own message, if it has one, and what failed (engine
/// reference §5.9).
#[must_use]
pub fn validation_error(message: Option<&str>, detail: &str) -> String {
    match message.filter(|message| !message.is_empty()) {
        None => format!("validation error: {detail}"),
        Some(message) => {
            let dot = if message.ends_with('.') { "" } else { "." };
            format!("validation error: {message}{dot} {detail}")
        }
    }
}
