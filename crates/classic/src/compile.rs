//! From a policy as written to a plan: everything that needs no request is decided here.

use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::{Cursor, Text, Tree, Value};
use sekisho_evaluator::PolicyName;
use sekisho_jmespath::{Functions, Limits, Query};
use sekisho_parser::Exception;
use sekisho_parser::checks::{Checked, Surroundings, check_policy};
use sekisho_parser::classic::{self, ApplyRules, Body, Check, ClassicPolicy, Conditions, Rule, ValidateLoop};

use crate::action::Overrides;
use crate::autogen::{self, Shape};
use crate::cel::{self, Environments};
use crate::conditions::{AnyAll, Comparison, Condition};
use crate::entry::{EntryPlan, PathPlan};
use crate::exception::ExceptionPlan;
use crate::field::Reference;
use crate::overlay::Overlay;
use crate::plan::{
    CheckPlan, ConditionPlan, ConditionsPlan, Expanded, GeneratedRules, LoopPlan, PatternPlan, PolicyPlan,
    RuleBody, RulePlan, ValidatePlan,
};
use crate::pod_security::PodSecurityPlan;
use crate::selection::Selection;
use crate::template::Template;

/// What compilation needs besides the policy.
#[derive(Clone, Copy)]
pub(crate) struct Compiler<'a> {
    pub(crate) functions: &'a Functions,
    pub(crate) limits: &'a Limits,
    pub(crate) exceptions: &'a [&'a Exception],
    pub(crate) environments: &'a Environments,
}

/// Compiles a policy that passed the load-time checks, together with the exceptions read beside it.
#[must_use]
pub fn compile(
    policy: &ClassicPolicy,
    exceptions: &[&Exception],
    functions: &Functions,
    limits: &Limits,
    environments: &Environments,
) -> PolicyPlan {
    let compiler = Compiler {
        functions,
        limits,
        exceptions,
        environments,
    };
    let spec = policy.spec();
    let meta = &policy.meta;
    let namespaced = policy.is_namespaced();
    let namespace = if namespaced {
        meta.namespace.clone()
    } else {
        Text::default()
    };
    let name = Arc::new(PolicyName {
        kind: meta.gvk.kind.clone(),
        namespace,
        name: meta.name.value.clone(),
        annotations: meta.annotations.clone(),
    });
    let expansion = expand(policy);
    let key = name.key();
    let rule = |tree: &Tree| compiler.rule(&classic::read_rule(tree.cursor()).output, &key);
    let mutations = expansion.mutations.iter().map(|mutation| match mutation {
        Mutation::Own(position) => Expanded::Own(*position),
        Mutation::Generated(tree) => Expanded::Generated(Box::new(rule(tree))),
    });
    let mutations = mutations.collect();
    let generated: Vec<GeneratedRules> = expansion
        .generated
        .iter()
        .map(|(controllers, shape, rules)| GeneratedRules {
            controllers: controllers.clone(),
            shape: *shape,
            rules: rules
                .iter()
                .map(|tree| compiler.rule_for_one_kind(tree, &key))
                .collect(),
        })
        .collect();
    PolicyPlan {
        name,
        namespaced,
        rules: expansion.originals.iter().map(rule).collect(),
        generated,
        mutations,
        stops_at_first: spec.apply_rules == ApplyRules::One,
        admission: spec.admission,
        background: spec.background,
        emit_warning: spec.emit_warning,
        failure_policy: spec.effective_failure_policy(),
        action: spec.failure_action,
        overrides: Overrides::compile(&spec.failure_action_overrides),
        gate: cel::gate(spec.webhook.as_ref(), environments),
        at: meta.name.span,
    }
}

/// Runs the load-time checks, which look at the rules after autogen too (engine reference §1.8): those that
/// [`expanded_rules`] gives.
#[must_use]
pub fn check(policy: &ClassicPolicy, expanded: &[Tree], surroundings: Surroundings<'_>) -> Checked {
    let rules: Vec<Rule<'_>> = expanded
        .iter()
        .map(|tree| classic::read_rule(tree.cursor()).output)
        .collect();
    check_policy(policy, &rules, surroundings)
}

/// The rule documents of a policy, with those that autogen makes from them.
pub(crate) struct Expansion {
    pub(crate) originals: Vec<Tree>,
    /// For each set of controllers that are served alike: the rules made for them.
    pub(crate) generated: Vec<(Vec<Text>, Shape, Vec<Tree>)>,
    /// The mutate rules after full expansion.
    pub(crate) mutations: Vec<Mutation>,
}

/// A mutate rule after full expansion.
pub(crate) enum Mutation {
    Own(usize),
    Generated(Tree),
}

