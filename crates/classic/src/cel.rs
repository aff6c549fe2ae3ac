//! `validate.cel`, and the match conditions of a policy: expressions judged as those of a
//! ValidatingAdmissionPolicy (engine reference §5.13, §3.2).

use std::borrow::Cow;
use std::cell::OnceCell;

use sekisho_admission::conditions::{Condition, Matched, matched};
use sekisho_admission::kyverno::diagnostics;
use sekisho_admission::vap::params;
use sekisho_admission::vap::{self, ParamRef, ParamsError, Seen, Validated, Verdict, evaluate};
use sekisho_admission::{Activation, Expression, Given, NoWorld, Place, Returns, Variables, budget::Budget};
use sekisho_cel::{Environment, Release, Value as CelValue};
use sekisho_diagnostics::{Diagnostic, Severity};
use sekisho_document::{Cursor, Text, Value};
use sekisho_evaluator::{Reason, Status};
use sekisho_kubernetes::cel::Told;
use sekisho_kubernetes::{
    Answer as Fact, Gvk, Gvr, Order, Question, Request, Selector, Verb, cel, guess_plural, resource,
};
use sekisho_parser::admission::{AdmissionSpec, NamedExpression, ParamKind, Validation};
use sekisho_parser::classic::{Cel, FailurePolicy, Rule, WebhookConfiguration};
use sekisho_parser::{Located, classic};

use crate::check::Answer;
use crate::validate::Job;

/// The environments of expressions in classic policies, built when the first one is compiled.
#[derive(Debug, Default)]
pub struct Environments {
    rules: OnceCell<vap::Environments>,
    conditions: OnceCell<Environment>,
}

/// A compiled `validate.cel`.
#[derive(Debug, Clone)]
pub struct CelPlan {
    policy: vap::Plan,
    params: Option<Params>,
}

/// The objects that are given as parameters.
#[derive(Debug, Clone)]
struct Params {
    resource: Gvr,
    reference: ParamRef,
}

/// The match conditions of a policy.
#[derive(Debug, Clone)]
pub struct Gate {
    conditions: Vec<Condition>,
    place: Place,
    variables: Variables,
}

/// Compiles the expressions of a rule. Those without a message take that of the rule.
pub(crate) fn compile(
    rule: &Rule<'_>,
    cel: &Cel<'_>,
    message: Option<Cursor<'_>>,
    environments: &Environments,
) -> CelPlan {
    let param_kind = cel.param_kind.filter(|_| cel.param_ref.is_some());
    let text = |at: Cursor<'_>, key: &str| Text::new(at.value.str_at(&[key]));
    let spec = AdmissionSpec {
        at: cel.at,
        param_kind: param_kind.map(|at| ParamKind {
            at,
            api_version: located(at, "apiVersion"),
            kind: located(at, "kind"),
        }),
        constraints: None,
        match_conditions: named(&rule.cel_preconditions),
        variables: named(&cel.variables),
        validations: validations(cel, message),
        audit_annotations: Vec::new(),
        failure_policy: FailurePolicy::Fail,
    };
    let made = environments.rules.get_or_init(vap::Environments::kyverno);
    let params = param_kind.zip(cel.param_ref).map(|(kind, reference)| {
        let kind = Gvk::from_api_version(kind.value.str_at(&["apiVersion"]), kind.value.str_at(&["kind"]));
        Params {
            resource: kind.resource(&guess_plural(&kind.kind)),
            reference: ParamRef {
                name: text(reference, "name"),
                namespace: text(reference, "namespace"),
                selector: reference
                    .get("selector")
                    .map(|selector| Selector::read(selector.value)),
                required: text(reference, "parameterNotFoundAction") == "Deny",
            },
        }
    });
    CelPlan {
        policy: vap::compile_spec(&Text::new(rule.name.value), rule.name.span, &spec, made),
        params,
    }
}

fn located<'t>(at: Cursor<'t>, key: &str) -> Located<&'t str> {
    Located {
        value: at.value.str_at(&[key]),
        span: at.span(),
    }
}

