//! What was decided about a ValidatingPolicy: immutable, shared between threads.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::Text;
use sekisho_evaluator::PolicyName;
use sekisho_parser::admission::Mode;
use sekisho_parser::classic::FailurePolicy;

use crate::conditions::Condition;
use crate::constraints::Constraints;
use crate::{Expression, Place, Variables};

/// A compiled ValidatingPolicy or NamespacedValidatingPolicy.
#[derive(Debug, Clone)]
pub struct ValidatingPlan {
    pub name: Arc<PolicyName>,
    pub mode: Mode,
    /// The policy of the author, then the variants that autogen made; none for requests of Envoy and HTTP.
    pub variants: Vec<Variant>,
    /// What judges such requests.
    pub(super) traffic: Option<Traffic>,
    pub failure_policy: FailurePolicy,
    /// Whether a failure denies the request; else it is only told of.
    pub denies: bool,
    /// Whether a failure warns the client.
    pub warns: bool,
    pub admission: bool,
    pub background: bool,
    /// Of a namespaced policy.
    pub namespace: Option<Text>,
    pub at: Span,
}

/// One policy that is evaluated: its constraints and expressions.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Without them nothing is selected.
    pub constraints: Option<Constraints>,
    /// Whether they are of the plain form of which Kyverno's engine gives no response for what they do not
    /// select (§7.12).
    pub is_simple: bool,
    pub(super) place: Place,
    pub(super) exceptions: Vec<ExceptionPlan>,
    pub(super) conditions: Vec<Condition>,
    pub(super) variables: Variables,
    /// What exceptions see in place of them.
    pub(super) no_variables: Variables,
    pub(super) checks: Vec<Check>,
    pub(super) annotations: Vec<Annotation>,
}

/// What a policy answers to requests of Envoy or HTTP.
#[derive(Debug, Clone)]
pub(super) struct Traffic {
    pub(super) place: Place,
    pub(super) conditions: Vec<Condition>,
    pub(super) variables: Variables,
    pub(super) answers: Vec<TrafficCheck>,
}

/// One validation of requests: its value is an answer, or null.
#[derive(Debug, Clone)]
pub(super) struct TrafficCheck {
    pub(super) expression: Expression,
    pub(super) at: Span,
}

/// One validation.
#[derive(Debug, Clone)]
pub struct Check {
    pub expression: Expression,
    pub message: Text,
    pub message_expression: Option<Expression>,
    pub at: Span,
}

/// One audit annotation.
#[derive(Debug, Clone)]
pub struct Annotation {
    pub key: Text,
    pub value: Expression,
}

/// An exception, as one variant sees it.
#[derive(Debug, Clone)]
pub struct ExceptionPlan {
    /// `namespace/name`.
    pub key: Text,
    pub(super) conditions: Vec<Condition>,
    pub images: Vec<Text>,
    pub values: Vec<Text>,
    /// What is exempt passes instead of being skipped.
    pub passes: bool,
    /// Of several that exempt, the one with the greatest decides.
    pub priority: i64,
    pub at: Span,
}
