//! Why a condition has no answer.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionError {
    UnknownOperator {
        name: String,
    },
    /// The deprecated operators take lists of strings only; upstream crashes on others.
    NotStrings {
        operator: &'static str,
    },
    Steps {
        limit: u64,
    },
}

impl std::error::Error for ConditionError {}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Upstream's text, which does not name the operator.
            ConditionError::UnknownOperator { .. } => {
                f.write_str("failed to create handler for condition operator: %!w(<nil>)")
            }
            ConditionError::NotStrings { operator } => {
                write!(
                    f,
                    "the key of `{operator}` is a list with items that are no strings"
                )
            }
            ConditionError::Steps { limit } => {
                write!(f, "deciding the condition takes more than {limit} steps")
            }
        }
    }
}