fn named<'t>(expressions: &[classic::NamedExpression<'t>]) -> Vec<NamedExpression<'t>> {
    let expressions = expressions.iter();
    expressions
        .map(|named| NamedExpression {
            at: named.expression,
            name: named.name,
            expression: named.expression,
        })
        .collect()
}

fn validations<'t>(cel: &Cel<'t>, message: Option<Cursor<'t>>) -> Vec<Validation<'t>> {
    let items = cel.expressions.iter();
    items
        .filter_map(|at| {
            let text = |key: &str| {
                let found = at.get(key)?;
                found
                    .value
                    .as_str()
                    .filter(|text| !text.is_empty())
                    .map(|_| found)
            };
            Some(Validation {
                at: *at,
                expression: at.get("expression")?,
                message: text("message").or(message),
                message_expression: text("messageExpression"),
                reason: None,
            })
        })
        .collect()
}

/// Judges the request; a question that nobody answers is noted.
pub(crate) fn run(plan: &CelPlan, rule: &str, job: &Job<'_>, unanswered: &mut Vec<String>) -> Answer {
    let params = match params(plan, job) {
        Ok(params) => params,
        Err(ParamsError::NoneFound) => {
            return Answer::trouble("error in parameterized resource: no params found".to_owned());
        }
        Err(error) => {
            if let ParamsError::Unanswered(question) = &error {
                unanswered.push(question.clone());
            }
            return Answer::trouble(format!("error in parameterized resource: {error}"));
        }
    };
    let seen = seen(job);
    for object in &params {
        let Validated { decisions, .. } = evaluate(&plan.policy, &seen, object, &[], &NoWorld);
        if decisions.is_empty() && !plan.policy.validations.is_empty() {
            return Answer::new(Status::Skip, Reason::Preconditions, "cel preconditions not met");
        }
        let mut pairs = decisions.iter().enumerate();
        if let Some((position, bad)) = pairs.find(|(_, decision)| decision.verdict != Verdict::Holds) {
            // Kyverno makes errors failures here.
            let reason = match bad.verdict {
                Verdict::Fails => Reason::Body,
                Verdict::Holds | Verdict::Error | Verdict::Ignored => Reason::Trouble,
            };
            let mut answer = Answer::new(Status::Fail, reason, bad.message.clone());
            answer.blame = plan
                .policy
                .validations
                .get(position)
                .map(|validation| validation.at);
            return answer;
        }
    }
    Answer::new(
        Status::Pass,
        Reason::Body,
        format!("Validation rule '{rule}' passed."),
    )
}

/// What the expressions are told.
fn seen(job: &Job<'_>) -> Seen {
    let request = job.request;
    let stamped = |object| stamp(object, &request.kind);
    let seen = Seen::as_written(request, namespace(job));
    Seen {
        object: match request.operation {
            Verb::Delete => Value::Null,
            _ => stamped(seen.object),
        },
        old_object: stamped(seen.old_object),
        ..seen
    }
}

/// An object as one of the kind of the request.
fn stamp(mut object: Value, kind: &Gvk) -> Value {
    let api_version = kind.api_version();
    let is_stamped =
        object.str_at(&["kind"]) == kind.kind && object.str_at(&["apiVersion"]) == api_version.as_str();
    if let (Value::Map(map), false) = (&mut object, is_stamped || kind.kind.is_empty()) {
        map.insert("apiVersion", Value::from(api_version));
        map.insert("kind", Value::from(kind.kind.clone()));
    }
    object
}

/// Offline only the name of a namespace is known; nothing is one for Namespaces and for what lives in none.
fn namespace(job: &Job<'_>) -> Value {
    let request = job.request;
    let name = request.subject().map_or("", resource::namespace);
    let is_namespace = request.kind.group.is_empty() && request.kind.kind == "Namespace";
    if name.is_empty() || is_namespace {
        return Value::Null;
    }
    let bare = || cel::known_namespace(name, Value::Null);
    match job.order {
        Order::KyvernoCli => bare(),
        Order::ApiServer => match job.facts.ask(&Question::Namespace { name }) {
            Fact::Is(object) => cel::namespace(&object),
            Fact::Absent | Fact::Failed(_) | Fact::Unknown => bare(),
        },
    }
}

