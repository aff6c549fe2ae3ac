//! The classic Kyverno language: compiles ClusterPolicy, Policy and PolicyException, evaluates them.

pub mod conditions;
pub mod leaf;
pub mod overlay;
pub mod print;
