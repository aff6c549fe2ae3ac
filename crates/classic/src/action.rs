//! What a failure does to the request: the rule's action, the policy's, and overrides by namespace
//! (engine reference §1.7).

use sekisho_document::Value;
use sekisho_kubernetes::KyvernoSelector;
use sekisho_kubernetes::resource::Labels;
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_parser::classic::{Action, ActionOverride};

use crate::plan::{PolicyPlan, RuleBody, RulePlan};

/// Other actions in some namespaces, in order.
#[derive(Debug, Clone)]
pub struct Overrides(Vec<Override>);

#[derive(Debug, Clone)]
struct Override {
    action: Action,
    /// Nothing when the field is absent.
    namespaces: Option<Vec<Wildcard>>,
    selector: Option<KyvernoSelector>,
}

impl Overrides {
    pub(crate) fn compile(overrides: &[ActionOverride<'_>]) -> Overrides {
        let overrides = overrides.iter().filter_map(|entry| {
            // An entry whose action is none of the four spellings counts for nothing.
            let action = Action::read_strictly(entry.action.value)?;
            let namespaces = entry.namespaces.as_ref();
            Some(Override {
                action,
                namespaces: namespaces
                    .map(|list| list.iter().map(|text| Wildcard::new(text.value)).collect()),
                selector: entry
                    .namespace_selector
                    .and_then(|selector| KyvernoSelector::read(selector.value).ok()),
            })
        });
        Overrides(overrides.collect())
    }

    /// The action of the first entry that holds.
    fn action(&self, namespace: &str, labels: &Value) -> Option<Action> {
        let holds = |entry: &&Override| entry.holds(namespace, labels);
        self.0.iter().find(holds).map(|entry| entry.action)
    }
}

impl Override {
    fn holds(&self, namespace: &str, labels: &Value) -> bool {
        let selected = self
            .selector
            .as_ref()
            .is_none_or(|selector| selector.matches(Labels::of(Some(labels))));
        match &self.namespaces {
            None => selected,
            Some(patterns) => selected && patterns.iter().any(|pattern| pattern.matches(namespace)),
        }
    }
}

/// The effective action of a rule for an object of a namespace.
#[must_use]
pub fn effective(policy: &PolicyPlan, rule: Option<&RulePlan>, namespace: &str, labels: &Value) -> Action {
    let own = rule.and_then(|rule| of_rule(rule, namespace, labels));
    let first = || match rule {
        Some(_) => None,
        None => policy
            .every_rule()
            .find_map(|rule| of_rule(rule, namespace, labels)),
    };
    own.or_else(first)
        .or_else(|| policy.overrides.action(namespace, labels))
        .unwrap_or(policy.action)
}

fn of_rule(rule: &RulePlan, namespace: &str, labels: &Value) -> Option<Action> {
    match &rule.body {
        RuleBody::Validate(validate) => validate.overrides.action(namespace, labels).or(validate.action),
        RuleBody::Mutate(_) | RuleBody::Later(_) | RuleBody::Nothing => None,
    }
}

/// By which ways the answer of a rule goes to the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paths {
    /// It may block the request.
    pub blocks: bool,
    /// It is told of.
    pub tells: bool,
}

/// The ways of a rule for a request in a namespace (admission reference §8).
#[must_use]
pub fn paths(policy: &PolicyPlan, rule: Option<&RulePlan>, namespace: &str, labels: &Value) -> Paths {
    let validate = rule.and_then(|rule| match &rule.body {
        RuleBody::Validate(validate) => Some(validate),
        _ => None,
    });
    let action = validate
        .and_then(|validate| validate.action)
        .unwrap_or(policy.action);
    let own = validate
        .map(|validate| &validate.overrides)
        .filter(|own| !own.0.is_empty());
    let overrides = own.unwrap_or(&policy.overrides);
    let overridden = match namespace {
        "" => None,
        namespace => overrides.action(namespace, labels),
    };
    let action = overridden.unwrap_or(action);
    Paths {
        blocks: action == Action::Enforce,
        tells: action == Action::Audit,
    }
}

/// The effective action as the webhook knows it: overrides of the policy that ask for labels find none there,
/// those of the rule do.
#[must_use]
pub fn in_admission(policy: &PolicyPlan, rule: Option<&RulePlan>, namespace: &str, labels: &Value) -> Action {
    let own = rule.and_then(|rule| of_rule(rule, namespace, labels));
    own.or_else(|| policy.overrides.action(namespace, &Value::Null))
        .unwrap_or(policy.action)
}
