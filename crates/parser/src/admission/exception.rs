//! PolicyException of `policies.kyverno.io` (CEL policies reference §7.9).

use sekisho_document::Cursor;

use super::expression::{self, NamedExpression};
use crate::look::Look;
use crate::policy::{Located, Meta};

/// An exception from CEL policies as it was written.
#[derive(Debug, Clone)]
pub struct CelException {
    pub meta: Meta,
}

/// What such an exception says.
#[derive(Debug, Clone)]
pub struct CelExceptionSpec<'t> {
    pub at: Cursor<'t>,
    pub policy_refs: Vec<PolicyRef<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
    pub images: Vec<Located<&'t str>>,
    pub allowed_values: Vec<Located<&'t str>>,
    /// `reportResult: pass`: what is exempt passes instead of being skipped.
    pub passes: bool,
}

/// A policy that an exception is for.
#[derive(Debug, Clone, Copy)]
pub struct PolicyRef<'t> {
    pub at: Cursor<'t>,
    pub name: Located<&'t str>,
    pub kind: Located<&'t str>,
}

impl CelException {
    #[must_use]
    pub fn spec(&self) -> CelExceptionSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        let refs = look.maps(at, "policyRefs").into_iter();
        CelExceptionSpec {
            at,
            policy_refs: refs
                .map(|at| PolicyRef {
                    at,
                    name: look.text_or_empty(at, "name"),
                    kind: look.text_or_empty(at, "kind"),
                })
                .collect(),
            match_conditions: expression::named(look, at, "matchConditions"),
            images: look.texts(at, "images"),
            allowed_values: look.texts(at, "allowedValues"),
            passes: look
                .text(at, "reportResult")
                .is_some_and(|result| result.value == "pass"),
        }
    }
}