/// Expands a policy for validation, where a resource meets only the rules made for its own kind (§8.2).
pub(crate) fn expand(policy: &ClassicPolicy) -> Expansion {
    let originals = rule_documents(policy);
    let controllers = autogen::controllers(&originals, policy.meta.annotation(autogen::ANNOTATION));
    let mut generated: Vec<(Vec<Text>, Shape, Vec<Tree>)> = Vec::new();
    for group in autogen::groups(&controllers) {
        let (cron, template): (Vec<_>, Vec<_>) = autogen::generate(&originals, &group)
            .into_iter()
            .partition(|generated| generated.shape == Shape::CronJob);
        for (shape, rules) in [(Shape::Template, template), (Shape::CronJob, cron)] {
            if !rules.is_empty() {
                generated.push((
                    group.clone(),
                    shape,
                    rules.into_iter().map(|generated| generated.rule).collect(),
                ));
            }
        }
    }
    let mutations = mutations(&originals, &controllers);
    Expansion {
        originals,
        generated,
        mutations,
    }
}

/// The mutate rules after full expansion (§8.2, §8.3).
fn mutations(originals: &[Tree], controllers: &[Text]) -> Vec<Mutation> {
    let mutates = |rule: &Tree| matches!(classic::read_rule(rule.cursor()).output.body, Body::Mutate(_));
    if !originals.iter().any(mutates) {
        return Vec::new();
    }
    let generated = autogen::generate(originals, controllers);
    let hides = !generated.is_empty();
    let own = originals.iter().enumerate();
    let own = own.filter(|(_, rule)| mutates(rule) && !(hides && autogen::is_hidden(&rule.value)));
    let generated = generated.into_iter().map(|generated| generated.rule);
    own.map(|(position, _)| Mutation::Own(position))
        .chain(generated.filter(mutates).map(Mutation::Generated))
        .collect()
}

/// All rules after full expansion: the originals, then for each rule those made from it (§8.3).
#[must_use]
pub fn expanded_rules(policy: &ClassicPolicy) -> Vec<Tree> {
    let originals = rule_documents(policy);
    let controllers = autogen::controllers(&originals, policy.meta.annotation(autogen::ANNOTATION));
    let generated = autogen::generate(&originals, &controllers);
    let hides = !generated.is_empty();
    let kept = originals
        .into_iter()
        .filter(|rule| !(hides && autogen::is_hidden(&rule.value)));
    kept.chain(generated.into_iter().map(|generated| generated.rule))
        .collect()
}

fn rule_documents(policy: &ClassicPolicy) -> Vec<Tree> {
    let rules = policy.meta.root().at(&["spec", "rules"]);
    rules
        .into_iter()
        .flat_map(Cursor::items)
        .map(autogen::owned)
        .collect()
}

