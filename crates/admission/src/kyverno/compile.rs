//! From a ValidatingPolicy as written to a plan: everything that needs no request is decided here.

use std::collections::BTreeMap;
use std::sync::Arc;

use sekisho_cel::{Environment, Release};
use sekisho_diagnostics::{Diagnosed, Diagnostic};
use sekisho_document::{Cursor, Text, Tree, Value};
use sekisho_evaluator::PolicyName;
use sekisho_kubernetes::cel;
use sekisho_parser::Meta;
use sekisho_parser::admission::{
    CelException, Mode, NamedExpression, ValidatingPolicy, ValidatingSpec, validating_spec,
};

use super::autogen;
use super::exception::text_of;
use super::faults;
use super::plan::{Annotation, Check, ExceptionPlan, ValidatingPlan, Variant};
use crate::conditions::Condition;
use crate::constraints::Constraints;
use crate::{Expression, Place, Returns, Trouble, Variables, Wording};

/// The environments of places, each built when it is asked for first.
#[derive(Debug, Default)]
pub struct Environments {
    made: BTreeMap<cel::Place, Environment>,
}

impl Environments {
    /// What the expressions of a place may mention, as stored expressions may.
    pub fn get(&mut self, place: cel::Place) -> &Environment {
        self.made
            .entry(place)
            .or_insert_with(|| cel::environment(place, Release::STORED))
    }
}

/// Why a policy judges nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The text of Kyverno's engine.
    pub text: String,
}

/// Compiles a policy with the exceptions among `exceptions` that name it. What does not compile is said at
/// its characters, and the policy is refused.
#[must_use]
pub fn compile(
    policy: &ValidatingPolicy,
    exceptions: &[&CelException],
    environments: &mut Environments,
) -> Diagnosed<Result<ValidatingPlan, Refusal>> {
    let meta = &policy.meta;
    let spec = policy.spec();
    let place = match (spec.mode, policy.is_namespaced()) {
        (Mode::Envoy, _) => cel::Place::EnvoyPolicy,
        (Mode::Http, _) => cel::Place::HttpPolicy,
        (Mode::Kubernetes | Mode::Json, true) => cel::Place::NamespacedValidatingPolicy,
        (Mode::Kubernetes | Mode::Json, false) => cel::Place::ValidatingPolicy,
    };
    let environment = environments.get(place);
    let attached: Vec<&CelException> = exceptions
        .iter()
        .copied()
        .filter(|exception| names(exception, &policy.meta))
        .collect();
    let mut compiler = Compiler {
        environment,
        exceptions: &attached,
        faults: Vec::new(),
        diagnostics: Vec::new(),
    };
    let own = spec
        .constraints
        .as_ref()
        .map(|constraints| constraints.at.value.clone());
    let traffic = compiler.traffic(&spec);
    let mut variants = Vec::new();
    if traffic.is_none() {
        variants.push(compiler.variant(&spec, own.as_ref()));
    }
    if compiler.faults.is_empty() && traffic.is_none() {
        for target in autogen::targets(spec.constraints.as_ref(), spec.controllers.as_deref()) {
            let tree: Tree = autogen::shifted_tree(spec.at, target.shape);
            let spec = validating_spec(tree.cursor());
            variants.push(compiler.variant(&spec, Some(&target.constraints)));
        }
    }
    let (faults, diagnostics) = (compiler.faults, compiler.diagnostics);
    if !faults.is_empty() {
        let text = format!(
            "failed to compile policy {} ([<nil>: Internal error: validating policy compiler 1.0 error: failed to compile policy, {}])",
            meta.name.value,
            faults.join(", ")
        );
        return Diagnosed {
            output: Err(Refusal { text }),
            diagnostics,
        };
    }
    let namespace = policy.is_namespaced().then(|| meta.namespace.clone());
    let plan = ValidatingPlan {
        name: Arc::new(PolicyName {
            kind: meta.gvk.kind.clone(),
            namespace: namespace.clone().unwrap_or_default(),
            name: meta.name.value.clone(),
            annotations: meta.annotations.clone(),
        }),
        mode: spec.mode,
        variants,
        traffic,
        failure_policy: spec.failure_policy,
        denies: spec.actions.is_empty() || spec.actions.iter().any(|action| action.value == "Deny"),
        warns: spec.actions.iter().any(|action| action.value == "Warn"),
        admission: spec.admission,
        background: spec.background,
        namespace,
        at: meta.name.span,
    };
    Diagnosed {
        output: Ok(plan),
        diagnostics,
    }
}

/// Whether an exception is for a policy. Its namespace plays no part.
pub(super) fn names(exception: &CelException, meta: &Meta) -> bool {
    exception
        .spec()
        .policy_refs
        .iter()
        .any(|reference| reference.name.value == meta.name.value && reference.kind.value == meta.gvk.kind)
}

