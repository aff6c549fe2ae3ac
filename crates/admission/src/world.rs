//! The world as expressions of one request may ask for it.

use sekisho_cel::{Fault, Meter, Value};
use sekisho_kubernetes::cel::authz::{self, Authorizer, ResourceCheck};
use sekisho_kubernetes::{Facts, Request, User};

use crate::World;

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
