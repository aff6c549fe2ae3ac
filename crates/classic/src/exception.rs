//! PolicyException: which exceptions of a rule hold for a resource (engine reference §10).

use sekisho_document::Text;
use sekisho_evaluator::Observer;
use sekisho_kubernetes::wildcard;

use crate::check::decide_all_then_any;
use crate::compile::Compiler;
use crate::context::Context;
use crate::plan::ConditionsPlan;
use crate::pod_security::Exclusion;
use crate::selection::{Candidate, ExceptionSelection};

/// An exception, compiled for one rule that it names.
#[derive(Debug, Clone)]
pub(crate) struct ExceptionPlan {
    /// `namespace/name`, or `name`.
    pub(crate) key: Text,
    selection: ExceptionSelection,
    conditions: Option<ConditionsPlan>,
    /// Controls of Pod Security that are not asked; where there are some, the rule is run without them.
    pub(crate) pod_security: Vec<Exclusion>,
}

impl ExceptionPlan {
    /// The exceptions that name this rule: the policy by its exact key, the rule by wildcards.
    pub(crate) fn compile_for(policy_key: &str, rule: &str, compiler: &Compiler<'_>) -> Vec<ExceptionPlan> {
        let named = |exception: &&&sekisho_parser::Exception| {
            exception.spec().exceptions.iter().any(|excepted| {
                excepted.policy_name.value == policy_key
                    && excepted
                        .rule_names
                        .iter()
                        .any(|pattern| wildcard::matches(pattern.value, rule))
            })
        };
        let compiled = compiler.exceptions.iter().filter(named).map(|exception| {
            let spec = exception.spec();
            ExceptionPlan {
                key: exception.meta.key(),
                selection: ExceptionSelection::compile(&spec.matched),
                conditions: spec
                    .conditions
                    .as_ref()
                    .map(|conditions| compiler.conditions(conditions)),
                pod_security: spec
                    .pod_security
                    .iter()
                    .map(|entry| Exclusion::compile(entry.value))
                    .collect(),
            }
        });
        compiled.collect()
    }
}

/// All exceptions that hold.
pub(crate) fn holding<'p, O: Observer>(
    exceptions: &'p [ExceptionPlan],
    candidate: &Candidate<'_>,
    context: &mut Context<'_, '_, O>,
) -> Vec<&'p ExceptionPlan> {
    let mut holding = Vec::new();
    for exception in exceptions {
        if !exception.selection.holds(candidate, context.observer) {
            continue;
        }
        // An exception whose conditions can not be decided is left out.
        let holds = exception
            .conditions
            .as_ref()
            .is_none_or(|conditions| decide_all_then_any(conditions, context).unwrap_or(false));
        if holds {
            holding.push(exception);
        }
    }
    holding
}