pub(super) struct Compiler<'c> {
    pub(super) environment: &'c Environment,
    pub(super) exceptions: &'c [&'c CelException],
    /// The texts of Kyverno for what does not compile.
    pub(super) faults: Vec<String>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Compiler<'_> {
    /// One policy that is evaluated. Match conditions do not know the variables of the policy.
    fn variant(&mut self, spec: &ValidatingSpec<'_>, constraints: Option<&Value>) -> Variant {
        let mut environment = self.environment.clone();
        let no_variables = Variables::compile([], &mut environment);
        no_variables.declare_in(&mut environment);
        let conditions = self.conditions(&spec.match_conditions, "spec.matchConditions", &environment);
        let variables = self.variables(&spec.variables, &mut environment);
        let environment = &environment;
        Variant {
            constraints: constraints.map(Constraints::read),
            is_simple: constraints.is_some_and(is_simple),
            place: Place::of(environment),
            exceptions: self.all_exceptions(environment),
            conditions,
            checks: self.checks(spec, environment),
            annotations: self.annotations(spec, environment),
            variables,
            no_variables,
        }
    }

    /// Compiles the variables of a policy, and lets the environment know them.
    pub(super) fn variables(
        &mut self,
        written: &[NamedExpression<'_>],
        environment: &mut Environment,
    ) -> Variables {
        let texts = written.iter().map(|variable| {
            let text = variable.expression.value.as_str().unwrap_or_default();
            (variable.name.value, text)
        });
        let variables = Variables::compile(texts, environment).worded(Wording::Bare);
        for (position, (variable, written)) in variables.iter().zip(written).enumerate() {
            let field = format!("spec.variables[{position}].expression");
            self.note(&variable.expression, &field, written.expression);
        }
        variables
    }

    pub(super) fn expression(
        &mut self,
        at: Cursor<'_>,
        field: &str,
        wanted: &'static [Returns],
        environment: &Environment,
    ) -> Expression {
        let text = at.value.as_str().unwrap_or_default();
        let expression = Expression::compile(text, wanted, environment);
        self.note(&expression, field, at);
        expression
    }

    /// Remembers what is wrong with an expression.
    pub(super) fn note(&mut self, expression: &Expression, field: &str, at: Cursor<'_>) {
        let Err(refused) = &expression.program else {
            return;
        };
        let text = match refused {
            crate::Refused::Compile(error) => error.to_string(),
            crate::Refused::Type {
                wanted: [Returns::Bool],
                ..
            } => "output is expected to be of type bool".to_owned(),
            other => text_of(&Trouble::Refused(other.clone())),
        };
        let value = &expression.text;
        self.faults
            .push(format!("{field}: Invalid value: \"{value}\": {text}"));
        self.diagnostics
            .extend(faults::diagnostics(expression, field, at));
    }

    pub(super) fn conditions(
        &mut self,
        conditions: &[NamedExpression<'_>],
        field: &str,
        environment: &Environment,
    ) -> Vec<Condition> {
        let mut compiled = Vec::with_capacity(conditions.len());
        for (position, condition) in conditions.iter().enumerate() {
            let field = format!("{field}[{position}].expression");
            compiled.push(Condition {
                name: Text::new(condition.name.value),
                expression: self.expression(condition.expression, &field, &[Returns::Bool], environment),
            });
        }
        compiled
    }

    fn checks(&mut self, spec: &ValidatingSpec<'_>, environment: &Environment) -> Vec<Check> {
        let mut checks = Vec::with_capacity(spec.validations.len());
        for (position, validation) in spec.validations.iter().enumerate() {
            let field = |name: &str| format!("spec.validations[{position}].{name}");
            let message_expression = validation
                .message_expression
                .map(|at| self.expression(at, &field("messageExpression"), &[Returns::String], environment));
            checks.push(Check {
                expression: self.expression(
                    validation.expression,
                    &field("expression"),
                    &[Returns::Bool],
                    environment,
                ),
                message: validation
                    .message
                    .and_then(|message| message.value.as_str())
                    .map(Text::new)
                    .unwrap_or_default(),
                message_expression,
                at: validation.expression.span(),
            });
        }
        checks
    }

    fn annotations(&mut self, spec: &ValidatingSpec<'_>, environment: &Environment) -> Vec<Annotation> {
        let mut annotations = Vec::with_capacity(spec.audit_annotations.len());
        for (position, annotation) in spec.audit_annotations.iter().enumerate() {
            let field = format!("spec.auditAnnotations[{position}].valueExpression");
            let wanted = &[Returns::String, Returns::Null];
            annotations.push(Annotation {
                key: Text::new(annotation.key.value),
                value: self.expression(annotation.value_expression, &field, wanted, environment),
            });
        }
        annotations
    }

    pub(super) fn all_exceptions(&mut self, environment: &Environment) -> Vec<ExceptionPlan> {
        let exceptions = self.exceptions.iter();
        exceptions
            .map(|exception| {
                let spec = exception.spec();
                let texts = |texts: &[sekisho_parser::Located<&str>]| -> Vec<Text> {
                    texts.iter().map(|text| Text::new(text.value)).collect()
                };
                let meta = &exception.meta;
                let priority = meta.labels.str_at(&["polex.kyverno.io/priority"]);
                ExceptionPlan {
                    key: meta.key(),
                    conditions: self.conditions(&spec.match_conditions, "spec.matchConditions", environment),
                    images: texts(&spec.images),
                    values: texts(&spec.allowed_values),
                    passes: spec.passes,
                    priority: priority.parse().unwrap_or_default(),
                    at: meta.name.span,
                }
            })
            .collect()
    }
}

/// One rule and nothing else (§7.12).
pub(super) fn is_simple(constraints: &Value) -> bool {
    let list = |key: &str| constraints.get(key).and_then(Value::as_list);
    let selector = |key: &str| {
        let part = |part: &str| constraints.at(&[key, part]);
        ["matchLabels", "matchExpressions"]
            .into_iter()
            .all(|name| part(name).is_none_or(is_empty))
    };
    let rules: Vec<&Value> = list("resourceRules").into_iter().flatten().collect();
    let [rule] = rules.as_slice() else { return false };
    list("excludeResourceRules").is_none_or(|list| list.is_empty())
        && selector("namespaceSelector")
        && selector("objectSelector")
        && rule.get("resourceNames").is_none_or(is_empty)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        other => other.is_null(),
    }
}
