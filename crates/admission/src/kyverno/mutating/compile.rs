//! From a MutatingPolicy as written to a plan: everything that needs no request is decided here.

use std::sync::Arc;

use sekisho_diagnostics::{Diagnosed, Diagnostic};
use sekisho_document::{Text, Value};
use sekisho_evaluator::PolicyName;
use sekisho_kubernetes::cel;
use sekisho_kubernetes::schema::Atomics;
use sekisho_parser::admission::{CelException, MutatingPolicy, MutatingSpec, PatchType, mutating_spec};

use super::autogen::shifted_spec;
use super::plan::{MutatingPlan, MutatingVariant, TargetPlan};
use crate::constraints::Constraints;
use crate::kyverno::compile::{Compiler, is_simple, names};
use crate::kyverno::{Environments, Refusal, autogen};
use crate::mutation::Mutation;
use crate::{Place, Returns, Variables};

/// Compiles a policy with the exceptions among `exceptions` that name it. What does not compile is said at
/// its characters, and the policy is refused.
#[must_use]
pub fn compile_mutating(
    policy: &MutatingPolicy,
    exceptions: &[&CelException],
    environments: &mut Environments,
) -> Diagnosed<Result<MutatingPlan, Refusal>> {
    let meta = &policy.meta;
    let place = match policy.is_namespaced() {
        true => cel::Place::NamespacedMutatingPolicy,
        false => cel::Place::MutatingPolicy,
    };
    let spec = policy.spec();
    let attached: Vec<&CelException> = exceptions
        .iter()
        .copied()
        .filter(|exception| names(exception, meta))
        .collect();
    let mut compiler = Compiler {
        environment: environments.get(place),
        exceptions: &attached,
        faults: Vec::new(),
        diagnostics: Vec::new(),
    };
    if !spec.admission && !spec.mutates_existing {
        let message = "neither `evaluation.admission` nor `evaluation.mutateExisting` is enabled: the policy changes nothing";
        compiler.faults.push(NEVER.to_owned());
        let at = spec.at.get("evaluation").unwrap_or(spec.at);
        compiler
            .diagnostics
            .push(Diagnostic::error("nothing-enabled", message).at(at.span()));
    }
    let own = spec.constraints.as_ref().map(|constraints| constraints.at.value);
    let mut variants = vec![compiler.mutating_variant(&spec, own)];
    let targets = compiler.targets(&spec, own);
    if compiler.faults.is_empty() {
        for target in autogen::targets(spec.constraints.as_ref(), spec.controllers.as_deref()) {
            let tree = shifted_spec(spec.at, target.shape);
            let spec = mutating_spec(tree.cursor());
            variants.push(compiler.mutating_variant(&spec, Some(&target.constraints)));
        }
    }
    let (faults, diagnostics) = (compiler.faults, compiler.diagnostics);
    if !faults.is_empty() {
        let text = format!(
            "failed to compile policy {} ([<nil>: Internal error: mutating policy compiler 1.0 error: failed to compile policy, {}])",
            meta.name.value,
            faults.join(", ")
        );
        return Diagnosed {
            output: Err(Refusal { text }),
            diagnostics,
        };
    }
    let namespace = policy.is_namespaced().then(|| meta.namespace.clone());
    let plan = MutatingPlan {
        name: Arc::new(PolicyName {
            kind: meta.gvk.kind.clone(),
            namespace: namespace.clone().unwrap_or_default(),
            name: meta.name.value.clone(),
            annotations: meta.annotations.clone(),
        }),
        variants,
        targets,
        failure_policy: spec.failure_policy,
        admission: spec.admission,
        background: spec.background,
        namespace,
        atomics: match spec.applies_whole {
            true => Atomics::Replaced,
            false => Atomics::Refused,
        },
        at: meta.name.span,
    };
    Diagnosed {
        output: Ok(plan),
        diagnostics,
    }
}

const NEVER: &str = "spec.evaluation: Invalid value: admission and mutateExisting are both disabled";

impl Compiler<'_> {
    /// One policy that is evaluated. Its match conditions know its variables, unless Kyverno is to write a
    /// MutatingAdmissionPolicy of it.
    fn mutating_variant(&mut self, spec: &MutatingSpec<'_>, constraints: Option<&Value>) -> MutatingVariant {
        let mut environment = self.environment.clone();
        let no_variables = Variables::compile([], &mut environment);
        no_variables.declare_in(&mut environment);
        let without = environment.clone();
        let variables = self.variables(&spec.variables, &mut environment);
        let of_conditions = match spec.is_derived {
            true => &without,
            false => &environment,
        };
        MutatingVariant {
            constraints: constraints.map(Constraints::read),
            is_simple: constraints.is_some_and(is_simple),
            place: Place::of(&environment),
            exceptions: self.all_exceptions(&environment),
            conditions: self.conditions(&spec.match_conditions, "spec.matchConditions", of_conditions),
            mutations: self.mutations(spec, &environment),
            variables,
            no_variables,
        }
    }

    fn mutations(
        &mut self,
        spec: &MutatingSpec<'_>,
        environment: &sekisho_cel::Environment,
    ) -> Vec<Mutation> {
        let mut mutations = Vec::with_capacity(spec.mutations.len());
        for (position, written) in spec.mutations.iter().enumerate() {
            let key = match written.form {
                PatchType::ApplyConfiguration => "applyConfiguration",
                PatchType::JsonPatch => "jsonPatch",
            };
            let field = format!("spec.mutations[{position}].{key}.expression");
            let mutation = Mutation::compile(written, environment);
            self.note(&mutation.expression, &field, written.expression);
            mutations.push(mutation);
        }
        mutations
    }

    /// The existing objects: those that an expression gives, else those that constraints of their own select,
    /// else those that the policy selects.
    fn targets(&mut self, spec: &MutatingSpec<'_>, own: Option<&Value>) -> Option<TargetPlan> {
        let mut environment = self.environment.clone();
        Variables::compile([], &mut environment).declare_in(&mut environment);
        self.variables(&spec.variables, &mut environment);
        let targets = &spec.targets;
        let expression = targets.expression.map(|at| {
            let field = "spec.targetMatchConstraints.expression";
            self.expression(at, field, &[Returns::Map], &environment)
        });
        let conditions = self.conditions(
            &targets.match_conditions,
            "spec.targetMatchConditions",
            &environment,
        );
        let constraints = targets.constraints.as_ref();
        let constraints = constraints.map(|constraints| constraints.at.value);
        let has_rules = |constraints: &&Value| constraints.get("resourceRules").is_some();
        let constraints = constraints.filter(has_rules).or(own);
        spec.mutates_existing.then(|| TargetPlan {
            expression,
            constraints: constraints.map(|value| Constraints::read(&of_any_operation(value))),
            conditions,
        })
    }
}

/// Constraints whose rules are about whatever is done to an object.
fn of_any_operation(constraints: &Value) -> Value {
    let mut constraints = constraints.clone();
    let Value::Map(map) = &mut constraints else {
        return constraints;
    };
    for key in ["resourceRules", "excludeResourceRules"] {
        let Some(Value::List(rules)) = map.get_mut(key) else {
            continue;
        };
        for rule in rules.edit() {
            if let Value::Map(rule) = rule {
                let any = Value::from(Text::const_new("*"));
                rule.insert("operations", Value::List([any].into_iter().collect()));
            }
        }
    }
    constraints
}
