//! A policy with its bindings, compiled.

use std::sync::OnceLock;

use sekisho_cel::{Environment, Release};
use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Text, Value};
use sekisho_kubernetes::{Gvk, Selector, SelectorError, cel};
use sekisho_parser::admission::{self, AdmissionBinding, AdmissionPolicy, AdmissionSpec};
use sekisho_parser::classic::FailurePolicy;

use crate::conditions::Condition;
use crate::constraints::Constraints;
use crate::status::Reason;
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
    pub conditions: Vec<Condition>,
    pub variables: Variables,
    pub validations: Vec<Validation>,
    pub annotations: Vec<AuditAnnotation>,
    pub bindings: Vec<Binding>,
    pub(super) places: Places,
}

/// Where the expressions of a policy stand.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub(super) conditions: Place,
    pub(super) validations: Place,
    pub(super) messages: Place,
}

#[derive(Debug, Clone)]
pub struct Validation {
    pub at: Span,
    pub expression: Expression,
    pub message: Text,
    pub message_expression: Option<Expression>,
    pub reason: Reason,
}

#[derive(Debug, Clone)]
pub struct AuditAnnotation {
    pub key: Text,
    pub expression: Expression,
}

/// A binding of a policy.
#[derive(Debug, Clone)]
pub struct Binding {
    pub name: Text,
    pub at: Span,
    /// Absent: everything that the policy matches.
    pub constraints: Option<Constraints>,
    pub parameters: Option<ParamRef>,
    pub actions: Vec<Action>,
}

impl Binding {
    /// Whether a failed validation denies the request.
    #[must_use]
    pub fn denies(&self) -> bool {
        self.actions.contains(&Action::Deny)
    }
}

/// Which objects are the parameters.
#[derive(Debug, Clone)]
pub struct ParamRef {
    pub name: Text,
    pub namespace: Text,
    pub selector: Option<Result<Selector, SelectorError>>,
    /// Whether having none is a fault.
    pub required: bool,
}

/// What becomes of a failed validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Deny,
    Warn,
    Audit,
}

impl Action {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Action::Deny => "Deny",
            Action::Warn => "Warn",
            Action::Audit => "Audit",
        }
    }

    fn parse(text: &str) -> Option<Action> {
        let all = [Action::Deny, Action::Warn, Action::Audit];
        all.into_iter().find(|action| action.as_str() == text)
    }
}

/// What expressions of policies may mention: built once, shared by all policies.
#[derive(Debug, Clone)]
pub struct Environments {
    whose: Whose,
    // Each is made when the first policy needs it: they are what a policy costs most.
    with_parameters: OnceLock<Pair>,
    without_parameters: OnceLock<Pair>,
}

#[derive(Debug, Clone, Copy)]
enum Whose {
    Server(Release),
    Kyverno,
}

#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) validation: Environment,
    pub(crate) message: Environment,
}

impl Environments {
    /// Those of a release; [`Release::STORED`] for policies that a cluster has.
    #[must_use]
    pub fn new(release: Release) -> Environments {
        Environments::of(Whose::Server(release))
    }

    /// Those of the policies that Kyverno evaluates.
    #[must_use]
    pub fn kyverno() -> Environments {
        Environments::of(Whose::Kyverno)
    }

    fn of(whose: Whose) -> Environments {
        Environments {
            whose,
            with_parameters: OnceLock::new(),
            without_parameters: OnceLock::new(),
        }
    }

    /// Those of a policy by the kind of its parameters.
    pub(crate) fn pair<K>(&self, parameters: Option<&K>) -> &Pair {
        use cel::Place;
        let (slot, server, kyverno) = match parameters {
            Some(_) => (
                &self.with_parameters,
                (Place::Validation, Place::Message),
                Place::Classic,
            ),
            None => (
                &self.without_parameters,
                (
                    Place::ValidationWithoutParameters,
                    Place::MessageWithoutParameters,
                ),
                Place::ClassicWithoutParameters,
            ),
        };
        slot.get_or_init(|| match self.whose {
            Whose::Server(release) => Pair {
                validation: cel::environment(server.0, release),
                message: cel::environment(server.1, release),
            },
            Whose::Kyverno => {
                let environment = cel::environment(kyverno, Release::STORED);
                Pair {
                    message: environment.clone(),
                    validation: environment,
                }
            }
        })
    }
}

