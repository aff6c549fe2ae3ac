//! What was decided about a MutatingPolicy: immutable, shared between threads.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::Text;
use sekisho_evaluator::PolicyName;
use sekisho_kubernetes::schema::Atomics;
use sekisho_parser::classic::FailurePolicy;

use crate::conditions::Condition;
use crate::constraints::Constraints;
use crate::kyverno::ExceptionPlan;
use crate::mutation::Mutation;
use crate::{Expression, Place, Variables};

/// A compiled MutatingPolicy or NamespacedMutatingPolicy.
#[derive(Debug, Clone)]
pub struct MutatingPlan {
    pub name: Arc<PolicyName>,
    /// The policy of the author, then the variants that autogen made; each is a policy of its own.
    pub variants: Vec<MutatingVariant>,
    /// Which existing objects it changes; nothing when it changes none.
    pub targets: Option<TargetPlan>,
    /// What a cluster does when the policy can not be evaluated; the engine itself does not ask.
    pub failure_policy: FailurePolicy,
    pub admission: bool,
    pub background: bool,
    /// Of a namespaced policy.
    pub namespace: Option<Text>,
    /// What is done about lists and maps that can only be replaced whole.
    pub atomics: Atomics,
    pub at: Span,
}

/// One policy that is evaluated.
#[derive(Debug, Clone)]
pub struct MutatingVariant {
    /// Without them everything is selected.
    pub constraints: Option<Constraints>,
    /// See [`crate::kyverno::Variant::is_simple`].
    pub is_simple: bool,
    pub(super) place: Place,
    pub(super) exceptions: Vec<ExceptionPlan>,
    pub(super) conditions: Vec<Condition>,
    pub(super) variables: Variables,
    /// What exceptions see in place of them.
    pub(super) no_variables: Variables,
    pub mutations: Vec<Mutation>,
}

/// The existing objects that a policy changes.
#[derive(Debug, Clone)]
pub struct TargetPlan {
    /// Gives the objects themselves.
    pub(super) expression: Option<Expression>,
    /// Whatever is done to the object; without them, everything is selected.
    pub(super) constraints: Option<Constraints>,
    pub(super) conditions: Vec<Condition>,
}
