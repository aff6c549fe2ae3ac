//! Kyverno's own kinds with CEL, as its engine runs them (CEL policies reference §7).
//!
//! [`compile`] turns a ValidatingPolicy and the exceptions for it into a plan: the policy of the author and
//! the variants that autogen makes for pod controllers. [`validate`] judges one request by one variant.

pub mod autogen;
mod compile;
mod exception;
mod faults;
mod libraries;
mod mutating;
mod native;
mod plan;
mod traffic;
mod validate;
mod voice;

pub use compile::{Environments, Refusal, compile};
pub use exception::text_of;
pub use faults::{CODES, diagnostics, expression_place, native_faults};
pub use libraries::{Asking, receivers};
pub use mutating::{MutatingPlan, MutatingVariant, TargetPlan, compile_mutating, mutate, mutate_target};
pub use native::{NativeCase, NativePlan, in_cluster, validate_native};
pub use plan::{Annotation, Check, ExceptionPlan, ValidatingPlan, Variant};
pub use traffic::answer_request;
pub use validate::{Answer, Case, given, given_json, validate};

#[cfg(test)]
mod tests;
