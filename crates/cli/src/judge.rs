//! Everything that judges one object: the chain, what it is given, the world; and how verdicts count.

use std::borrow::Cow;

use sekisho_chain::{Action, Chain, FailurePolicy, Given, NativePlan, Outcome, Plan, Run, effective_action};
use sekisho_document::{Text, Value};
use sekisho_evaluator::{Nobody, Reason, Status, Verdict};
use sekisho_kubernetes::{Order, Verb, resource};
use sekisho_parser::cli_kinds::Values;
use sekisho_report::{Counts, Process, Skips, WebhookFailure};

use crate::facts::{World, name_label};
use crate::load::resources::Resource;

/// What judges; shared between threads.
#[derive(Debug)]
pub struct Judge {
    pub chain: Chain,
    pub given: Given,
    pub world: World,
    /// Failures of rules that only audit count as warnings.
    pub audit_warn: bool,
}

impl Judge {
    /// Judges what was loaded: a recorded request, or an object as a request for it would bring it. Gives the
    /// object as the policies saw it, too.
    #[must_use]
    pub fn ask(&self, resource: &Resource, operation: Option<Verb>) -> (Option<Value>, Outcome) {
        let Some(request) = &resource.request else {
            let received = self.chain.received(&resource.object);
            let outcome = self.judge(&received, operation);
            return (Some(received.into_owned()), outcome);
        };
        let mut request = (**request).clone();
        for object in [&mut request.object, &mut request.old_object]
            .into_iter()
            .flatten()
        {
            *object = self.chain.received(object).into_owned();
        }
        if request.user.is_none() {
            request.user.clone_from(&self.given.user);
        }
        let outcome = self
            .chain
            .admit_given(&request, &self.given, &self.world, &mut Nobody);
        (request.object, outcome)
    }

    /// Judges an object, as [`Chain::received`] gives it.
    #[must_use]
    pub fn judge(&self, object: &Value, operation: Option<Verb>) -> Outcome {
        let run = Run {
            object,
            operation,
            old: None,
            given: &self.given,
            facts: &self.world,
        };
        self.chain.run(&run, &mut Nobody)
    }

    /// The labels of the namespace of an object, as the rules saw them.
    #[must_use]
    pub fn namespace_labels(&self, object: &Value) -> Value {
        self.given
            .namespace_labels(resource::namespace(object), &self.world)
    }

    /// Whether the rule behind a verdict only audits objects of this namespace, whose labels are known.
    #[must_use]
    pub fn audits(&self, plan: usize, verdict: &Verdict, object: &Value, labels: &Value) -> bool {
        match self.chain.plans().get(plan) {
            Some(Plan::Classic(plan)) => {
                let rule = plan.every_rule().find(|rule| rule.name == verdict.rule);
                let namespace = resource::namespace(object);
                effective_action(plan, rule, namespace, labels) == Action::Audit
            }
            Some(Plan::Validating(plan)) => !plan.denies,
            Some(Plan::Mutating(_)) => false,
            Some(Plan::Native(native)) => self.only_reports(native, verdict),
            None => false,
        }
    }

    /// Whether the binding behind a verdict does not deny. Kyverno's command line ignores what bindings say.
    fn only_reports(&self, native: &NativePlan, verdict: &Verdict) -> bool {
        let named = verdict.properties.iter().find(|(key, _)| key == "binding");
        let binding = named.and_then(|(_, name)| {
            let bindings = &native.plan.bindings;
            bindings.iter().find(|binding| binding.name == *name)
        });
        self.chain.profile().order == Order::ApiServer && binding.is_some_and(|binding| !binding.denies())
    }

    /// What a cluster does when the webhook behind a plan cannot answer; nothing where there is none.
    #[must_use]
    pub fn webhook(&self, plan: usize) -> Option<WebhookFailure> {
        let failure_policy = match self.chain.plans().get(plan)? {
            Plan::Classic(plan) => plan.failure_policy,
            Plan::Validating(plan) => plan.failure_policy,
            Plan::Mutating(plan) => plan.failure_policy,
            Plan::Native(_) => return None,
        };
        Some(match failure_policy {
            FailurePolicy::Fail => WebhookFailure::Closed,
            FailurePolicy::Ignore => WebhookFailure::Open,
        })
    }

    /// Which part of Kyverno would give the answers of a plan (engine reference §10.3).
    #[must_use]
    pub fn process(&self, plan: usize) -> Option<Process> {
        let (background, admission) = match self.chain.plans().get(plan)? {
            Plan::Classic(plan) => (plan.background, plan.admission),
            Plan::Validating(plan) => (plan.background, plan.admission),
            Plan::Mutating(plan) => (plan.background, plan.admission),
            Plan::Native(_) => (true, true),
        };
        match (background, admission) {
            (true, _) => Some(Process::BackgroundScan),
            (false, true) => Some(Process::AdmissionReview),
            (false, false) => None,
        }
    }

    /// The status that counts (engine reference §10.4).
    #[must_use]
    pub fn counted(&self, verdict: &Verdict, audits: bool) -> Status {
        match verdict.status {
            Status::Fail if !verdict.policy.is_scored() || (self.audit_warn && audits) => Status::Warn,
            status => status,
        }
    }
}

