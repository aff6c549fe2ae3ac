//! MutatingPolicy and NamespacedMutatingPolicy (CEL policies reference §7.6).

mod autogen;
mod compile;
mod evaluate;
mod plan;

pub use compile::compile_mutating;
pub use evaluate::{mutate, mutate_target};
pub use plan::{MutatingPlan, MutatingVariant, TargetPlan};

#[cfg(test)]
mod tests;
