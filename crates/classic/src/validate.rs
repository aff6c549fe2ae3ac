//! Validation of one request by one policy: the way of each rule from `match` to its answer (engine
//! reference §3.3, §5.8).

use sekisho_document::{Text, Value};
use sekisho_evaluator::{Observer, Phase, Reason, Status, Verdict};
use sekisho_jmespath::{Functions, Setting, World};
use sekisho_kubernetes::{Facts, Limits, Order, Request, Verb};
use sekisho_parser::classic::Action;

use crate::cel;
use crate::check::{self, Answer, Matter};
use crate::context::{Context, Surroundings};
use crate::exception::{self, ExceptionPlan};
use crate::plan::{CheckPlan, PolicyPlan, RuleBody, RulePlan, ValidatePlan};
use crate::pod_security;
use crate::selection::Candidate;

/// One request, as one policy sees it.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a bundle of borrowed parts, some of which are trait objects"
)]
pub struct Job<'e> {
    pub request: &'e Request,
    /// The tree that queries start from: `request`, user information, values given beside it.
    pub tree: &'e Value,
    /// Labels of the namespace of the object; null when nothing is known of it.
    pub namespace_labels: &'e Value,
    /// Values given for single rules: rule name, path, value (command line reference A6.1).
    pub rule_values: &'e [RuleValue],
    pub facts: &'e dyn Facts,
    pub functions: &'e Functions,
    pub world: &'e dyn World,
    pub limits: &'e Limits,
    pub query_limits: &'e sekisho_jmespath::Limits,
    pub order: Order,
    /// Objects that rules for existing objects may change.
    pub targets: &'e [Value],
}

/// A value that is put into the context of one rule and of those that autogen made from it.
#[derive(Debug, Clone)]
pub struct RuleValue {
    pub rule: Text,
    pub path: Vec<Text>,
    pub value: Value,
}

/// Runs the validate rules of a policy; their verdicts are pushed in order.
pub fn validate<O: Observer>(
    plan: &PolicyPlan,
    job: &Job<'_>,
    observer: &mut O,
    verdicts: &mut Vec<Verdict>,
) {
    let request = job.request;
    let deletes = is_delete(request);
    let object = request.object.as_ref().filter(|_| !deletes);
    let Some(subject) = object.or(request.old_object.as_ref()) else {
        return;
    };
    if !is_open(plan, request) {
        return;
    }
    let candidate = Candidate {
        object: subject,
        kind: &request.kind,
        subresource: &request.subresource,
        operation: request.operation,
        namespace_labels: job.namespace_labels,
        user: request.user.as_ref(),
    };
    let mut context = Context::new(job.tree.clone(), surroundings(plan, job, object), observer);
    let mut decided = 0_usize;
    for rule in plan.rules_for(&request.kind.kind) {
        let RuleBody::Validate(validate) = &rule.body else {
            continue;
        };
        if !rule.selection.holds(&candidate, context.observer) {
            continue;
        }
        if O::WATCHES {
            context.observer.rule_begins(&plan.name.name, &rule.name);
        }
        let answer = self::rule(rule, validate, &candidate, job, object, plan.action, &mut context);
        if O::WATCHES {
            let (status, message) = answer
                .as_ref()
                .map_or((None, ""), |(answer, _)| (Some(answer.status), &answer.message));
            context.observer.rule_ends(status, message);
        }
        let unanswered = context.take_unanswered();
        let Some((answer, properties)) = answer else {
            continue;
        };
        decided += usize::from(matches!(answer.status, Status::Pass | Status::Fail));
        verdicts.push(Verdict {
            policy: plan.name.clone(),
            rule: rule.name.clone(),
            phase: Phase::Validate,
            status: answer.status,
            message: answer.message,
            reason: answer.reason,
            blame: answer.blame.into_iter().chain([rule.at]).collect(),
            field: answer.field,
            exceptions: answer.exceptions,
            properties,
            after: None,
            target: None,
            unanswered,
        });
        if plan.stops_at_first && decided > 0 {
            return;
        }
    }
}

pub(crate) fn is_delete(request: &Request) -> bool {
    request.operation == Verb::Delete
}

/// Whether the policy looks at the request at all (§3.2).
pub(crate) fn is_open(plan: &PolicyPlan, request: &Request) -> bool {
    is_in_scope(plan, request) && plan.gate.as_ref().is_none_or(|gate| gate.is_open(request))
}

/// A `Policy` looks only at objects of its own namespace, an absent one reading as `default` (§2.7).
fn is_in_scope(plan: &PolicyPlan, request: &Request) -> bool {
    if !plan.namespaced {
        return true;
    }
    let own = if plan.name.namespace.is_empty() {
        "default"
    } else {
        &plan.name.namespace
    };
    let objects = [request.object.as_ref(), request.old_object.as_ref()];
    objects
        .into_iter()
        .flatten()
        .all(|object| sekisho_kubernetes::resource::namespace(object) == own)
}

