//! Match conditions: a request is a policy's business only if all of them hold (admission reference §2.7).

use sekisho_document::Text;
use sekisho_kubernetes::validation::aggregate;

use crate::budget::{self, Budget, OutOfBudget};
use crate::{Activation, Expression, Place};

/// One match condition.
#[derive(Debug, Clone)]
pub struct Condition {
    pub name: Text,
    pub expression: Expression,
}

/// What a list of conditions says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matched {
    All,
    /// The first that does not hold, whatever else failed.
    Not(Text),
    /// None is false and some can not be decided: the failure policy decides.
    Undecided(String),
}

/// Evaluates a list of conditions, all of them: a false one counts more than an error before it.
#[must_use]
pub fn matched<'a>(
    conditions: &'a [Condition],
    place: &Place,
    activation: &Activation<'_, 'a>,
    budget: Budget,
) -> Matched {
    let mut budget = budget;
    let mut troubles = Vec::new();
    let mut not = None;
    for condition in conditions {
        match budget::evaluate(&condition.expression, place, activation, &mut budget) {
            Ok(Ok(value)) => {
                if value.as_bool() == Some(false) && not.is_none() {
                    not = Some(condition.name.clone());
                }
            }
            Ok(Err(trouble)) => troubles.push(condition.expression.blame(&trouble)),
            Err(OutOfBudget) => return Matched::Undecided(OutOfBudget::TEXT.to_owned()),
        }
    }
    match not {
        Some(name) => Matched::Not(name),
        None if troubles.is_empty() => Matched::All,
        None => Matched::Undecided(aggregate(troubles)),
    }
}
