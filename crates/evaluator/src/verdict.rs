//! What one rule answers.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::{Text, Value};

/// One rule's answer about one request. "Nothing to say" is the absence of a verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub policy: Arc<PolicyName>,
    /// Name of the rule; of a generated rule its generated name. Empty for kinds without rules.
    pub rule: Text,
    pub phase: Phase,
    pub status: Status,
    /// The text a user of the real engine would see.
    pub message: String,
    pub reason: Reason,
    /// Where in the policy the blame lies, the most precise place first.
    pub blame: Vec<Span>,
    /// Where in the object: path as the engine writes it, `/spec/containers/0/image/`.
    pub field: Option<String>,
    /// Keys of the exceptions that made this a skip.
    pub exceptions: Vec<Text>,
    /// Properties for the report of this answer, substituted.
    pub properties: Vec<(Text, Text)>,
    /// The object after a mutation that changed it: a snapshot, which costs one counter.
    pub after: Option<Value>,
    /// The object that a rule for existing objects was about to change, as it was; [`Verdict::after`] is then
    /// what becomes of it, and the object of the request stays as it is.
    pub target: Option<Value>,
    /// Questions to the world that nobody could answer.
    pub unanswered: Vec<String>,
}

/// The status of an answer, in the words of policy reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    Pass,
    Skip,
    Warn,
    Fail,
    Error,
}

impl Status {
    /// The word that reports and suites use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Skip => "skip",
            Status::Warn => "warn",
            Status::Fail => "fail",
            Status::Error => "error",
        }
    }
}

/// Why the status is what it is, where the status alone does not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The body of the rule decided.
    Body,
    /// The preconditions were not met.
    Preconditions,
    /// One or more exceptions matched.
    Exception,
    /// A conditional or global anchor was not met.
    Anchor,
    /// The old object already violated the rule.
    ExistingViolation,
    /// Something could not be evaluated.
    Trouble,
    /// The rule needs a part of the engine that is not there yet.
    Unsupported,
}

/// Which side of a policy answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    Mutate,
    VerifyImages,
    Validate,
    Generate,
}

/// Who a policy is, and what a report says of it besides its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyName {
    /// `ClusterPolicy`, `ValidatingPolicy`, …
    pub kind: Text,
    /// Empty for cluster-wide kinds.
    pub namespace: Text,
    pub name: Text,
    /// Annotations of the policy; reports take category, severity and scoring from them.
    pub annotations: Value,
}

impl PolicyName {
    /// The key of exceptions and reports: `name`, or `namespace/name` (engine reference §1.1).
    #[must_use]
    pub fn key(&self) -> String {
        if self.namespace.is_empty() {
            self.name.to_string()
        } else {
            format!("{}/{}", self.namespace, self.name)
        }
    }

    /// Whether failures count as failures: the annotation `policies.kyverno.io/scored` is not `false`.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.annotation("policies.kyverno.io/scored") != Some("false")
    }

    #[must_use]
    pub fn annotation(&self, name: &str) -> Option<&str> {
        self.annotations.get(name).and_then(Value::as_str)
    }
}
