//! Many plans in order, one outcome: the one door to evaluation for the rim.
//!
//! [`Chain::load`] takes what was read and decides everything that needs no request. A chain is immutable
//! and shared between threads. [`Chain::run`] judges one object as Kyverno's command line or a cluster does;
//! [`Chain::admit`] judges one admission request.

mod chain;
mod codes;
mod driver;
mod generated;
mod given;
mod handler;
mod index;
mod outcome;
mod server;
mod strays;
mod world;

pub use chain::{Chain, Plan, Refused, left_out};
pub use codes::CODES;
pub use driver::Run;
pub use generated::{Generated, generated};
pub use given::Given;
pub use handler::{Admission, Duty, Filters, Handler, roles_of};
pub use outcome::{Outcome, Response};
pub use world::FactsWorld;
// The parts of a plan that the rim looks at, so that it need not know the languages.
pub use sekisho_admission::kyverno::{CODES as ADMISSION_CODES, NativePlan, ValidatingPlan};
pub use sekisho_classic::{Action, CheckPlan, FailurePolicy, PolicyPlan, RuleBody, effective_action};
