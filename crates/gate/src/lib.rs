//! One request through the admission of an API server: webhooks and policies in their real order, failure
//! policies, reinvocation, and the answer that the client gets (admission reference §1).

mod audit;
mod endpoint;
mod failure;
mod gate;
mod hook;
mod mutating;
mod outcome;
mod passage;
mod registry;
mod response;
mod script;
mod select;
mod validating;

pub use endpoint::{Call, Endpoint, Reply, Silent};
pub use failure::{CallFailure, FailedCall};
pub use gate::{Gate, Server};
pub use hook::{Client, Hook, HookKind, SideEffects, hooks};
pub use outcome::{Layer, Outcome, Step, StepResult};
pub use registry::{Bare, Judged, Registry};
pub use response::{Asked, Response, read};
pub use script::{Script, Scripted};

#[cfg(test)]
mod tests;
