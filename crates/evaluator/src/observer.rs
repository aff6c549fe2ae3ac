//! Who watches an evaluation step by step.

use sekisho_document::Value;

use crate::Status;

/// Told about each step of an evaluation: the matter of `why`, of coverage and of traces.
///
/// Evaluation is generic over its observer, and every method does nothing by default, so [`Nobody`]
/// costs nothing. Values are borrowed: an observer that keeps them clones them.
pub trait Observer {
    /// Whether anybody looks: evaluation may skip work that only an observer would see.
    const WATCHES: bool = true;

    /// A rule begins. Everything until the matching [`Observer::rule_ends`] belongs to it.
    fn rule_begins(&mut self, _policy: &str, _rule: &str) {}

    /// A rule ended; `None` when it has nothing to say.
    fn rule_ends(&mut self, _status: Option<Status>, _message: &str) {}

    /// A filter of `match` or `exclude` was tried: where it stands (`match.any[0]`), whether it holds, and
    /// what did not fit.
    fn filter(&mut self, _at: &str, _holds: bool, _reason: &str) {}

    /// A context entry was loaded.
    fn entry(&mut self, _name: &str, _value: Result<&Value, &str>) {}

    /// A condition was decided with these operands.
    fn condition(&mut self, _condition: &ConditionStep<'_>) {}

    /// One `pattern`, or one alternative of `anyPattern`, was compared.
    fn alternative(&mut self, _index: usize, _outcome: Result<(), AlternativeFailure<'_>>) {}

    /// An element of a `foreach` begins.
    fn element(&mut self, _index: usize, _element: &Value) {}

    /// A sub-expression of a query gave a value. `text` is the sub-expression as written.
    fn expression(&mut self, _text: &str, _value: Result<&Value, &str>) {}
}

/// One condition with its operands, after substitution.
#[derive(Debug, Clone, Copy)]
pub struct ConditionStep<'a> {
    /// Position in its list.
    pub index: usize,
    pub key: &'a Value,
    pub operator: &'a str,
    pub value: &'a Value,
    pub holds: bool,
}

/// Why a pattern did not match.
#[derive(Debug, Clone, Copy)]
pub struct AlternativeFailure<'a> {
    pub message: &'a str,
    /// Path in the object, `/spec/containers/0/image/`; may be empty.
    pub path: &'a str,
    /// The pattern does not apply (an anchor was not met) rather than being violated.
    pub skipped: bool,
}

/// The observer that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Observer for Nobody {
    const WATCHES: bool = false;
}
