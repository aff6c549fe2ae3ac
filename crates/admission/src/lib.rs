//! Policies that the API server evaluates itself, and Kyverno's kinds that are built like them: what they
//! match, their conditions, variables, expressions and messages.

mod activation;
pub mod budget;
pub mod conditions;
pub mod constraints;
mod expression;
pub mod kyverno;
pub mod messages;
mod remembered;
mod variables;

pub use activation::{Activation, NoWorld, Place, World};
pub use expression::{Deferred, Expression, Refused, Returns, Trouble};
pub use remembered::Remembered;
pub use variables::{Variable, Variables, Wording};

#[cfg(test)]
mod tests;
