//! A policy with its bindings, compiled.

use sekisho_cel::{Environment, Release};
use sekisho_diagnostics::Span;
use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Gvk, cel};
use sekisho_parser::admission::{AdmissionBinding, MutatingAdmissionPolicy};
use sekisho_parser::classic::FailurePolicy;

use crate::conditions::Condition;
use crate::constraints::Constraints;
use crate::mutation::Mutation;
use crate::reinvocation::Reinvocation;
use crate::vap::Binding;
use crate::vap::plan::{read, text};
use crate::{Expression, Place, Returns, Variables};

/// Everything about one policy that needs no request.
#[derive(Debug, Clone)]
pub struct Plan {
    pub name: Text,
    pub at: Span,
    pub constraints: Constraints,
    /// The kind of the objects that bindings give as parameters.
    pub parameters: Option<Gvk>,
    pub failure: FailurePolicy,
    pub reinvocation: Reinvocation,
    pub conditions: Vec<Condition>,
    pub variables: Variables,
    /// In the order in which they are applied.
    pub mutations: Vec<Mutation>,
    /// They have no actions.
    pub bindings: Vec<Binding>,
    pub(super) places: Places,
}

/// Where the expressions of a policy stand.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub(super) conditions: Place,
    pub(super) mutations: Place,
}

/// What expressions of policies may mention: built once, shared by all policies.
#[derive(Debug, Clone)]
pub struct Environments {
    with_parameters: Environment,
    without_parameters: Environment,
}

impl Environments {
    /// Those of a release; [`Release::STORED`] for policies that a cluster has.
    #[must_use]
    pub fn new(release: Release) -> Environments {
        Environments {
            with_parameters: cel::environment(cel::Place::Mutation, release),
            without_parameters: cel::environment(cel::Place::MutationWithoutParameters, release),
        }
    }

    pub(super) fn of<K>(&self, parameters: Option<&K>) -> &Environment {
        match parameters {
            Some(_) => &self.with_parameters,
            None => &self.without_parameters,
        }
    }
}

/// Compiles a policy with those of the bindings that name it, in their order.
#[must_use]
pub fn compile(
    policy: &MutatingAdmissionPolicy,
    bindings: &[&AdmissionBinding],
    environments: &Environments,
) -> Plan {
    let name = policy.meta.name.value.clone();
    let spec = policy.spec();
    let parameters = spec
        .param_kind
        .map(|kind| Gvk::from_api_version(kind.api_version.value, kind.kind.value));
    let mut environment = environments.of(parameters.as_ref()).clone();
    let conditions = spec.match_conditions.iter().map(|condition| Condition {
        name: Text::new(condition.name.value),
        expression: Expression::compile(text(condition.expression), &[Returns::Bool], &environment),
    });
    let conditions = conditions.collect();
    let conditions_place = Place::of(&environment);
    let definitions = spec.variables.iter();
    let variables = Variables::compile(
        definitions.map(|variable| (variable.name.value, text(variable.expression))),
        &mut environment,
    );
    if variables.is_empty() {
        // Unlike validations, mutations always have `variables`.
        variables.declare_in(&mut environment);
    }
    let mutations = spec.mutations.iter();
    let mutations = mutations.map(|written| Mutation::compile(written, &environment));
    let constraints = spec.constraints.as_ref();
    Plan {
        at: policy.meta.name.span,
        constraints: Constraints::read(constraints.map_or(&Value::Null, |constraints| constraints.at.value)),
        parameters,
        failure: spec.failure_policy,
        reinvocation: Reinvocation::of(spec.reinvocation.map_or("", |word| word.value)),
        conditions,
        mutations: mutations.collect(),
        places: Places {
            conditions: conditions_place,
            mutations: Place::of(&environment),
        },
        variables,
        bindings: bindings
            .iter()
            .filter_map(|binding| read(binding, &name))
            .collect(),
        name,
    }
}
