//! Conditions: one key, one operator, one value; and how several make one answer (engine reference §4).

mod combine;
mod error;
pub mod operators;
mod reading;
mod steps;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use sekisho_document::Value;
use sekisho_evaluator::{ConditionStep, Observer};
use sekisho_kubernetes::Limits;

pub use combine::{AnyAll, Condition, Decision, all_then_any, any_all, every, every_set};
pub use error::ConditionError;
pub use operators::Operator;

use operators::{Prepared, Spelling};
use steps::Steps;

/// The operator of a condition and, if it needs no request, its value: read once.
#[derive(Debug, Clone)]
pub struct Comparison {
    operator: &'static Operator,
    /// The operator was written in another case than the reference compares it with later on.
    misspelled: bool,
    value: Option<Prepared<'static>>,
}

impl Comparison {
    /// Finds the operator. Upper and lower case do not matter here, but the numeric operators never hold
    /// when they are written in another case (engine reference §4.1).
    ///
    /// # Errors
    /// When there is no such operator; the text is the engine's.
    pub fn compile(operator: &str) -> Result<Comparison, ConditionError> {
        let found = operators::find(operator).ok_or_else(|| ConditionError::UnknownOperator {
            name: operator.to_owned(),
        })?;
        Ok(Comparison {
            operator: found,
            misspelled: found.spelling == Spelling::Exact && !found.is_called(operator),
            value: None,
        })
    }

    /// The same comparison with a value that holds no placeholders.
    #[must_use]
    pub fn with_value(self, value: &Value) -> Comparison {
        Comparison {
            value: Some((self.operator.prepare)(value).into_owned()),
            ..self
        }
    }

    #[must_use]
    pub fn operator(&self) -> &'static Operator {
        self.operator
    }
}

/// Decides one condition. `value` is not read when the comparison knows its value already.
///
/// # Errors
/// When deciding takes more steps than allowed, or where the engine itself breaks down.
pub fn decide(
    comparison: &Comparison,
    key: &Value,
    value: &Value,
    limits: &Limits,
) -> Result<bool, ConditionError> {
    if comparison.misspelled || key.is_null() {
        return Ok(false);
    }
    let mut steps = Steps::new(limits.comparison_steps);
    match &comparison.value {
        Some(value) => value.holds(key, &mut steps),
        None => (comparison.operator.prepare)(value).holds(key, &mut steps),
    }
}

/// Decides the condition at a position of its list and tells the observer.
///
/// # Errors
/// As [`decide`].
pub fn observe<O: Observer>(
    comparison: &Comparison,
    index: usize,
    key: &Value,
    value: &Value,
    limits: &Limits,
    observer: &mut O,
) -> Result<bool, ConditionError> {
    let holds = decide(comparison, key, value, limits)?;
    if O::WATCHES {
        observer.condition(&ConditionStep {
            index,
            key,
            operator: comparison.operator.name,
            value,
            holds,
        });
    }
    Ok(holds)
}

/// A key or value as the engine hands it to an operator: a number that is the whole operand becomes a
/// float, numbers inside lists and maps stay as they are (engine reference §0.2, §4.1).
#[must_use]
pub fn literal(operand: &Value) -> Cow<'_, Value> {
    match operand {
        Value::Int(_) | Value::UInt(_) => operand
            .as_f64()
            .map_or(Cow::Borrowed(operand), |number| Cow::Owned(Value::Float(number))),
        Value::Null
        | Value::Bool(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::List(_)
        | Value::Map(_) => Cow::Borrowed(operand),
    }
}
