//! MutatingAdmissionPolicy (admission reference §4).

mod check;
mod dispatch;
mod evaluate;
mod plan;

pub use check::{binding_faults, policy_faults};
pub use dispatch::{Outcome, Policies, Round, Said, admit, dispatch};
pub use evaluate::{Done, Failure, Mutating, Subject, condition, mutated};
pub use plan::{Environments, Plan, compile};

#[cfg(test)]
mod tests;
