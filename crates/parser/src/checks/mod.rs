//! The checks Kyverno makes when a policy is loaded, as a table.
//!
//! Order and texts are those of the engine reference §1.8: Kyverno stops at the first failure, but for the
//! structural block, whose failures it lists. Here every check runs, each finding carries our diagnostic and,
//! where Kyverno refuses, its text. Many checks look at the rules after autogen, which is above this crate:
//! the caller expands the rules and gives them to [`check_policy`].

mod anchors;
mod bodies;
mod case;
mod companions;
mod conditions;
mod context;
mod empty_set;
mod findings;
mod go;
mod images;
mod kinds;
mod overrides;
mod patch;
mod pod_security;
mod policy;
mod queries;
mod references;
mod rules;
mod selection;
mod structure;
mod targets;
#[cfg(test)]
mod tests;
mod texts;
mod variables;

pub use companions::{check_cleanup, check_exception, check_global_entry};
pub use findings::{Checked, Finding, Refusal};

use sekisho_jmespath::Functions;
use sekisho_kubernetes::Kinds;

use crate::classic::{ClassicPolicy, Rule};
use case::Case;
use findings::{Report, Step};

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Section of the engine reference.
    pub section: &'static str,
    pub summary: &'static str,
    step: Step,
    run: fn(&Case<'_>, &mut Report<'_>),
}

/// Every check, in Kyverno's order.
static GROUPS: &[&[Check]] = &[
    policy::NAMESPACE,
    variables::VARIABLES,
    structure::STRUCTURE,
    selection::SELECTION,
    targets::TARGETS,
    pod_security::POD_SECURITY,
    overrides::OVERRIDES,
    policy::PROCESSING,
    kinds::WILDCARDS,
    patch::PATCHES,
    rules::RESOURCES,
    conditions::CONDITIONS,
    variables::ELEMENT,
    context::ENTRIES,
    images::EXTRACTORS,
    rules::KINDS,
    bodies::BODIES,
    images::IMAGES,
    rules::LABELS,
];

/// Every check, in Kyverno's order.
pub fn checks() -> impl Iterator<Item = &'static Check> {
    GROUPS.iter().copied().flatten()
}

/// What the checks know beside the policy.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'s> {
    /// Which kinds are cluster-wide.
    pub kinds: &'s Kinds,
    /// The functions that queries may call.
    pub functions: &'s Functions,
}

/// Runs every check. `expanded` are the rules after autogen, the author's first.
#[must_use]
pub fn check_policy(
    policy: &ClassicPolicy,
    expanded: &[Rule<'_>],
    surroundings: Surroundings<'_>,
) -> Checked {
    let read = policy.rules();
    let case = Case {
        policy,
        spec: &policy.spec(),
        rules: &read.output,
        expanded,
        kinds: surroundings.kinds,
        functions: surroundings.functions,
    };
    let mut checked = Checked::default();
    for diagnostic in read.diagnostics {
        checked.add(Finding::of_reading(diagnostic));
    }
    for check in checks() {
        (check.run)(&case, &mut Report::new(&mut checked, check.step));
    }
    checked
}
