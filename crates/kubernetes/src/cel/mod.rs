//! CEL as policies see it: the libraries of Kubernetes, the types of what policies are told, and the
//! environment of each place where an expression may stand.

mod environment;
pub mod kyverno;
mod objects;
mod variables;

pub use environment::{Place, Row, Variable, environment, row};
pub use objects::{AUTHORIZER, NAMESPACE, REQUEST, REQUEST_RESOURCE};
pub use variables::VariableTypes;

use sekisho_cel::Library;

/// The libraries that Kubernetes adds to the language.
pub const KUBERNETES: &[&Library] = &[];
