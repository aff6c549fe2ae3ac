//! A set of policies, compiled and put in order.

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_admission::kyverno::{self, Environments, MutatingPlan, NativePlan, ValidatingPlan};
use sekisho_admission::vap;
use sekisho_classic::{CheckPlan, PolicyPlan, RuleBody};
use sekisho_diagnostics::{Diagnosed, Diagnostic, Severity};
use sekisho_document::{Text, Value};
use sekisho_evaluator::PolicyName;
use sekisho_jmespath::Functions;
use sekisho_kubernetes::schema::Decoded;
use sekisho_kubernetes::{Gvk, Kinds, Order, Profile, Schema, Version};
use sekisho_parser::admission::{
    AdmissionBinding, AdmissionPolicy, CelException, Mode, MutatingPolicy, ValidatingPolicy,
};
use sekisho_parser::checks::Surroundings;
use sekisho_parser::classic::{Body, Check, ClassicPolicy};
use sekisho_parser::{Exception, Meta, Policy};

use crate::index::Index;
use crate::server::{Server, refusal};
use crate::strays::{namespace_selectors, strays, twin_of};

/// Plans in order, ready to judge. Immutable; shared between threads behind one `Arc`.
#[derive(Debug)]
pub struct Chain {
    pub(crate) plans: Vec<Plan>,
    refused: Vec<Refused>,
    exceptions: usize,
    rules: usize,
    pub(crate) index: Index,
    /// Positions of the plans with CEL, in the order in which they are asked.
    pub(crate) cel: Vec<usize>,
    pub(crate) functions: Functions,
    pub(crate) kinds: Kinds,
    /// The types of objects, in the order of a cluster.
    pub(crate) schema: Option<Arc<Schema>>,
    /// The types that structured merges go by, where policies of Kyverno mutate.
    pub(crate) merging: Option<Arc<Schema>>,
    pub(crate) profile: Profile,
    pub(crate) query_limits: sekisho_jmespath::Limits,
    namespace_selectors: Vec<Text>,
}

/// How policies came to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// They are about to enter a cluster.
    Checked,
    AsStored,
}

/// What a policy was compiled to.
#[derive(Debug, Clone)]
pub enum Plan {
    Classic(Box<PolicyPlan>),
    Validating(Box<ValidatingPlan>),
    Mutating(Box<MutatingPlan>),
    /// A ValidatingAdmissionPolicy with its bindings.
    Native(Box<NativePlan>),
}

/// A policy that the load-time checks refuse; it judges nothing.
#[derive(Debug, Clone)]
pub struct Refused {
    pub policy: Arc<PolicyName>,
    /// The text of Kyverno's validator.
    pub text: String,
    /// Its rules, as the author wrote them.
    pub rules: Vec<Text>,
}

impl Refused {
    /// What is lost with the policy.
    #[must_use]
    pub fn consequence(&self) -> String {
        match self.policy.kind.ends_with("Binding") {
            true => format!("binding `{}` is left out: it binds nothing", self.policy.key()),
            false => left_out(&self.policy.key(), &self.rules),
        }
    }
}

/// What is lost with a policy that is not used: one fault leaves all of it out.
#[must_use]
pub fn left_out(policy: &str, rules: &[Text]) -> String {
    const NAMED: usize = 5;
    let named: Vec<String> = rules.iter().take(NAMED).map(|rule| format!("`{rule}`")).collect();
    let more = match rules.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    let lost = match rules.len() {
        0 => String::new(),
        1 => format!(": its rule {named} judges nothing"),
        _ => format!(": its rules {named}{more} judge nothing"),
    };
    format!("policy `{policy}` is left out whole{lost}")
}

impl Chain {
    /// Compiles what was read. Policies keep their order; exceptions belong to the policies they name,
    /// wherever they stand.
    #[must_use]
    pub fn load(policies: &[Policy], profile: Profile) -> Diagnosed<Chain> {
        Chain::enter(policies, profile, Entry::Checked)
    }

    /// The same for policies that a cluster has already: what only Kyverno's own webhook refuses is said, and
    /// judges all the same.
    #[must_use]
    pub fn load_stored(policies: &[Policy], profile: Profile) -> Diagnosed<Chain> {
        Chain::enter(policies, profile, Entry::AsStored)
    }