pub(crate) fn surroundings<'e>(
    plan: &'e PolicyPlan,
    job: &Job<'e>,
    object: Option<&'e Value>,
) -> Surroundings<'e> {
    Surroundings {
        facts: job.facts,
        functions: job.functions,
        setting: Setting {
            world: job.world,
            limits: job.query_limits,
        },
        limits: job.limits,
        order: job.order,
        operation: job.request.operation,
        resource: object,
        policy_namespace: (plan.namespaced && !plan.name.namespace.is_empty())
            .then_some(&plan.name.namespace),
    }
}

/// The way of one selected rule.
fn rule<'p, O: Observer>(
    rule: &'p RulePlan,
    validate: &'p ValidatePlan,
    candidate: &Candidate<'_>,
    job: &Job<'_>,
    object: Option<&Value>,
    policy_action: Action,
    context: &mut Context<'p, '_, O>,
) -> Option<(Answer, Vec<(Text, Text)>)> {
    context.checkpoint();
    let mut properties = Vec::new();
    let mut lenient = Vec::new();
    let answer = begin(rule, job, context).or_else(|| {
        properties = self::properties(rule, context);
        match excepted(rule, validate, candidate, context) {
            Ok(exceptions) => lenient = exceptions,
            Err(answer) => return Some(answer),
        }
        begin_again(rule, job, context)
    });
    let ran = answer.is_none();
    let answer = match answer {
        Some(answer) => Some(answer),
        None => {
            let is_cel = matches!(validate.check, CheckPlan::Cel(_));
            let answer = run_check(rule, validate, job, object, &lenient, context);
            let enforced = validate.action.unwrap_or(policy_action) == Action::Enforce;
            match answer {
                Some(answer) if enforced && !validate.allow_existing => Some(answer),
                Some(answer) if enforced && !is_cel && is_update(job.request) => Some(existing(
                    answer, rule, validate, candidate, job, &lenient, context,
                )),
                answer => answer,
            }
        }
    };
    context.restore();
    if let Some(object) = object.filter(|_| ran) {
        // What comes as JSON text has floats; a rule that ran puts the object itself in its place (§0.2).
        context.set_request("object", Some(object.clone()));
    }
    answer.map(|mut answer| {
        properties.append(&mut answer.properties);
        (answer, properties)
    })
}

/// What the body of a rule says.
fn run_check<'p, O: Observer>(
    rule: &'p RulePlan,
    validate: &'p ValidatePlan,
    job: &Job<'_>,
    object: Option<&Value>,
    lenient: &[&ExceptionPlan],
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    match &validate.check {
        CheckPlan::PodSecurity(plan) => Some(pod_security::run(plan, &rule.name, object?, lenient)),
        CheckPlan::Cel(plan) => Some(cel::run(plan, &rule.name, job, context.questions())),
        check => check::run(check, matter(rule, validate, object), context),
    }
}

/// The whole object, outside of any loop.
fn matter<'a>(rule: &'a RulePlan, validate: &'a ValidatePlan, object: Option<&'a Value>) -> Matter<'a> {
    Matter {
        rule: &rule.name,
        message: validate.message.as_ref(),
        object,
        element: None,
        around: None,
        depth: 0,
    }
}

/// Registers the entries and decides the preconditions; the answer ends the rule.
pub(crate) fn begin<'p, O: Observer>(
    rule: &'p RulePlan,
    job: &Job<'_>,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    put_values(rule, job, context);
    if let Err(complaint) = context.register(&rule.entries) {
        return Some(Answer::trouble(format!(
            "failed to load context: {}",
            complaint.message
        )));
    }
    preconditions(rule, context)
}

/// The body of a rule takes the values for it once more and decides the preconditions by them, while entries
/// that the preconditions loaded are not loaded again: where one has the name of a value, the value wins.
/// Entries that only the body asks for load after that and win. So `kyverno apply` answers
/// (recorded: `test/restrict_ingress_host` and `other/restrict-ingress-host`, which differ in where they ask).
fn begin_again<O: Observer>(
    rule: &RulePlan,
    job: &Job<'_>,
    context: &mut Context<'_, '_, O>,
) -> Option<Answer> {
    match put_values(rule, job, context) {
        0 => None,
        _ => preconditions(rule, context),
    }
}

/// Puts the values for a rule into the context and tells how many there are.
pub(crate) fn put_values<O: Observer>(
    rule: &RulePlan,
    job: &Job<'_>,
    context: &mut Context<'_, '_, O>,
) -> usize {
    let given = job.rule_values.iter();
    let given = given.filter(|given| is_for(&given.rule, &rule.name));
    given
        .map(|given| {
            let path: Vec<&str> = given.path.iter().map(Text::as_str).collect();
            context.merge(&path, given.value.clone());
        })
        .count()
}

/// Decides the preconditions; the answer ends the rule.
fn preconditions<O: Observer>(rule: &RulePlan, context: &mut Context<'_, '_, O>) -> Option<Answer> {
    let preconditions = rule.preconditions.as_ref()?;
    match check::decide(preconditions, context) {
        Ok(decision) if decision.holds => None,
        Ok(decision) => {
            let message = not_met(&decision.message);
            Some(Answer::new(Status::Skip, Reason::Preconditions, message))
        }
        Err(cause) => Some(Answer::trouble(format!(
            "failed to evaluate preconditions: {cause}"
        ))),
    }
}

