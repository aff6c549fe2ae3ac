//! How the policies of Kyverno say something.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::Text;
use sekisho_evaluator::{Phase, PolicyName, Reason, Status, Verdict};

/// Whoever says it.
#[derive(Clone, Copy)]
pub(super) struct Voice<'p> {
    pub(super) policy: &'p Arc<PolicyName>,
    pub(super) phase: Phase,
    pub(super) at: Span,
}

impl Voice<'_> {
    pub(super) fn says(self, rule: Text, status: Status, message: String) -> Verdict {
        Verdict {
            policy: self.policy.clone(),
            rule,
            phase: self.phase,
            status,
            message,
            reason: match status {
                Status::Error => Reason::Trouble,
                _ => Reason::Body,
            },
            blame: vec![self.at],
            field: None,
            exceptions: Vec::new(),
            properties: Vec::new(),
            after: None,
            target: None,
            unanswered: Vec::new(),
        }
    }

    /// Some match condition does not hold.
    pub(super) fn skips(self) -> Verdict {
        Verdict {
            reason: Reason::Preconditions,
            ..self.says(Text::default(), Status::Skip, "skip".to_owned())
        }
    }

    /// Exceptions exempt the request wholly.
    pub(super) fn exempts(self, keys: Vec<Text>, status: Status) -> Verdict {
        let word = match status {
            Status::Pass => "passed",
            _ => "skipped",
        };
        let message = format!("rule is {word} due to policy exception: {}", keys.join(", "));
        Verdict {
            exceptions: keys,
            reason: Reason::Exception,
            ..self.says(Text::const_new("exception"), status, message)
        }
    }
}
