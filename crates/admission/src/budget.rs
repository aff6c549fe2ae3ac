//! How much the expressions of one evaluation of a policy may cost together (admission reference §3.10).

use sekisho_cel::Value;

use crate::{Activation, Expression, Place, Trouble};

/// What is left to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    left: u64,
}

/// The budget is spent: nothing of the list is worth anything any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

impl OutOfBudget {
    pub const TEXT: &str =
        "validation failed due to running out of cost budget, no further validation rules will be run";
}

impl Budget {
    /// For the validations of a policy with their messages, of one request and, where there are parameters, of
    /// one parameter; its audit annotations have another one.
    pub const VALIDATIONS: Budget = Budget { left: 10_000_000 };
    /// For a list of match conditions.
    pub const CONDITIONS: Budget = Budget { left: 2_500_000 };

    #[must_use]
    pub const fn of(units: u64) -> Budget {
        Budget { left: units }
    }

    fn spend(&mut self, units: u64) -> Result<(), OutOfBudget> {
        if units > self.left {
            self.left = 0;
            return Err(OutOfBudget);
        }
        self.left -= units;
        Ok(())
    }
}

/// Evaluates one expression and pays for it and for the variables it was the first to use.
///
/// # Errors
/// The budget does not suffice.
pub fn evaluate<'a>(
    expression: &'a Expression,
    place: &Place,
    activation: &Activation<'_, 'a>,
    budget: &mut Budget,
) -> Result<Result<Value<'a>, Trouble>, OutOfBudget> {
    let (value, cost) = activation.evaluate(expression, place);
    budget.spend(activation.take_spent())?;
    budget.spend(cost)?;
    Ok(value)
}