/// What is said when preconditions do not hold, with the messages of the conditions.
pub(crate) fn not_met(messages: &str) -> String {
    match messages {
        "" => "preconditions not met".to_owned(),
        messages => format!("preconditions not met; {messages}"),
    }
}

/// Values for a rule hold for its generated copies too.
fn is_for(given: &str, rule: &str) -> bool {
    let origin = rule
        .strip_prefix("autogen-cronjob-")
        .or_else(|| rule.strip_prefix("autogen-"));
    given == rule || origin == Some(given)
}

/// The report properties; one that can not be substituted stays as written.
pub(crate) fn properties<O: Observer>(
    rule: &RulePlan,
    context: &mut Context<'_, '_, O>,
) -> Vec<(Text, Text)> {
    let mut properties = Vec::with_capacity(rule.properties.len());
    for (name, template) in &rule.properties {
        let filled = context
            .fill(template, str::to_owned)
            .ok()
            .filter(|value| value.as_str().is_some());
        let text = filled
            .as_ref()
            .unwrap_or(template.written())
            .as_str()
            .map(Text::new)
            .unwrap_or_default();
        properties.push((name.clone(), text));
    }
    properties
}

/// The exceptions under which the rule runs, or the answer of those that skip it. Only Pod Security is run
/// under exceptions: those that name controls take these out, any other skips the rule (§10.2).
fn excepted<'p, O: Observer>(
    rule: &'p RulePlan,
    validate: &ValidatePlan,
    candidate: &Candidate<'_>,
    context: &mut Context<'_, '_, O>,
) -> Result<Vec<&'p ExceptionPlan>, Answer> {
    let holding = exception::holding(&rule.exceptions, candidate, context);
    if let CheckPlan::PodSecurity(_) = &validate.check {
        let mut whole = holding
            .iter()
            .filter(|exception| exception.pod_security.is_empty());
        return match whole.next() {
            None => Ok(holding),
            Some(exception) => {
                let key = exception.key.clone();
                let message = format!("rule is skipped due to policy exception {key}");
                Err(skipped(vec![key], message))
            }
        };
    }
    match skipped_by(&holding) {
        None => Ok(holding),
        Some(answer) => Err(answer),
    }
}

/// The answer of exceptions that skip a rule, if there are any.
pub(crate) fn skipped_by(holding: &[&ExceptionPlan]) -> Option<Answer> {
    if holding.is_empty() {
        return None;
    }
    let keys: Vec<Text> = holding.iter().map(|exception| exception.key.clone()).collect();
    // Upstream writes no blank before the keys.
    let message = format!("rule is skipped due to policy exceptions{}", keys.join(", "));
    Some(skipped(keys, message))
}

fn skipped(keys: Vec<Text>, message: String) -> Answer {
    Answer {
        exceptions: keys,
        ..Answer::new(Status::Skip, Reason::Exception, message)
    }
}

fn is_update(request: &Request) -> bool {
    request.operation == Verb::Update || (request.object.is_some() && request.old_object.is_some())
}

/// A violation that the old object had already is let pass (§5.8): the rule is evaluated once more as if
/// the old object were created.
fn existing<'p, O: Observer>(
    answer: Answer,
    rule: &'p RulePlan,
    validate: &'p ValidatePlan,
    candidate: &Candidate<'_>,
    job: &Job<'_>,
    lenient: &[&ExceptionPlan],
    context: &mut Context<'p, '_, O>,
) -> Answer {
    let old = job.request.old_object.as_ref();
    let Some(old) = old.filter(|_| answer.status == Status::Fail) else {
        return answer;
    };
    if job.request.operation != Verb::Update {
        return Answer::new(
            Status::Skip,
            Reason::ExistingViolation,
            "failed to validate old object",
        );
    }
    // The old object is matched for a creation, by nobody; a rule with preconditions never gets here.
    let candidate = Candidate {
        object: old,
        operation: Verb::Create,
        subresource: "",
        user: None,
        ..*candidate
    };
    let matches = rule.preconditions.is_none()
        && !rule.selection.asks_user()
        && rule.selection.holds(&candidate, &mut sekisho_evaluator::Nobody);
    if !matches {
        return answer;
    }
    context.restore();
    context.checkpoint();
    context.set_request("operation", Some(Value::text("CREATE")));
    context.set_request("object", context.request("oldObject"));
    context.set_request("oldObject", None);
    if begin(rule, job, context).is_some() {
        return answer;
    }
    let before = match &validate.check {
        CheckPlan::PodSecurity(plan) => Some(pod_security::run(plan, &rule.name, old, lenient)),
        check => check::run(check, matter(rule, validate, Some(old)), context),
    };
    match before {
        Some(before) if before.status == Status::Fail => Answer::new(
            Status::Skip,
            Reason::ExistingViolation,
            "skipping the rule evaluation as pre-existing violations are allowed",
        ),
        Some(_) | None => answer,
    }
}
