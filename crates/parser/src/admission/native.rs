//! ValidatingAdmissionPolicy (admission reference §3.1).

use sekisho_document::Cursor;

use super::constraints::{MatchConstraints, match_constraints};
use super::expression::{self, AuditAnnotation, NamedExpression, Validation};
use super::failure_policy;
use crate::classic::FailurePolicy;
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A ValidatingAdmissionPolicy as it was written.
#[derive(Debug, Clone)]
pub struct AdmissionPolicy {
    pub meta: Meta,
}

/// What a ValidatingAdmissionPolicy says.
#[derive(Debug, Clone)]
pub struct AdmissionSpec<'t> {
    pub at: Cursor<'t>,
    pub param_kind: Option<ParamKind<'t>>,
    pub constraints: Option<MatchConstraints<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
    pub variables: Vec<NamedExpression<'t>>,
    pub validations: Vec<Validation<'t>>,
    pub audit_annotations: Vec<AuditAnnotation<'t>>,
    pub failure_policy: FailurePolicy,
}

/// The kind of the objects that bindings may give as parameters.
#[derive(Debug, Clone, Copy)]
pub struct ParamKind<'t> {
    pub at: Cursor<'t>,
    pub api_version: Located<&'t str>,
    pub kind: Located<&'t str>,
}

impl AdmissionPolicy {
    #[must_use]
    pub fn spec(&self) -> AdmissionSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        AdmissionSpec {
            at,
            param_kind: param_kind(look, at),
            constraints: match_constraints(at, "matchConstraints"),
            match_conditions: expression::named(look, at, "matchConditions"),
            variables: expression::named(look, at, "variables"),
            validations: expression::validations(look, at, "validations"),
            audit_annotations: expression::audit_annotations(look, at),
            failure_policy: failure_policy(look, at).unwrap_or(FailurePolicy::Fail),
        }
    }
}

pub(super) fn param_kind<'t>(look: &mut Look, at: Cursor<'t>) -> Option<ParamKind<'t>> {
    let at = look.map(at, "paramKind")?;
    Some(ParamKind {
        at,
        api_version: look.text_or_empty(at, "apiVersion"),
        kind: look.text_or_empty(at, "kind"),
    })
}
