//! Who watches an evaluation step by step.

use crate::fault::Fault;
use crate::value::Value;

/// Told the value of each sub-expression, innermost first.
///
/// Evaluation is generic over its observer; with [`Unobserved`] nothing is left of it.
pub trait Observer {
    /// Whether anybody looks: evaluation skips the work that only an observer would see.
    const WATCHES: bool = true;

    /// A sub-expression gave a value or failed. `at` is where it is reported: the byte of its operator,
    /// bracket or first letter. A failure may still be made up for by what lies around it.
    fn expression(&mut self, at: u32, value: Result<&Value<'_>, &Fault>);
}

/// The observer that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;

    fn expression(&mut self, _at: u32, _value: Result<&Value<'_>, &Fault>) {}
}
