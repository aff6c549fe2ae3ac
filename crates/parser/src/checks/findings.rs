//! What the checks find, and what Kyverno would say.

use std::collections::HashSet;

use sekisho_diagnostics::{Diagnostic, Severity};
use sekisho_kubernetes::Order;

use crate::parsed::CliFate;

/// One thing a check found.
#[derive(Debug, Clone)]
pub struct Finding {
    pub diagnostic: Diagnostic,
    /// With what Kyverno refuses the policy; nothing when it only warns or does not notice.
    pub refusal: Option<Refusal>,
    /// Whose loading finds it; both when nothing.
    pub only: Option<Order>,
    place: Place,
}

/// With what text Kyverno refuses a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The whole text; nothing after it is checked.
    Text(String),
    /// One of several faults that are listed together.
    Field(String),
}

/// Where Kyverno's validation is when it finds something: it stops at the first refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    step: Step,
    rule: usize,
}

/// The steps of Kyverno's validation (engine reference §1.8), in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Namespace,
    Variables,
    Structure,
    Overrides,
    Processing,
    Kinds,
    Rules,
}

/// Everything the checks found.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    pub findings: Vec<Finding>,
}

impl Checked {
    pub(super) fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The text with which Kyverno refuses the policy, on a cluster or on its command line.
    #[must_use]
    pub fn refusal(&self, order: Order) -> Option<String> {
        let refusing = || {
            self.findings
                .iter()
                .filter(|finding| finding.holds(order) && finding.refusal.is_some())
        };
        let first = refusing().map(|finding| finding.place).min()?;
        let mut fields = Vec::new();
        for finding in refusing().filter(|finding| finding.place == first) {
            match &finding.refusal {
                Some(Refusal::Text(text)) if fields.is_empty() => return Some(text.clone()),
                Some(Refusal::Field(text)) => fields.push(text.clone()),
                Some(Refusal::Text(_)) | None => {}
            }
        }
        Some(sekisho_kubernetes::validation::aggregate(fields))
    }

    /// What Kyverno's command line does with a policy that could be read.
    #[must_use]
    pub fn fate(&self) -> CliFate {
        match self.refusal(Order::KyvernoCli) {
            Some(text) => CliFate::Invalid { text },
            None => CliFate::Loaded,
        }
    }

    /// The diagnostics, in the order of the checks. What the rules that autogen made repeat is said once.
    #[must_use]
    pub fn diagnostics(&self, order: Order) -> Vec<Diagnostic> {
        let mut said = HashSet::new();
        self.findings
            .iter()
            .filter(|finding| finding.holds(order))
            .map(|finding| &finding.diagnostic)
            .filter(|new| said.insert((new.code, new.primary, new.message.as_str())))
            .cloned()
            .collect()
    }

    /// Whether anything was found that leaves the policy out.
    #[must_use]
    pub fn is_refused(&self, order: Order) -> bool {
        self.findings.iter().any(|finding| {
            finding.holds(order)
                && (finding.refusal.is_some() || finding.diagnostic.severity == Severity::Error)
        })
    }
}

impl Finding {
    /// A fault of a free part, found while the rules were read: Kyverno fails to decode it.
    pub(super) fn of_reading(diagnostic: Diagnostic) -> Finding {
        let text = diagnostic.message.clone();
        let place = Place {
            step: Step::Rules,
            rule: 0,
        };
        Finding {
            diagnostic,
            refusal: Some(Refusal::Text(text)),
            only: None,
            place,
        }
    }

    fn holds(&self, order: Order) -> bool {
        self.only.is_none_or(|only| only == order)
    }
}

/// Takes the findings of one check.
pub(super) struct Report<'c> {
    checked: &'c mut Checked,
    place: Place,
}

impl<'c> Report<'c> {
    pub(super) fn new(checked: &'c mut Checked, step: Step) -> Report<'c> {
        Report {
            checked,
            place: Place { step, rule: 0 },
        }
    }

    /// The rule that is looked at from here on, by its position after autogen.
    pub(super) fn rule(&mut self, position: usize) {
        self.place.rule = position;
    }

    /// Kyverno refuses the policy with this text.
    pub(super) fn refuse(&mut self, diagnostic: Diagnostic, text: impl Into<String>) {
        self.push(diagnostic, Some(Refusal::Text(text.into())), None);
    }

    /// The same, in one of the two ways of loading.
    pub(super) fn refuse_only(&mut self, only: Order, diagnostic: Diagnostic, text: impl Into<String>) {
        self.push(diagnostic, Some(Refusal::Text(text.into())), Some(only));
    }

    /// Kyverno lists this together with other faults of the structure, or of the images of a rule.
    pub(super) fn refuse_field(&mut self, diagnostic: Diagnostic, text: String) {
        self.push(diagnostic, Some(Refusal::Field(text)), None);
    }

    /// The same, in one of the two ways of loading.
    pub(super) fn refuse_field_only(&mut self, only: Order, diagnostic: Diagnostic, text: String) {
        self.push(diagnostic, Some(Refusal::Field(text)), Some(only));
    }

    /// Kyverno loads the policy all the same.
    pub(super) fn say(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic, None, None);
    }

    fn push(&mut self, diagnostic: Diagnostic, refusal: Option<Refusal>, only: Option<Order>) {
        self.checked.findings.push(Finding {
            diagnostic,
            refusal,
            only,
            place: self.place,
        });
    }
}
