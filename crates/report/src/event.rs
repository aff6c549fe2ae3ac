//! What a run says, one event after the other: the matter of every format.
//!
//! Places are spans into the [`Sources`](sekisho_diagnostics::Sources) that come with each event. A
//! resource file is in that list only while its objects are told of, because a run reads more text than
//! it can keep: a format that collects must resolve places when it gets the event.

use std::time::Duration;

use sekisho_diagnostics::{Diagnostic, Label, Span};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Status, Verdict};
use sekisho_kubernetes::resource::Identity;

/// One thing that a run says.
#[derive(Debug, Clone, Copy)]
pub enum Event<'e> {
    /// About what was read: policies, resources, tests, flags.
    Diagnostic(&'e Diagnostic),
    /// One object was judged; also when no rule had anything to say.
    Judged(&'e Judged<'e>),
    /// One test case was compared.
    Case(&'e Case),
    /// The run ended; the last event.
    Summary(&'e Summary),
}

/// One object and what the policies say of it.
#[derive(Debug, Clone)]
pub struct Judged<'e> {
    pub identity: &'e Identity,
    /// As it was read: with its namespace, before any mutation.
    pub object: &'e Value,
    /// As it came to the policies: in a cluster with the defaults of its kind.
    pub received: &'e Value,
    pub place: ObjectPlace<'e>,
    /// In the order of the engine. Never empty for a rule that answered.
    pub answers: Vec<Answer<'e>>,
    /// The object after all mutations, where they changed it; without defaults that were not written.
    pub changed: Option<&'e Value>,
}

/// Where an object comes from.
#[derive(Debug, Clone, Copy)]
pub struct ObjectPlace<'e> {
    /// The file as the user named it.
    pub file: &'e str,
    /// Position among the documents of the file that are not blank, from zero.
    pub document: usize,
    /// Positions in `items`, from the outermost list in; empty for a document that is no list.
    pub item: &'e [usize],
    /// The document in its file.
    pub span: Option<Span>,
}

/// One verdict and how it counts.
#[derive(Debug, Clone)]
pub struct Answer<'e> {
    pub verdict: &'e Verdict,
    /// The status that counts: a failure of a policy that is not scored, or of one that audits where that
    /// was asked for, is a warning.
    pub status: Status,
    /// Whether the rule only audits: its failure would not keep the object out of the cluster.
    pub audits: bool,
    /// What a cluster does when the policy cannot answer, where that is known.
    pub webhook: Option<WebhookFailure>,
    /// Which part of Kyverno would give this answer, where that is known.
    pub process: Option<Process>,
    /// The part of the object that is at fault, or the closest that is there.
    pub place: Option<Span>,
    /// Further places in object and policy, and the text under `place` (a label with the same span).
    pub labels: Vec<Label>,
    pub help: Vec<String>,
}

/// What happens to a request when a policy cannot answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookFailure {
    /// It is denied: `failurePolicy: Fail`.
    Closed,
    /// It is admitted: `failurePolicy: Ignore`.
    Open,
}

/// Which part of Kyverno asks a policy; policy reports name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Process {
    /// The policy has `background`.
    BackgroundScan,
    /// The policy has only `admission`.
    AdmissionReview,
}

/// How often each status was given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub pass: u64,
    pub fail: u64,
    pub warn: u64,
    pub error: u64,
    pub skip: u64,
}

/// Why rules were skipped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Skips {
    pub preconditions: u64,
    pub exceptions: u64,
    pub others: u64,
}

/// One document of a test file, compared.
#[derive(Debug, Clone)]
pub struct Case {
    /// The test file as the user named it.
    pub file: String,
    /// Position of the document in its file.
    pub document: usize,
    /// `metadata.name`; may be empty.
    pub name: String,
    pub rows: Vec<Row>,
    /// Why the case could not be run; then there are no rows.
    pub error: Option<String>,
}

/// One row of the table of a test.
#[derive(Debug, Clone)]
pub struct Row {
    /// As the entry writes it.
    pub policy: String,
    /// The rule that answered, or the one that the entry names.
    pub rule: String,
    /// `apps/v1/Deployment/shop/web`.
    pub resource: String,
    /// The operation of an extra run; empty for the default run.
    pub operation: String,
    pub result: RowResult,
    pub reason: RowReason,
    /// Of the rule, of the difference, or of the validator.
    pub message: String,
    /// The entry of `results`.
    pub place: Option<Span>,
    /// What an object should have become and what it became, where they differ.
    pub difference: Option<(Value, Value)>,
}