    fn enter(policies: &[Policy], profile: Profile, entry: Entry) -> Diagnosed<Chain> {
        let exceptions: Vec<&Exception> = policies
            .iter()
            .filter_map(|policy| match policy {
                Policy::Exception(exception) => Some(exception),
                _ => None,
            })
            .collect();
        let cel_exceptions: Vec<&CelException> = policies
            .iter()
            .filter_map(|policy| match policy {
                Policy::CelException(exception) => Some(exception),
                _ => None,
            })
            .collect();
        let mut environments = Environments::default();
        let mut native_environments = None;
        let classic_environments = sekisho_classic::Environments::default();
        let functions = Functions::new(&[
            sekisho_jmespath::functions::STANDARD,
            sekisho_kubernetes::jmespath::KYVERNO,
        ]);
        let mut chain = Chain {
            plans: Vec::new(),
            refused: Vec::new(),
            exceptions: exceptions.len() + cel_exceptions.len(),
            rules: 0,
            index: Index::default(),
            cel: Vec::new(),
            kinds: match profile.order {
                Order::KyvernoCli => Kinds::kyverno_offline(),
                Order::ApiServer => Kinds::builtin(profile.kubernetes),
            },
            schema: None,
            merging: None,
            functions,
            profile,
            query_limits: sekisho_jmespath::Limits::STANDARD,
            namespace_selectors: namespace_selectors(policies),
        };
        let mut diagnostics = strays(policies, profile.order);
        diagnostics.extend(chain.define(policies));
        let server = match (&chain.schema, policies.iter().any(is_native)) {
            (Some(schema), true) => Some(Server::new(profile.kubernetes, Arc::clone(schema))),
            _ => None,
        };
        let bindings = chain.bindings(policies, server.as_ref(), &mut diagnostics);
        for policy in policies {
            match policy {
                Policy::Classic(policy) => {
                    let surroundings = Surroundings {
                        kinds: &chain.kinds,
                        functions: &chain.functions,
                    };
                    let expanded = sekisho_classic::expanded_rules(policy);
                    let checked = sekisho_classic::check(policy, &expanded, surroundings);
                    let mut found = checked.diagnostics(profile.order);
                    let plan = sekisho_classic::compile(
                        policy,
                        &exceptions,
                        &chain.functions,
                        &chain.query_limits,
                        &classic_environments,
                    );
                    let gate = gate_faults(policy, &plan);
                    let gate_text = (!gate.is_empty()).then(|| {
                        let texts: Vec<&str> = gate.iter().map(|fault| fault.message.as_str()).collect();
                        format!("match conditions compilation errors: {}", texts.join(", "))
                    });
                    found.extend(gate);
                    let is_refused = entry == Entry::Checked && checked.is_refused(profile.order);
                    if is_refused || gate_text.is_some() {
                        let ours = found.first().map(|first| first.message.clone());
                        let refused = Refused {
                            rules: plan.rules.into_iter().map(|rule| rule.name).collect(),
                            policy: plan.name,
                            text: checked
                                .refusal(profile.order)
                                .or(gate_text)
                                .or(ours)
                                .unwrap_or_default(),
                        };
                        let is_error = |diagnostic: &&mut Diagnostic| diagnostic.severity == Severity::Error;
                        if let Some(first) = found.iter_mut().find(is_error) {
                            first.causes.push(refused.consequence());
                        }
                        diagnostics.append(&mut found);
                        chain.refused.push(refused);
                        continue;
                    }
                    diagnostics.append(&mut found);
                    diagnostics.extend(not_evaluated(&plan));
                    diagnostics.extend(expression_faults(policy, &plan));
                    chain.rules += expanded.len();
                    chain.index.add(chain.plans.len(), &plan);
                    chain.plans.push(Plan::Classic(Box::new(plan)));
                }
                Policy::Validating(policy) => {
                    diagnostics.extend(chain.add_validating(policy, &cel_exceptions, &mut environments));
                }
                Policy::Mutating(policy) => {
                    diagnostics.extend(chain.add_mutating(policy, &cel_exceptions, &mut environments));
                }
                Policy::Admission(policy) if twin_of(&policy.meta, policies).is_some() => {}
                Policy::Admission(policy) => {
                    let made = native_environments.get_or_insert_with(|| match profile.order {
                        Order::ApiServer => vap::Environments::new(sekisho_cel::Release::STORED),
                        Order::KyvernoCli => vap::Environments::kyverno(),
                    });
                    diagnostics.extend(chain.add_native(policy, &bindings, made, server.as_ref()));
                }
                Policy::Exception(_)
                | Policy::Cleanup(_)
                | Policy::GlobalEntry(_)
                | Policy::CelException(_)
                | Policy::AdmissionBinding(_)
                | Policy::Definition(_)
                | Policy::MutatingAdmission(_)
                | Policy::MutatingAdmissionBinding(_)
                | Policy::Later(_) => {}
            }
        }
        chain.order_cel();
        Diagnosed {
            output: chain,
            diagnostics,
        }
    }