/// Compiles a policy with those of the bindings that name it, in their order.
#[must_use]
pub fn compile(
    policy: &AdmissionPolicy,
    bindings: &[&AdmissionBinding],
    environments: &Environments,
) -> Plan {
    let name = policy.meta.name.value.clone();
    let bindings = bindings
        .iter()
        .filter_map(|binding| read(binding, &name))
        .collect();
    Plan {
        bindings,
        ..compile_spec(&name, policy.meta.name.span, &policy.spec(), environments)
    }
}

/// Compiles what a policy says, wherever it is written; it has no bindings.
#[must_use]
pub fn compile_spec(name: &Text, at: Span, spec: &AdmissionSpec<'_>, environments: &Environments) -> Plan {
    let parameters = spec
        .param_kind
        .map(|kind| Gvk::from_api_version(kind.api_version.value, kind.kind.value));
    let Pair { validation, message } = environments.pair(parameters.as_ref());
    let condition = |condition: &admission::NamedExpression<'_>| Condition {
        name: Text::new(condition.name.value),
        expression: Expression::compile(text(condition.expression), &[Returns::Bool], validation),
    };
    let conditions = spec.match_conditions.iter().map(condition).collect();
    let conditions_place = Place::of(validation);
    let (mut validation, mut message) = (validation.clone(), message.clone());
    let definitions = spec.variables.iter();
    let variables = Variables::compile(
        definitions.map(|variable| (variable.name.value, text(variable.expression))),
        &mut validation,
    );
    if !variables.is_empty() {
        variables.declare_in(&mut message);
    }
    let validations = spec.validations.iter().map(|item| Validation {
        at: item.expression.places.node,
        expression: Expression::compile(text(item.expression), &[Returns::Bool], &validation),
        message: Text::new(item.message.map_or("", text)),
        message_expression: item
            .message_expression
            .map(|at| Expression::compile(text(at), &[Returns::String], &message)),
        reason: item
            .reason
            .and_then(|reason| Reason::parse(reason.value))
            .unwrap_or(Reason::Invalid),
    });
    let annotations = spec.audit_annotations.iter().map(|item| AuditAnnotation {
        key: Text::new(item.key.value),
        expression: Expression::compile(
            text(item.value_expression),
            &[Returns::String, Returns::Null],
            &validation,
        ),
    });
    Plan {
        at,
        constraints: Constraints::read(
            spec.constraints
                .as_ref()
                .map_or(&Value::Null, |constraints| constraints.at.value),
        ),
        parameters,
        failure: spec.failure_policy,
        conditions,
        validations: validations.collect(),
        annotations: annotations.collect(),
        places: Places {
            conditions: conditions_place,
            validations: Place::of(&validation),
            messages: Place::of(&message),
        },
        variables,
        bindings: Vec::new(),
        name: name.clone(),
    }
}

pub(crate) fn text(at: Cursor<'_>) -> &str {
    at.value.as_str().unwrap_or_default()
}

/// A binding, if it is one of the policy.
pub(crate) fn read(binding: &AdmissionBinding, policy: &str) -> Option<Binding> {
    let spec = binding.spec();
    if spec.policy_name.value != policy {
        return None;
    }
    let parameters = spec.param_ref.map(|reference| ParamRef {
        name: Text::new(reference.name.map_or("", |name| name.value)),
        namespace: Text::new(reference.namespace.map_or("", |namespace| namespace.value)),
        selector: reference.selector.map(|at| Selector::read(at.value)),
        required: reference
            .parameter_not_found_action
            .is_some_and(|action| action.value == "Deny"),
    });
    let actions = spec.validation_actions.iter();
    Some(Binding {
        name: binding.meta.name.value.clone(),
        at: binding.meta.name.span,
        constraints: spec
            .match_resources
            .map(|resources| Constraints::read(resources.at.value)),
        parameters,
        actions: actions.filter_map(|action| Action::parse(action.value)).collect(),
    })
}
