//! CEL as policies see it: the libraries of Kubernetes, the types of what policies are told, and the
//! environment of each place where an expression may stand.

pub mod authz;
mod cidr;
mod environment;
mod format;
mod ip;
mod jsonpatch;
pub mod kyverno;
mod lists;
mod objects;
mod quantity;
mod regex;
mod request;
mod semver;
mod typecheck;
mod url;
mod variables;

pub use cidr::{CIDR, CidrValue};
pub use environment::{Place, Row, Variable, environment, prepare, row};
pub use format::FORMAT;
pub use ip::{IP, IpValue};
pub use jsonpatch::{JSON_PATCH, JsonPatchError, OBJECT, PATCH, applied, configuration, name_fault, patched};
pub use lists::{LISTS, LISTS_BEFORE_INCLUDES};
pub use objects::{NAMESPACE, REQUEST};
pub use quantity::{QUANTITY, QuantityValue};
pub use regex::REGEX;
pub use request::{Told, known_namespace, namespace, request};
pub use semver::{SEMVER, SemverValue};
pub use typecheck::{TypeCheck, TypeWarning};
pub use url::{URL, UrlValue};
pub use variables::{PolicyVariables, VariableTypes};

use sekisho_cel::Library;

/// The libraries that Kubernetes adds to the language.
pub const KUBERNETES: &[&Library] = &[
    &authz::AUTHORIZATION,
    &CIDR,
    &FORMAT,
    &IP,
    &LISTS,
    &QUANTITY,
    &REGEX,
    &SEMVER,
    &URL,
];

/// Those that Kyverno's generating and deleting policies have too.
pub const WITHOUT_AUTHORIZER: &[&Library] = &[
    &CIDR,
    &FORMAT,
    &IP,
    &LISTS_BEFORE_INCLUDES,
    &QUANTITY,
    &REGEX,
    &SEMVER,
    &URL,
];

#[cfg(test)]
mod tests;