/// How a row ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowResult {
    Pass,
    /// The policy is refused, so nothing was evaluated; counts as passed.
    Skip,
    Fail,
}

/// Why a row ends so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowReason {
    Ok,
    /// No rule answered; counts as passed.
    Excluded,
    /// No response of the policy at all.
    NotFound,
    /// The policy is refused by the load-time checks; counts as passed.
    InvalidPolicy,
    /// A file with an expected object cannot be read.
    ResourceError,
    /// The object differs from the expected one.
    ResourceDiff,
    Want {
        expected: Text,
        got: Status,
    },
    /// Needs a part of the engine that is not there yet.
    NotEvaluated,
}

/// What a run did, and how it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// `check`, `apply`, `test`.
    pub command: &'static str,
    pub objects: u64,
    /// Files with objects.
    pub files: u64,
    pub policies: u64,
    /// After autogen.
    pub rules: u64,
    pub exceptions: u64,
    pub counts: Counts,
    pub skips: Skips,
    /// Objects that mutations changed.
    pub changed: u64,
    /// What could not be judged: unreadable documents, policies that do not compile, errors, unanswered
    /// questions.
    pub not_judged: u64,
    /// Only of `test`.
    pub tests: Option<TestCounts>,
    /// Only where somebody watches: the same input gives the same bytes.
    pub time: Option<Duration>,
}

/// Rows of tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TestCounts {
    pub cases: u64,
    /// With those that count as passed without an evaluation.
    pub passed: u64,
    pub failed: u64,
    pub excluded: u64,
    pub invalid: u64,
    /// Cases that could not be run.
    pub broken: u64,
}

impl Summary {
    /// The summary of a command that has done nothing yet.
    #[must_use]
    pub fn nothing(command: &'static str) -> Summary {
        Summary {
            command,
            objects: 0,
            files: 0,
            policies: 0,
            rules: 0,
            exceptions: 0,
            counts: Counts::default(),
            skips: Skips::default(),
            changed: 0,
            not_judged: 0,
            tests: None,
            time: None,
        }
    }
}

impl Counts {
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            pass: self.pass + other.pass,
            fail: self.fail + other.fail,
            warn: self.warn + other.warn,
            error: self.error + other.error,
            skip: self.skip + other.skip,
        }
    }

    pub fn add(&mut self, status: Status) {
        match status {
            Status::Pass => self.pass += 1,
            Status::Fail => self.fail += 1,
            Status::Warn => self.warn += 1,
            Status::Error => self.error += 1,
            Status::Skip => self.skip += 1,
        }
    }
}

impl RowReason {
    /// The words of Kyverno's table.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            RowReason::Ok => "Ok".to_owned(),
            RowReason::Excluded => "Excluded".to_owned(),
            RowReason::NotFound => "Not found".to_owned(),
            RowReason::InvalidPolicy => "Invalid Policy".to_owned(),
            RowReason::ResourceError => "Resource error".to_owned(),
            RowReason::ResourceDiff => "Resource diff".to_owned(),
            RowReason::Want { expected, got } => format!("Want {expected}, got {}", got.word()),
            RowReason::NotEvaluated => "Not evaluated yet".to_owned(),
        }
    }
}

impl RowResult {
    /// The word of Kyverno's table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RowResult::Pass => "Pass",
            RowResult::Skip => "Skip",
            RowResult::Fail => "Fail",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_as_in_the_table() {
        let want = RowReason::Want {
            expected: Text::new("fail"),
            got: Status::Pass,
        };
        assert_eq!(want.text(), "Want fail, got pass");
        assert_eq!(RowReason::NotFound.text(), "Not found");
    }

    #[test]
    fn every_status_is_counted_as_itself() {
        let mut counts = Counts::default();
        for status in [
            Status::Pass,
            Status::Skip,
            Status::Warn,
            Status::Fail,
            Status::Error,
            Status::Fail,
        ] {
            counts.add(status);
        }
        let expected = Counts {
            pass: 1,
            fail: 2,
            warn: 1,
            error: 1,
            skip: 1,
        };
        assert_eq!(counts, expected);
    }
}