    /// Takes up the custom kinds, wherever they are defined, before anything else is looked at.
    fn define(&mut self, policies: &[Policy]) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let merges = policies
            .iter()
            .any(|policy| matches!(policy, Policy::Mutating(_)));
        let mut schema = match self.profile.order {
            Order::ApiServer => Some(Schema::builtin(self.profile.kubernetes)),
            Order::KyvernoCli => merges.then(|| Schema::builtin(OFFLINE_TYPES)),
        };
        for policy in policies {
            let Policy::Definition(definition) = policy else {
                continue;
            };
            let read = sekisho_kubernetes::Definition::read(&definition.meta.tree.value);
            diagnostics.extend(read.diagnostics);
            if let Some(definition) = read.output {
                self.kinds.add(&definition);
                if let Some(schema) = &mut schema {
                    schema.add(&definition);
                }
            }
        }
        let schema = schema.map(Arc::new);
        self.merging = schema.clone().filter(|_| merges);
        self.schema = schema.filter(|_| self.profile.order == Order::ApiServer);
        diagnostics
    }

    /// The bindings that are in force.
    fn bindings<'p>(
        &mut self,
        policies: &'p [Policy],
        server: Option<&Server>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<&'p AdmissionBinding> {
        let mut bindings = Vec::new();
        for policy in policies {
            let Policy::AdmissionBinding(binding) = policy else {
                continue;
            };
            let faults = server.map(|server| server.binding_faults(&binding.meta));
            let faults = faults.unwrap_or_default();
            if faults.is_empty() {
                bindings.push(binding);
                continue;
            }
            let (refused, mut said) = refusal(&binding.meta, &faults, Vec::new());
            self.refused.push(refused);
            diagnostics.append(&mut said);
        }
        if server.is_some() {
            // A server has no order of them; names decide (admission reference §3.2).
            bindings.sort_by(|left, right| left.meta.name.value.cmp(&right.meta.name.value));
        }
        bindings
    }

    fn add_validating(
        &mut self,
        policy: &ValidatingPolicy,
        exceptions: &[&CelException],
        environments: &mut Environments,
    ) -> Vec<Diagnostic> {
        let compiled = kyverno::compile(policy, exceptions, environments);
        let diagnostics = compiled.diagnostics;
        match compiled.output {
            Ok(plan) => {
                self.rules += 1;
                self.plans.push(Plan::Validating(Box::new(plan)));
            }
            Err(refusal) => self.refuse(&policy.meta, refusal),
        }
        diagnostics
    }

    fn add_mutating(
        &mut self,
        policy: &MutatingPolicy,
        exceptions: &[&CelException],
        environments: &mut Environments,
    ) -> Vec<Diagnostic> {
        let compiled = kyverno::compile_mutating(policy, exceptions, environments);
        match compiled.output {
            Ok(plan) => {
                self.rules += 1;
                self.plans.push(Plan::Mutating(Box::new(plan)));
            }
            Err(refusal) => self.refuse(&policy.meta, refusal),
        }
        compiled.diagnostics
    }

    /// Leaves out a policy of Kyverno that can not be evaluated.
    fn refuse(&mut self, meta: &Meta, refusal: kyverno::Refusal) {
        self.refused.push(Refused {
            policy: Arc::new(PolicyName {
                kind: meta.gvk.kind.clone(),
                namespace: meta.namespace.clone(),
                name: meta.name.value.clone(),
                annotations: meta.annotations.clone(),
            }),
            text: refusal.text,
            rules: Vec::new(),
        });
    }

    /// A server refuses what does not compile; for Kyverno's command line it fails when it is reached.
    fn add_native(
        &mut self,
        policy: &AdmissionPolicy,
        bindings: &[&AdmissionBinding],
        environments: &vap::Environments,
        server: Option<&Server>,
    ) -> Vec<Diagnostic> {
        let meta = &policy.meta;
        let native = NativePlan {
            name: Arc::new(PolicyName {
                kind: meta.gvk.kind.clone(),
                namespace: Text::default(),
                name: meta.name.value.clone(),
                annotations: meta.annotations.clone(),
            }),
            plan: vap::compile(policy, bindings, environments),
        };
        let mut diagnostics = kyverno::native_faults(&native.plan, &policy.spec());
        if let Some(server) = server {
            let faults = server.policy_faults(meta);
            if !faults.is_empty() {
                let (refused, said) = refusal(meta, &faults, diagnostics);
                self.refused.push(refused);
                return said;
            }
            diagnostics.extend(server.type_warnings(meta, &self.kinds));
        }
        self.rules += 1;
        self.plans.push(Plan::Native(Box::new(native)));
        diagnostics
    }

    /// Policies that mutate come first, then those of Kubernetes, those for resources, those for plain JSON.
    fn order_cel(&mut self) {
        let rank = |plan: &Plan| match plan {
            Plan::Classic(_) => None,
            Plan::Mutating(plan) => Some(usize::from(plan.namespace.is_some())),
            Plan::Native(_) => Some(2),
            Plan::Validating(plan) => Some(3 + usize::from(plan.mode != Mode::Kubernetes)),
        };
        let in_order = |rank: usize| match self.profile.order {
            // A cluster calls the hooks of namespaced policies last.
            Order::ApiServer => rank,
            Order::KyvernoCli => rank.max(1),
        };
        let ranked = self.plans.iter().enumerate();
        let mut ranked: Vec<(usize, usize)> = ranked
            .filter_map(|(position, plan)| Some((in_order(rank(plan)?), position)))
            .collect();
        ranked.sort_unstable();
        self.cel = ranked.into_iter().map(|(_, position)| position).collect();
    }

    #[must_use]
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// How many exceptions were read.
    #[must_use]
    pub fn exceptions(&self) -> usize {
        self.exceptions
    }

    /// An object as the policies of a cluster see it: decoded, with the defaults of its kind. Kyverno's
    /// command line takes it as it is written.
    #[must_use]
    pub fn received<'v>(&self, object: &'v Value) -> Cow<'v, Value> {
        match &self.schema {
            Some(schema) => Cow::Owned(schema.default(object, &Gvk::of(object))),
            None => Cow::Borrowed(object),
        }
    }

    /// What a cluster says of an object when it decodes it.
    #[must_use]
    pub fn decoded(&self, object: &Value) -> Decoded {
        match &self.schema {
            Some(schema) => schema.decode_strict(object, &Gvk::of(object)),
            None => Decoded::default(),
        }
    }

    /// The policies that ask for labels of namespaces, others than the one with the name.
    #[must_use]
    pub fn namespace_selectors(&self) -> &[Text] {
        &self.namespace_selectors
    }

    #[must_use]
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// How many rules there are as Kyverno's command line counts them: of classic policies those that autogen
    /// makes included, and one for each policy with CEL, whatever variants it has (command line reference
    /// A2.3; recorded: `apply-vpol`, three variants, "Applying 1 policy rule(s)").
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.rules
    }
}

