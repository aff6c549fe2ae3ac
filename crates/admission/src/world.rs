//! The world as expressions of one request may ask for it.

use sekisho_cel::{Fault, Meter, Value};
use sekisho_document as document;
use sekisho_kubernetes::cel::authz::{self, Authorizer, ResourceCheck};
use sekisho_kubernetes::{Facts, Request, User};

use crate::World;
use crate::constraints::{MatchError, namespace};
use crate::status::{self, Status};

/// Answers what Kubernetes' functions ask: the authorizer.
pub struct RequestWorld<'r> {
    pub user: &'r User,
    pub facts: &'r dyn Facts,
}

impl<'a> World<'a> for RequestWorld<'_> {
    fn answer(&self, function: &str, arguments: &[Value<'a>], _: &mut Meter) -> Result<Value<'a>, Fault> {
        let answer = authz::answer(function, arguments, self.user, self.facts);
        answer.unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}

impl std::fmt::Debug for RequestWorld<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RequestWorld({})", self.user.name)
    }
}

/// The variables that questions to the authorizer begin with.
#[must_use]
pub fn authorizer<'a>(request: &Request) -> [(&'static str, Value<'a>); 2] {
    [
        ("authorizer", Value::opaque(Authorizer::default())),
        (
            "authorizer.requestResource",
            Value::opaque(ResourceCheck::of(request)),
        ),
    ]
}

/// The stored namespace of the object of a request. Namespaces themselves have none here.
///
/// # Errors
/// There is none, or nobody knows: the request is refused.
pub fn namespace_of(request: &Request, facts: &dyn Facts) -> Result<Option<document::Value>, Box<Status>> {
    let is_namespace = request.kind.group.is_empty() && request.kind.kind == "Namespace";
    if request.namespace.is_empty() || is_namespace {
        return Ok(None);
    }
    namespace(&request.namespace, facts).map(Some).map_err(|error| {
        Box::new(match &error {
            MatchError::NamespaceNotFound(name) => status::not_found("namespaces", name),
            _ => status::internal(&error.to_string()),
        })
    })
}
