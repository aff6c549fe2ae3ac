//! Who watches an evaluation expression by expression.

use std::ops::Range;

use crate::{Found, QueryError};

/// Told the value of each sub-expression, innermost first.
///
/// Evaluation is generic over its observer; with [`Unobserved`] nothing is left of it.
pub trait Observer {
    /// Whether anybody looks: evaluation skips the work that only an observer would see.
    const WATCHES: bool = true;

    /// A sub-expression gave a value or failed. `text` is the sub-expression as written, `at` its bytes in
    /// the query. A failure may still be made up for by what lies around it.
    fn expression(&mut self, text: &str, at: Range<u32>, value: Result<&Found<'_>, &QueryError>);
}

/// The observer that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;

    fn expression(&mut self, _text: &str, _at: Range<u32>, _value: Result<&Found<'_>, &QueryError>) {}
}