/// The version of Kubernetes whose types Kyverno's command line brings along.
const OFFLINE_TYPES: Version = Version::new(1, 32);

impl Plan {
    #[must_use]
    pub fn name(&self) -> &Arc<PolicyName> {
        match self {
            Plan::Classic(plan) => &plan.name,
            Plan::Validating(plan) => &plan.name,
            Plan::Mutating(plan) => &plan.name,
            Plan::Native(plan) => &plan.name,
        }
    }
}

/// Whether the API server asks it itself, or is told by it what to ask.
fn is_native(policy: &Policy) -> bool {
    matches!(policy, Policy::Admission(_) | Policy::AdmissionBinding(_))
}

/// One diagnostic for each rule of the author with a body that is not evaluated yet.
fn not_evaluated(plan: &PolicyPlan) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for rule in &plan.rules {
        let what = match &rule.body {
            RuleBody::Later(body) => (*body).to_owned(),
            RuleBody::Validate(validate) => match later(&validate.check) {
                Some(check) => format!("validate.{check}"),
                None => continue,
            },
            RuleBody::Mutate(_) | RuleBody::Nothing => continue,
        };
        let message = format!(
            "rule `{}` of policy `{}` holds `{what}`, which is not evaluated yet",
            rule.name, plan.name.name
        );
        diagnostics.push(Diagnostic::error("not-evaluated-yet", message).at(rule.at));
    }
    diagnostics
}

/// What is wrong with the match conditions of a policy: it is refused.
fn gate_faults(policy: &ClassicPolicy, plan: &PolicyPlan) -> Vec<Diagnostic> {
    let webhook = policy.spec().webhook;
    match (&plan.gate, &webhook) {
        (Some(gate), Some(webhook)) => gate.faults(webhook),
        _ => Vec::new(),
    }
}

/// What is wrong with the expressions of the rules of the author.
fn expression_faults(policy: &ClassicPolicy, plan: &PolicyPlan) -> Vec<Diagnostic> {
    let rules = policy.rules().output;
    let pairs = plan.rules.iter().zip(&rules);
    pairs
        .flat_map(|(plan, rule)| match (&plan.body, &rule.body) {
            (RuleBody::Validate(plan), Body::Validate(written)) => match (&plan.check, &written.check) {
                (CheckPlan::Cel(plan), Check::Cel(cel)) => plan.faults(rule, cel),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        })
        .collect()
}

fn later(check: &CheckPlan) -> Option<&'static str> {
    match check {
        CheckPlan::Later(what) => Some(what),
        CheckPlan::Foreach(loops) => loops.iter().find_map(|entry| later(&entry.check)),
        CheckPlan::Pattern { .. }
        | CheckPlan::AnyPattern { .. }
        | CheckPlan::Deny { .. }
        | CheckPlan::Cel(_)
        | CheckPlan::PodSecurity(_)
        | CheckPlan::Nothing => None,
    }
}
