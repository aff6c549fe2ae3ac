//! `pattern` and `anyPattern`: a document laid over a resource, with anchors (engine reference §5.4).

mod anchor;
mod fault;
mod metadata;
mod node;
mod place;
mod verdict;
mod walk;

#[cfg(test)]
mod tests;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_kubernetes::Limits;

pub use anchor::Anchor;
pub use node::DEPTH_LIMIT;
pub use place::{Segment, path_text};
pub use verdict::{
    AnyPattern, any_pass_text, any_pattern, closest, execution_error, failure_text, pass_text, pattern,
    validation_error,
};

use node::Node;
use place::Way;
use walk::Walk;

/// A pattern that is read and put into the order of evaluation.
#[derive(Debug, Clone)]
pub struct Overlay {
    root: Node,
}

impl Overlay {
    /// Reads a pattern whose placeholders are substituted. Costs one walk.
    ///
    /// # Errors
    /// A complaint when the pattern is nested deeper than [`DEPTH_LIMIT`].
    pub fn compile(pattern: &Value) -> Result<Overlay, Complaint> {
        Node::compile(pattern, 0).map(|root| Overlay { root })
    }
}

/// Why a resource does not match a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    pub class: Class,
    /// The reason in the words of the engine.
    pub text: String,
    /// The place as results show it: `/spec/containers/0/image/`. Empty unless the class is
    /// [`Class::Violation`]; for that class it is never empty.
    pub path: String,
    /// Where in the resource the comparison ended, whatever the class.
    pub place: Vec<Segment>,
    /// How many leaves matched before that: of several alternatives the one with the most came closest.
    pub matched: usize,
}

/// What a mismatch means for the rule (engine reference §5.4.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A conditional or global anchor was not met: the pattern does not apply.
    Skip,
    /// The resource violates the pattern.
    Violation,
    /// It does not match, but an anchored key was never there or there is no place to blame.
    Trouble,
    /// The comparison took too many steps.
    Limit,
}

/// Compares a resource with a pattern.
///
/// # Errors
/// The first mismatch in the order of evaluation.
pub fn compare(overlay: &Overlay, resource: &Value, limits: &Limits) -> Result<(), Mismatch> {
    compare_counted(overlay, resource, limits).0
}

/// [`compare`], with the steps that it took.
pub(crate) fn compare_counted(
    overlay: &Overlay,
    resource: &Value,
    limits: &Limits,
) -> (Result<(), Mismatch>, u64) {
    let mut walk = Walk::new(limits.comparison_steps);
    let outcome = conclude(overlay, resource, limits, &mut walk);
    (outcome, walk.steps())
}

fn conclude(overlay: &Overlay, resource: &Value, limits: &Limits, walk: &mut Walk) -> Result<(), Mismatch> {
    let outcome = walk.element(&overlay.root, resource, &Way::ROOT);
    if walk.is_exhausted() {
        return Err(Mismatch {
            class: Class::Limit,
            text: format!(
                "comparing the pattern takes more than {} steps",
                limits.comparison_steps
            ),
            path: String::new(),
            place: outcome.err().map(|fault| fault.place).unwrap_or_default(),
            matched: walk.matched,
        });
    }
    let Err(fault) = outcome else {
        return Ok(());
    };
    let class = if fault.class.skip {
        Class::Skip
    } else if fault.class.negation {
        Class::Violation
    } else if fault.is_without_path() || walk.misses_anchor() {
        Class::Trouble
    } else {
        Class::Violation
    };
    Err(Mismatch {
        class,
        text: fault.text(),
        path: match class {
            Class::Violation => path_text(&fault.place),
            Class::Skip | Class::Trouble | Class::Limit => String::new(),
        },
        place: fault.place,
        matched: walk.matched,
    })
}
