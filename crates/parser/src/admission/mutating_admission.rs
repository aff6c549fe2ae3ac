//! MutatingAdmissionPolicy (admission reference §4.1).

use sekisho_document::Cursor;

use super::constraints::{MatchConstraints, match_constraints};
use super::expression::{self, Mutation, NamedExpression};
use super::failure_policy;
use super::native::{ParamKind, param_kind};
use crate::classic::FailurePolicy;
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A MutatingAdmissionPolicy as it was written. Its bindings are read as those of a
/// ValidatingAdmissionPolicy: they only have no actions.
#[derive(Debug, Clone)]
pub struct MutatingAdmissionPolicy {
    pub meta: Meta,
}

/// What a MutatingAdmissionPolicy says.
#[derive(Debug, Clone)]
pub struct MutatingAdmissionSpec<'t> {
    pub at: Cursor<'t>,
    pub param_kind: Option<ParamKind<'t>>,
    pub constraints: Option<MatchConstraints<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
    pub variables: Vec<NamedExpression<'t>>,
    pub mutations: Vec<Mutation<'t>>,
    pub failure_policy: FailurePolicy,
    /// `Never` or `IfNeeded`.
    pub reinvocation: Option<Located<&'t str>>,
}

impl MutatingAdmissionPolicy {
    #[must_use]
    pub fn spec(&self) -> MutatingAdmissionSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        MutatingAdmissionSpec {
            at,
            param_kind: param_kind(look, at),
            constraints: match_constraints(at, "matchConstraints"),
            match_conditions: expression::named(look, at, "matchConditions"),
            variables: expression::named(look, at, "variables"),
            mutations: expression::mutations(look, at),
            failure_policy: failure_policy(look, at).unwrap_or(FailurePolicy::Fail),
            reinvocation: look.text(at, "reinvocationPolicy"),
        }
    }
}
