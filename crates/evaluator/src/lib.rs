//! What evaluation in every policy language shares: verdicts, the evaluation, its observer, selection.

mod observer;
mod verdict;

pub use observer::{AlternativeFailure, ConditionStep, Nobody, Observer};
pub use verdict::{Phase, PolicyName, Reason, Status, Verdict};
