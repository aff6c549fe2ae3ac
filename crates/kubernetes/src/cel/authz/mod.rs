//! What a user may do: questions to the authorizer, step by step.

mod answer;
mod check;
mod decision;
mod field_selector;
mod selectors;
mod steps;
mod values;

use sekisho_cel::{Function, Library, Release, Shape};

pub use answer::answer;
pub use values::{Authorizer, Decision, GroupCheck, PathCheck, ResourceCheck};

/// Questions to the authorizer.
pub const AUTHORIZATION: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    decision::ALLOWED,
    check::FUNCTION,
    decision::ERROR,
    decision::ERRORED,
    selectors::FIELD_SELECTOR,
    steps::GROUP,
    selectors::LABEL_SELECTOR,
    steps::NAME,
    steps::NAMESPACE,
    steps::PATH,
    decision::REASON,
    steps::RESOURCE,
    steps::SERVICE_ACCOUNT,
    steps::SUBRESOURCE,
];

pub(super) const AUTHORIZER: Shape = Shape::Object(values::AUTHORIZER);
const PATH_CHECK: Shape = Shape::Object(values::PATH_CHECK);
const GROUP_CHECK: Shape = Shape::Object(values::GROUP_CHECK);
pub(super) const RESOURCE_CHECK: Shape = Shape::Object(values::RESOURCE_CHECK);
const DECISION: Shape = Shape::Object(values::DECISION);

/// The names of the types.
pub(super) const TYPES: &[&str] = &[
    values::AUTHORIZER,
    values::PATH_CHECK,
    values::GROUP_CHECK,
    values::RESOURCE_CHECK,
    values::DECISION,
];

const SINCE: Release = Release(27);
