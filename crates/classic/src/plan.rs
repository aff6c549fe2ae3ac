//! What was decided about a policy: immutable, shared between threads.

use std::sync::Arc;

use sekisho_diagnostics::{Complaint, Span};
use sekisho_document::Text;
use sekisho_evaluator::PolicyName;
use sekisho_jmespath::Query;
use sekisho_parser::classic::{Action, FailurePolicy};

use crate::action::Overrides;
use crate::autogen::Shape;
use crate::cel::{CelPlan, Gate};
use crate::conditions::{AnyAll, Comparison, ConditionError};
use crate::entry::EntryPlan;
use crate::exception::ExceptionPlan;
use crate::field::Reference;
use crate::mutate::MutatePlan;
use crate::overlay::Overlay;
use crate::pod_security::PodSecurityPlan;
use crate::selection::Selection;
use crate::template::Template;

/// A compiled ClusterPolicy or Policy.
#[derive(Debug, Clone)]
pub struct PolicyPlan {
    pub name: Arc<PolicyName>,
    /// A `Policy`: it looks only at objects of its own namespace.
    pub namespaced: bool,
    /// The rules of the author.
    pub rules: Vec<RulePlan>,
    /// The rules that autogen made, by the controllers they are for.
    pub generated: Vec<GeneratedRules>,
    /// The mutate rules in the order of full expansion, which mutation asks for (§8.2).
    pub(crate) mutations: Vec<Expanded>,
    /// `applyRules: One`.
    pub stops_at_first: bool,
    pub admission: bool,
    pub background: bool,
    pub emit_warning: bool,
    pub failure_policy: FailurePolicy,
    /// What a failure does where neither a rule nor an override says otherwise.
    pub action: Action,
    pub overrides: Overrides,
    /// Match conditions of the webhook, where the policy has some.
    pub gate: Option<Gate>,
    pub at: Span,
}

/// Rules for some controllers, whose pod templates lie equally deep.
#[derive(Debug, Clone)]
pub struct GeneratedRules {
    pub controllers: Vec<Text>,
    pub shape: Shape,
    pub rules: Vec<RulePlan>,
}

/// A rule after full expansion.
#[derive(Debug, Clone)]
pub(crate) enum Expanded {
    /// Of the author, by its position.
    Own(usize),
    Generated(Box<RulePlan>),
}

/// A compiled rule.
#[derive(Debug, Clone)]
pub struct RulePlan {
    pub name: Text,
    /// It looks like a generated rule and gives way to those that are (§8.3).
    pub(crate) gives_way: bool,
    pub at: Span,
    pub selection: Selection,
    pub(crate) entries: Vec<EntryPlan>,
    pub(crate) preconditions: Option<ConditionsPlan>,
    /// Name, and the text to fill in.
    pub(crate) properties: Vec<(Text, Template)>,
    pub(crate) exceptions: Vec<ExceptionPlan>,
    pub body: RuleBody,
}

#[derive(Debug, Clone)]
pub enum RuleBody {
    Validate(Box<ValidatePlan>),
    Mutate(Box<MutatePlan>),
    /// A body that this engine does not evaluate yet, by its field name.
    Later(&'static str),
    Nothing,
}

#[derive(Debug, Clone)]
pub struct ValidatePlan {
    pub(crate) message: Option<Template>,
    pub check: CheckPlan,
    pub(crate) allow_existing: bool,
    /// The rule's own action, when it names one.
    pub action: Option<Action>,
    pub overrides: Overrides,
}

/// What a rule, or one of its loops, checks.
#[derive(Debug, Clone)]
pub enum CheckPlan {
    Pattern {
        pattern: PatternPlan<Overlay>,
        at: Span,
    },
    AnyPattern {
        patterns: PatternPlan<Vec<Overlay>>,
        at: Span,
    },
    Deny {
        conditions: Option<ConditionsPlan>,
        at: Span,
    },
    Foreach(Vec<LoopPlan>),
    Cel(Box<CelPlan>),
    PodSecurity(Box<PodSecurityPlan>),
    /// A check that this engine does not evaluate yet, by its field name.
    Later(&'static str),
    Nothing,
}

/// A pattern that is read ahead, or one whose holes are filled first.
#[derive(Debug, Clone)]
pub enum PatternPlan<P> {
    Ready(P),
    Late(Template),
}

/// One loop of `validate.foreach`.
#[derive(Debug, Clone)]
pub struct LoopPlan {
    pub(crate) list: Result<Query, Complaint>,
    pub(crate) looks_at: Option<Reference>,
    pub(crate) element_scope: Option<bool>,
    pub(crate) entries: Vec<EntryPlan>,
    pub(crate) preconditions: Option<ConditionsPlan>,
    pub check: CheckPlan,
}

#[derive(Debug, Clone)]
pub enum ConditionsPlan {
    /// The older form: all must hold.
    Every(Vec<ConditionPlan>),
    AnyAll(AnyAll<ConditionPlan>),
    /// Neither form.
    Unreadable,
}

#[derive(Debug, Clone)]
pub struct ConditionPlan {
    pub(crate) key: Template,
    pub(crate) comparison: Result<Comparison, ConditionError>,
    pub(crate) value: Template,
    pub(crate) message: Text,
    /// What the key, else the value, looks at.
    pub(crate) looks_at: Option<Reference>,
    pub at: Span,
}

impl PolicyPlan {
    /// The rules that a resource of this kind meets in validation: those of the author, and those made for
    /// this kind (engine reference §8.2).
    pub fn rules_for<'p>(&'p self, kind: &'p str) -> impl Iterator<Item = &'p RulePlan> {
        let made_for =
            move |set: &&GeneratedRules| set.controllers.iter().any(|controller| controller == kind);
        let fits = move |set: &&GeneratedRules| (set.shape == Shape::CronJob) == (kind == "CronJob");
        let generated = self
            .generated
            .iter()
            .filter(made_for)
            .filter(fits)
            .flat_map(|set| &set.rules);
        let is_expanded = generated.clone().next().is_some();
        self.rules
            .iter()
            .filter(move |rule| !(is_expanded && rule.gives_way))
            .chain(generated)
    }

    /// Every rule, generated ones included.
    pub fn every_rule(&self) -> impl Iterator<Item = &RulePlan> {
        self.rules
            .iter()
            .chain(self.generated.iter().flat_map(|set| &set.rules))
    }

    /// The mutate rules in their order, those that autogen made included.
    pub fn mutations(&self) -> impl Iterator<Item = &RulePlan> {
        self.mutations.iter().filter_map(|expanded| match expanded {
            Expanded::Own(position) => self.rules.get(*position),
            Expanded::Generated(rule) => Some(rule),
        })
    }

    /// Whether any rule mutates.
    #[must_use]
    pub fn mutates(&self) -> bool {
        !self.mutations.is_empty()
    }

    /// Whether any rule validates.
    #[must_use]
    pub fn validates(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule.body, RuleBody::Validate(_)))
    }
}
