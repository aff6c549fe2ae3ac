//! What the gate says about one request.

use std::time::Duration;

use sekisho_document::{Text, Value};
use sekisho_kubernetes::Request;

/// The end of a request, and how it came to it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The Status that refuses the request; nothing of it is kept then.
    pub denial: Option<Value>,
    /// The request as the last gate saw it.
    pub request: Request,
    pub warnings: Vec<String>,
    /// Sorted by key.
    pub audit: Vec<(String, String)>,
    /// Every link that was looked at, in order.
    pub steps: Vec<Step>,
    /// Questions that nobody answered, hooks among them.
    pub unanswered: Vec<String>,
    /// How long hooks took, as far as they said it.
    pub elapsed: Duration,
    /// Several hooks refused the request: which of them the client reads about depends on who is faster.
    pub is_race: bool,
}

/// One link, looked at once.
#[derive(Debug, Clone)]
pub struct Step {
    pub link: Text,
    /// The first or the second pass of the mutating chain; judging has one pass.
    pub pass: u8,
    pub result: StepResult,
    /// The object that the next link sees.
    pub after: Option<Value>,
}

/// What became of a link.
#[derive(Debug, Clone, PartialEq)]
pub enum StepResult {
    /// It is not asked, because this layer keeps the request away.
    Away(Layer),
    /// In the second pass: nothing that it has not seen.
    NotAgain,
    Allowed,
    Changed,
    /// It gave no valid answer, and the request goes on without it.
    FailedOpen(String),
    /// It gave no valid answer, and that refuses the request.
    Failed(String),
    Denied(String),
}

/// What can keep a request away from a link, as a reader of the configuration thinks of it (admission
/// reference §2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The server never asks about this resource.
    Exempt,
    Rules,
    NamespaceSelector,
    ObjectSelector,
    MatchConditions,
}