/// What mutations made of an object as it was read: defaults that a cluster filled in and nobody changed stay
/// out. Nothing where nothing was changed.
#[must_use]
pub fn changed<'v>(read: &Value, received: &Value, after: &'v Value) -> Option<Cow<'v, Value>> {
    /// Deeper than any object that a cluster takes.
    const DEEPEST: usize = 512;
    if sekisho_report::equal(received, after) {
        return None;
    }
    if received == read {
        return Some(Cow::Borrowed(after));
    }
    Some(Cow::Owned(
        written(Some(read), received, after, DEEPEST).unwrap_or_default(),
    ))
}

/// A part of an object after mutations, as somebody would write it who changes what was read.
fn written(read: Option<&Value>, received: &Value, after: &Value, depth: usize) -> Option<Value> {
    if after == received {
        return read.cloned();
    }
    let Some(depth) = depth.checked_sub(1) else {
        return Some(after.clone());
    };
    match (received, after) {
        (Value::Map(received), Value::Map(after)) => {
            let entries = after.iter().filter_map(|(key, value)| {
                let value = match received.get(key) {
                    Some(other) => written(read.and_then(|read| read.get(key)), other, value, depth)?,
                    None => value.clone(),
                };
                Some((key.clone(), value))
            });
            Some(Value::Map(entries.collect()))
        }
        (Value::List(received), Value::List(after)) => {
            let read = read.and_then(Value::as_list);
            let name = |item: &Value| item.get("name").and_then(Value::as_str).map(str::to_owned);
            let items = after.iter().enumerate().filter_map(|(position, item)| {
                let same = match name(item) {
                    Some(own) => received
                        .iter()
                        .position(|other| name(other).as_ref() == Some(&own)),
                    None => (received.len() == after.len()).then_some(position),
                };
                let known = same.and_then(|same| Some((received.get(same)?, read?.get(same)?)));
                match known {
                    Some((received, read)) => written(Some(read), received, item, depth),
                    None => Some(item.clone()),
                }
            });
            Some(Value::List(items.collect()))
        }
        _ => Some(after.clone()),
    }
}

/// How often each status was given, and what lies behind skips and errors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub counts: Counts,
    pub skips: Skips,
    /// Verdicts that are no judgement: errors.
    pub not_judged: u64,
}

impl Tally {
    pub fn add(&mut self, verdict: &Verdict, status: Status) {
        self.counts.add(status);
        match (status, verdict.reason) {
            (Status::Error, _) => self.not_judged += 1,
            (Status::Skip, Reason::Preconditions) => self.skips.preconditions += 1,
            (Status::Skip, Reason::Exception) => self.skips.exceptions += 1,
            (Status::Skip, _) => self.skips.others += 1,
            (Status::Pass | Status::Warn | Status::Fail, _) => {}
        }
    }
}

/// Values as an order sees them: in a cluster every namespace carries its name as a label.
#[must_use]
pub fn values_for(mut values: Values, order: Order) -> Values {
    if order == Order::ApiServer {
        for entry in &mut values.namespace_selector {
            let labels = entry.labels.as_map().cloned().unwrap_or_default();
            entry.labels = Value::Map(name_label(labels, &entry.name.value));
        }
        for namespace in &mut values.namespaces {
            let name = resource::name(namespace).to_owned();
            *namespace = crate::facts::with_name_label(namespace, &name);
        }
    }
    values
}

/// Values of the command line, `key=value` each. Kyverno's command line leaves out what it does not
/// understand; here it is a fault, as a value without effect is not what anybody meant.
///
/// # Errors
/// What is wrong with the first word that has no effect.
pub fn set_values(words: &[String]) -> Result<Vec<(Text, Value)>, String> {
    let mut values: Vec<(Text, Value)> = Vec::new();
    for word in words {
        let pair = word.split_once('=').filter(|(key, value)| {
            let is_plain = !value.contains('=');
            !key.is_empty() && !value.is_empty() && is_plain
        });
        let Some((key, value)) = pair else {
            return Err(format!("`--set {word}` is not of the form `key=value`"));
        };
        if key.contains("request.object.") {
            return Err(format!(
                "`--set {word}` does not change the object: write the value into a values file"
            ));
        }
        if values.iter().any(|(other, _)| other == key) {
            return Err(format!("`--set` gives `{key}` twice"));
        }
        values.push((Text::new(key), Value::text(value)));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::set_values;

    #[test]
    fn values_of_the_command_line_are_read() {
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            set_values(&words).map(|values| {
                let keys = values.iter().map(|(key, _)| key.to_string());
                keys.collect::<Vec<String>>().join(" ")
            })
        };
        assert_eq!(read(&["a=1", "d.e=f"]), Ok("a d.e".to_owned()));
        for (words, cause) in [
            (&["a=1", "b"][..], "`--set b` is not of the form `key=value`"),
            (&["=c"], "`--set =c` is not of the form `key=value`"),
            (&["a=b=c"], "`--set a=b=c` is not of the form `key=value`"),
            (&["a=1", "a=2"], "`--set` gives `a` twice"),
            (
                &["request.object.x=3"],
                "`--set request.object.x=3` does not change the object: write the value into a values file",
            ),
        ] {
            assert_eq!(read(words), Err(cause.to_owned()));
        }
    }
}