impl Compiler<'_> {
    pub(crate) fn template(&self, value: &Value) -> Template {
        Template::compile(value, self.functions, self.limits)
    }

    /// A query text of an entry: ready when it holds no placeholder and compiles.
    pub(crate) fn path(&self, text: &Value) -> PathPlan {
        let plain = text
            .as_str()
            .filter(|text| !text.contains("{{") && !text.contains("$("));
        match plain.and_then(|text| Query::compile(text, self.functions).ok()) {
            Some(query) => PathPlan::Ready(Box::new(query)),
            None => PathPlan::Late(self.template(text)),
        }
    }

    fn rule(&self, rule: &Rule<'_>, policy_key: &str) -> RulePlan {
        self.rule_with(rule, policy_key, self.body(rule))
    }

    /// A generated rule that is met by one kind: mutation asks for full expansion instead.
    fn rule_for_one_kind(&self, tree: &Tree, policy_key: &str) -> RulePlan {
        let rule = classic::read_rule(tree.cursor()).output;
        let body = match rule.body {
            Body::Mutate(_) => RuleBody::Nothing,
            _ => self.body(&rule),
        };
        self.rule_with(&rule, policy_key, body)
    }

    fn rule_with(&self, rule: &Rule<'_>, policy_key: &str, body: RuleBody) -> RulePlan {
        let name = Text::new(rule.name.value);
        RulePlan {
            exceptions: ExceptionPlan::compile_for(policy_key, &name, self),
            name,
            gives_way: autogen::is_hidden(rule.at.value),
            at: rule.name.span,
            selection: Selection::compile(&rule.matched, &rule.excluded),
            entries: self.entries(&rule.context),
            preconditions: rule
                .preconditions
                .as_ref()
                .map(|conditions| self.conditions(conditions)),
            properties: rule
                .report_properties
                .iter()
                .map(|(name, text)| (Text::new(name), self.template(text.value)))
                .collect(),
            body,
        }
    }

    pub(crate) fn entries(&self, entries: &[classic::ContextEntry<'_>]) -> Vec<EntryPlan> {
        entries
            .iter()
            .map(|entry| EntryPlan::compile(entry, self))
            .collect()
    }

    fn body(&self, rule: &Rule<'_>) -> RuleBody {
        match &rule.body {
            Body::Validate(validate) => {
                let message = validate.message.map(|message| message.value);
                let message = message.filter(|message| message.as_str().is_some_and(|text| !text.is_empty()));
                RuleBody::Validate(Box::new(ValidatePlan {
                    message: message.map(|message| self.template(message)),
                    check: match &validate.check {
                        Check::Cel(cel) => {
                            let plan = cel::compile(rule, cel, validate.message, self.environments);
                            CheckPlan::Cel(Box::new(plan))
                        }
                        check => self.check(check),
                    },
                    allow_existing: validate.allow_existing_violations,
                    action: validate.failure_action.map(|action| action.value),
                    overrides: Overrides::compile(&validate.failure_action_overrides),
                }))
            }
            Body::Mutate(mutate) => RuleBody::Mutate(Box::new(self.mutate(rule, mutate))),
            Body::Generate(_) => RuleBody::Later("generate"),
            Body::VerifyImages(_) => RuleBody::Later("verifyImages"),
            Body::Missing | Body::Several(_) => RuleBody::Nothing,
        }
    }

    fn check(&self, check: &Check<'_>) -> CheckPlan {
        match check {
            Check::Pattern(pattern) => CheckPlan::Pattern {
                pattern: self.pattern(pattern.value),
                at: pattern.span(),
            },
            Check::AnyPattern(list) => CheckPlan::AnyPattern {
                patterns: self.patterns(list.value),
                at: list.span(),
            },
            Check::Deny(deny) => CheckPlan::Deny {
                conditions: deny
                    .conditions
                    .as_ref()
                    .map(|conditions| self.conditions(conditions)),
                at: deny.at.span(),
            },
            Check::Foreach(loops) => CheckPlan::Foreach(loops.iter().map(|entry| self.each(entry)).collect()),
            Check::PodSecurity(body) => CheckPlan::PodSecurity(Box::new(PodSecurityPlan::compile(body))),
            // No loop has one.
            Check::Cel(_) => CheckPlan::Nothing,
            Check::Manifests(_) => CheckPlan::Later("manifests"),
            Check::Missing | Check::Several(_) => CheckPlan::Nothing,
        }
    }

    fn each(&self, entry: &ValidateLoop<'_>) -> LoopPlan {
        let list = entry
            .list
            .and_then(|list| list.value.as_str())
            .unwrap_or_default();
        LoopPlan {
            list: self.query(list),
            looks_at: Reference::in_query(list),
            element_scope: entry.element_scope.map(|scope| scope.value),
            entries: self.entries(&entry.context),
            preconditions: entry
                .preconditions
                .as_ref()
                .map(|conditions| self.conditions(conditions)),
            check: self.check(&entry.check),
        }
    }

    /// A query as it stands; a fault is said when the query is reached.
    pub(crate) fn query(&self, text: &str) -> Result<Query, Complaint> {
        Query::compile(text, self.functions).map_err(|cause| {
            Complaint::new(
                "invalid-query",
                format!("incorrect query {text}: {}", cause.message()),
            )
        })
    }

    fn pattern(&self, pattern: &Value) -> PatternPlan<Overlay> {
        let template = self.template(pattern);
        match template.fixed().map(Overlay::compile) {
            Some(Ok(overlay)) => PatternPlan::Ready(overlay),
            Some(Err(_)) | None => PatternPlan::Late(template),
        }
    }

    fn patterns(&self, list: &Value) -> PatternPlan<Vec<Overlay>> {
        let template = self.template(list);
        let ready = template.fixed().and_then(|list| overlays(list).ok());
        ready.map_or(PatternPlan::Late(template), PatternPlan::Ready)
    }

    pub(crate) fn conditions(&self, conditions: &Conditions<'_>) -> ConditionsPlan {
        let list = |list: &[classic::Condition<'_>]| -> Vec<ConditionPlan> {
            list.iter().map(|condition| self.condition(condition)).collect()
        };
        let boxed = |conditions: &[classic::Condition<'_>]| list(conditions).into_boxed_slice();
        match conditions {
            Conditions::List(conditions) => ConditionsPlan::Every(list(conditions)),
            Conditions::AnyAll { any, all, .. } => ConditionsPlan::AnyAll(AnyAll {
                any: any.as_deref().map(boxed),
                all: all.as_deref().map(boxed),
            }),
            Conditions::Unreadable(_) => ConditionsPlan::Unreadable,
        }
    }

    fn condition(&self, condition: &classic::Condition<'_>) -> ConditionPlan {
        let operand = |at: Option<Cursor<'_>>| {
            at.map_or_else(
                || self.template(&Value::Null),
                |at| self.template(&crate::conditions::literal(at.value)),
            )
        };
        let (key, value) = (operand(condition.key), operand(condition.value));
        let comparison =
            Comparison::compile(condition.operator.value).map(|comparison| match value.fixed() {
                Some(value) => comparison.with_value(value),
                None => comparison,
            });
        ConditionPlan {
            looks_at: Reference::in_text(key.written()).or_else(|| Reference::in_text(value.written())),
            key,
            comparison,
            value,
            message: condition
                .message
                .and_then(|message| message.value.as_str())
                .map(Text::new)
                .unwrap_or_default(),
            at: condition.at.span(),
        }
    }
}

/// The alternatives of an `anyPattern` whose variables are substituted.
pub(crate) fn overlays(list: &Value) -> Result<Vec<Overlay>, Complaint> {
    let Some(list) = list.as_list() else {
        return Err(Complaint::new("invalid-pattern", "anyPattern must be a list"));
    };
    list.iter().map(Overlay::compile).collect()
}

impl Condition for ConditionPlan {
    fn message(&self) -> &str {
        &self.message
    }
}
