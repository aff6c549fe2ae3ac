//! MutatingPolicy and NamespacedMutatingPolicy (CEL policies reference §7.1).

use sekisho_document::Cursor;

use super::constraints::{MatchConstraints, match_constraints};
use super::expression::{self, Mutation, NamedExpression};
use super::{controllers, failure_policy, is_on};
use crate::classic::FailurePolicy;
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A MutatingPolicy as it was written.
#[derive(Debug, Clone)]
pub struct MutatingPolicy {
    pub meta: Meta,
}

/// What a MutatingPolicy says.
#[derive(Debug, Clone)]
pub struct MutatingSpec<'t> {
    pub at: Cursor<'t>,
    pub constraints: Option<MatchConstraints<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
    pub variables: Vec<NamedExpression<'t>>,
    pub mutations: Vec<Mutation<'t>>,
    /// Which existing objects it changes.
    pub targets: Targets<'t>,
    pub failure_policy: FailurePolicy,
    /// Whether it changes what admission requests bring.
    pub admission: bool,
    /// Whether it changes what is in the cluster already.
    pub background: bool,
    /// Whether a request makes it change other objects.
    pub mutates_existing: bool,
    /// Whether an object that is applied may set lists and maps that can only be replaced whole.
    pub applies_whole: bool,
    /// Whether Kyverno writes a MutatingAdmissionPolicy of it.
    pub is_derived: bool,
    /// The controllers that variants are made for; nothing when it is not said.
    pub controllers: Option<Vec<Located<&'t str>>>,
}

/// `targetMatchConstraints` and `targetMatchConditions`.
#[derive(Debug, Clone)]
pub struct Targets<'t> {
    pub constraints: Option<MatchConstraints<'t>>,
    /// Gives the objects themselves.
    pub expression: Option<Cursor<'t>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
}

impl MutatingPolicy {
    /// Whether it is of the kind that lives in a namespace.
    #[must_use]
    pub fn is_namespaced(&self) -> bool {
        self.meta.gvk.kind == "NamespacedMutatingPolicy"
    }

    #[must_use]
    pub fn spec(&self) -> MutatingSpec<'_> {
        let root = self.meta.root();
        mutating_spec(root.get("spec").unwrap_or(root))
    }
}

/// Reads a `spec`, of the author or one that autogen wrote.
#[must_use]
pub fn mutating_spec(at: Cursor<'_>) -> MutatingSpec<'_> {
    let look = &mut Look::default();
    let evaluation = look.map(at, "evaluation");
    let applies_whole = evaluation.and_then(|evaluation| look.flag(evaluation, "useServerSideApply"));
    let autogen = look.map(at, "autogen");
    let target = look.map(at, "targetMatchConstraints");
    MutatingSpec {
        at,
        constraints: match_constraints(at, "matchConstraints"),
        match_conditions: expression::named(look, at, "matchConditions"),
        variables: expression::named(look, at, "variables"),
        mutations: expression::mutations(look, at),
        targets: Targets {
            constraints: match_constraints(at, "targetMatchConstraints"),
            expression: target
                .and_then(|target| look.template(target, "expression"))
                .filter(|expression| expression.value.as_str().is_some_and(|text| !text.is_empty())),
            match_conditions: expression::named(look, at, "targetMatchConditions"),
        },
        failure_policy: failure_policy(look, at).unwrap_or(FailurePolicy::Fail),
        admission: is_on(look, evaluation, "admission").unwrap_or(true),
        background: is_on(look, evaluation, "background").unwrap_or(true),
        mutates_existing: is_on(look, evaluation, "mutateExisting").unwrap_or(false),
        applies_whole: applies_whole.is_some_and(|flag| flag.value),
        is_derived: is_on(look, autogen, "mutatingAdmissionPolicy").unwrap_or(false),
        controllers: controllers(look, at),
    }
}
