//! ValidatingAdmissionPolicy (admission reference §3).

mod audit;
mod check;
mod dispatch;
mod evaluate;
mod nil;
pub mod params;
pub(crate) mod plan;
pub(crate) mod seen;

pub use check::{binding_faults, policy_faults};
pub use dispatch::{Outcome, Policies, Said, Server, dispatch};
pub use evaluate::{Annotation, Decision, Validated, Verdict, evaluate};
pub use params::ParamsError;
pub use plan::{
    Action, AuditAnnotation, Binding, Environments, ParamRef, Plan, Validation, compile, compile_spec,
};
pub use seen::Seen;

#[cfg(test)]
mod tests;