/// The parameters that are evaluated one after the other; null where there are none to have.
fn params(plan: &CelPlan, job: &Job<'_>) -> Result<Vec<Value>, ParamsError> {
    let Some(Params { resource, reference }) = &plan.params else {
        return Ok(vec![Value::Null]);
    };
    let own = job.request.subject().map_or("", resource::namespace);
    let namespace = match reference.namespace.as_str() {
        "" => own,
        named => named,
    };
    params::found(resource, reference, namespace, job.facts)
}

/// Compiles the match conditions of a policy; nothing where it has none.
pub(crate) fn gate(webhook: Option<&WebhookConfiguration<'_>>, environments: &Environments) -> Option<Gate> {
    let conditions = webhook
        .map(|webhook| webhook.match_conditions.as_slice())
        .unwrap_or_default();
    if conditions.is_empty() {
        return None;
    }
    let environment = environments
        .conditions
        .get_or_init(|| cel::environment(cel::Place::WebhookCondition, Release::STORED));
    let compiled = conditions.iter().map(|condition| Condition {
        name: Text::new(condition.name.value),
        expression: Expression::compile(
            condition.expression.value.as_str().unwrap_or_default(),
            &[Returns::Bool],
            environment,
        ),
    });
    Some(Gate {
        conditions: compiled.collect(),
        place: Place::of(environment),
        variables: Variables::compile([], &mut environment.clone()),
    })
}

/// A document as expressions see it; null where there is none.
fn value(object: Option<&Value>) -> CelValue<'_> {
    object.map_or(CelValue::Null, CelValue::of)
}

impl Gate {
    /// Whether all conditions hold. One that can not be decided does not.
    pub(crate) fn is_open(&self, request: &Request) -> bool {
        let told = Told::without_objects(Cow::Borrowed(request));

        let given = Given::of([
            ("object", value(request.object.as_ref())),
            ("oldObject", value(request.old_object.as_ref())),
            ("namespaceObject", CelValue::Null),
        ])
        .telling(&told);
        let activation = Activation::new(&given, &self.variables, &NoWorld);
        let matched = matched(&self.conditions, &self.place, &activation, Budget::CONDITIONS);
        matched == Matched::All
    }

    /// What is wrong with the conditions, at their characters.
    #[must_use]
    pub fn faults(&self, webhook: &WebhookConfiguration<'_>) -> Vec<Diagnostic> {
        let written = webhook.match_conditions.iter().enumerate();
        let pairs = self.conditions.iter().zip(written);
        pairs
            .flat_map(|(condition, (position, written))| {
                let field = format!("spec.webhookConfiguration.matchConditions[{position}].expression");
                diagnostics(&condition.expression, &field, written.expression)
            })
            .collect()
    }
}

impl CelPlan {
    /// What is wrong with the expressions of a rule, at their characters. They fail when they are reached.
    #[must_use]
    pub fn faults(&self, rule: &Rule<'_>, cel: &Cel<'_>) -> Vec<Diagnostic> {
        let plan = &self.policy;
        let conditions = plan.conditions.iter().map(|condition| &condition.expression);
        let conditions = conditions.zip(rule.cel_preconditions.iter().map(|written| written.expression));
        let variables = plan.variables.iter().map(|variable| &variable.expression);
        let variables = variables.zip(cel.variables.iter().map(|written| written.expression));
        let checks = plan
            .validations
            .iter()
            .zip(&cel.expressions)
            .flat_map(|(check, at)| {
                let expression = at.get("expression").map(|at| (&check.expression, at));
                let message = check.message_expression.as_ref().zip(at.get("messageExpression"));
                expression.into_iter().chain(message)
            });
        let all = [
            ("celPreconditions", conditions.collect::<Vec<_>>()),
            ("variables", variables.collect()),
            ("expressions", checks.collect()),
        ];
        let mut found = Vec::new();
        for (field, pairs) in all {
            for (expression, at) in pairs {
                found.extend(diagnostics(expression, field, at));
            }
        }
        for diagnostic in &mut found {
            diagnostic.severity = Severity::Warning;
        }
        found
    }
}
