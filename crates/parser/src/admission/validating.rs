//! ValidatingPolicy and NamespacedValidatingPolicy (CEL policies reference §7.1).

use sekisho_document::Cursor;

use super::constraints::{MatchConstraints, match_constraints};
use super::expression::{self, AuditAnnotation, NamedExpression, Validation};
use super::{controllers, failure_policy, is_on};
use crate::classic::FailurePolicy;
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A ValidatingPolicy as it was written.
#[derive(Debug, Clone)]
pub struct ValidatingPolicy {
    pub meta: Meta,
}

/// What a ValidatingPolicy says.
#[derive(Debug, Clone)]
pub struct ValidatingSpec<'t> {
    pub at: Cursor<'t>,
    pub mode: Mode,
    pub constraints: Option<MatchConstraints<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
    pub variables: Vec<NamedExpression<'t>>,
    pub validations: Vec<Validation<'t>>,
    pub audit_annotations: Vec<AuditAnnotation<'t>>,
    /// None at all means `Deny`.
    pub actions: Vec<Located<&'t str>>,
    pub failure_policy: FailurePolicy,
    /// Whether it looks at admission requests.
    pub admission: bool,
    /// Whether it looks at what is in the cluster already.
    pub background: bool,
    /// The controllers that variants are made for; nothing when it is not said.
    pub controllers: Option<Vec<Located<&'t str>>>,
}

/// What a policy judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Resources.
    Kubernetes,
    /// Any JSON document.
    Json,
    /// Requests of Envoy.
    Envoy,
    /// HTTP requests.
    Http,
}

impl Mode {
    /// The mode of a word; every word that is none means resources.
    fn of(word: &str) -> Mode {
        match word {
            "JSON" => Mode::Json,
            "Envoy" => Mode::Envoy,
            "HTTP" => Mode::Http,
            _ => Mode::Kubernetes,
        }
    }
}

impl ValidatingPolicy {
    /// Whether it is of the kind that lives in a namespace.
    #[must_use]
    pub fn is_namespaced(&self) -> bool {
        self.meta.gvk.kind == "NamespacedValidatingPolicy"
    }

    #[must_use]
    pub fn spec(&self) -> ValidatingSpec<'_> {
        let root = self.meta.root();
        validating_spec(root.get("spec").unwrap_or(root))
    }
}

/// Reads a `spec`, of the author or one that autogen wrote.
#[must_use]
pub fn validating_spec(at: Cursor<'_>) -> ValidatingSpec<'_> {
    let look = &mut Look::default();
    let evaluation = look.map(at, "evaluation");
    let mode = evaluation.and_then(|evaluation| look.text(evaluation, "mode"));
    ValidatingSpec {
        at,
        mode: Mode::of(mode.map_or("", |mode| mode.value)),
        constraints: match_constraints(at, "matchConstraints"),
        match_conditions: expression::named(look, at, "matchConditions"),
        variables: expression::named(look, at, "variables"),
        validations: expression::validations(look, at, "validations"),
        audit_annotations: expression::audit_annotations(look, at),
        actions: look.texts(at, "validationActions"),
        failure_policy: failure_policy(look, at).unwrap_or(FailurePolicy::Fail),
        admission: is_on(look, evaluation, "admission").unwrap_or(true),
        background: is_on(look, evaluation, "background").unwrap_or(true),
        controllers: controllers(look, at),
    }
}
