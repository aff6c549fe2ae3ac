//! ValidatingAdmissionPolicy (admission reference §3).

mod audit;
mod check;
mod dispatch;
mod evaluate;
mod nil;
mod params;
mod plan;
mod seen;

pub use check::{binding_faults, policy_faults};
pub use dispatch::{Outcome, Policies, Said, Server, dispatch};
pub use evaluate::{Annotation, Decision, Validated, Verdict, evaluate};
pub use params::Params;
pub use plan::{
    Action, AuditAnnotation, Binding, Environments, ParamRef, Plan, Validation, compile, compile_spec,
};
pub use seen::Seen;

#[cfg(test)]
mod tests;
