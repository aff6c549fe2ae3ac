//! Policies that the API server evaluates itself, and Kyverno's kinds that are built like them: what they
//! match, their conditions, variables, expressions and messages.

mod activation;
mod bound;
pub mod budget;
pub mod checks;
pub mod conditions;
pub mod constraints;
pub mod conversion;
pub mod defaulting;
pub mod exempt;
mod expression;
mod given;
pub mod kyverno;
pub mod map;
pub mod messages;
pub mod mutation;
pub mod patching;
pub mod pod_security;
pub mod reinvocation;
mod remembered;
pub mod status;
pub mod vap;
mod variables;
pub mod warnings;
pub mod world;

pub use activation::{Activation, Memory, NoWorld, Place, World};
pub use expression::{Deferred, Expression, Refused, Returns, Trouble};
pub use given::Given;
pub use remembered::Remembered;
pub use variables::{Variable, Variables, Wording};

#[cfg(test)]
mod tests;
