//! The classic Kyverno language: compiles ClusterPolicy, Policy and PolicyException, evaluates them.
//!
//! [`check`] runs the load-time checks of a policy, [`compile`] decides what needs no request, [`validate`]
//! judges one request by one plan, [`mutate()`] changes its object.

mod action;
pub mod autogen;
mod cel;
mod check;
mod compile;
pub mod conditions;
mod context;
mod entry;
mod exception;
mod field;
pub mod leaf;
mod message;
pub mod mutate;
pub mod overlay;
mod plan;
pub mod pod_security;
pub mod print;
mod selection;
mod template;
mod validate;

pub use action::{Overrides, Paths, effective as effective_action, in_admission, paths};
pub use cel::{CelPlan, Environments, Gate};
pub use compile::{check, compile, expanded_rules};
pub use context::merge;
pub use mutate::{MutatePlan, Mutated, mutate};
pub use plan::{
    CheckPlan, ConditionPlan, ConditionsPlan, GeneratedRules, LoopPlan, PatternPlan, PolicyPlan, RuleBody,
    RulePlan, ValidatePlan,
};
pub use sekisho_parser::classic::{Action, FailurePolicy};
pub use selection::{Candidate, Selection};
pub use validate::{Job, RuleValue, validate};
