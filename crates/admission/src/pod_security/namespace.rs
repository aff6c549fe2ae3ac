//! Labels of namespaces: whether they can be read, and which Pods are there that new ones forbid (admission
//! reference §5.2, §5.5).

use std::collections::{BTreeMap, BTreeSet};

use sekisho_document::Value;
use sekisho_kubernetes::pod_security::{Level, LevelVersion, Pod, Sources, Template, evaluate, reasons};
use sekisho_kubernetes::{Answer, Gvr, Question, Verb, resource};

use super::labels::{AUDIT, WARN};
use super::{ENFORCE, Judging, Outcome, Policy, is_among, labels_of};
use crate::status;

/// How many Pods are looked at.
const MOST: usize = 3000;

pub(super) fn judge(judging: &Judging<'_>, namespace: &Value) -> Outcome {
    let (request, defaults) = (judging.request, judging.configuration.defaults);
    let labels = labels_of(namespace);
    let (new, faults) = Policy::read(&labels, defaults);
    let name = resource::name(namespace);
    let old = request
        .old_object
        .as_ref()
        .filter(|_| request.operation == Verb::Update)
        .map(|old| Policy::read(&labels_of(old), defaults));
    // Labels that could not be read before may stay as they are.
    let stayed = old.as_ref().is_some_and(|(_, before)| *before == faults);
    if !faults.is_empty() && !stayed {
        return Outcome {
            denial: Some(status::invalid(&request.kind, name, &faults)),
            ..Outcome::default()
        };
    }
    if let Some((old, _)) = &old {
        let relaxed = new.enforce.version == old.enforce.version && new.enforce.level <= old.enforce.level;
        if new.enforce == old.enforce || new.enforce.level == Level::Privileged || relaxed {
            return Outcome::default();
        }
    }
    let warnings = if is_among(&judging.configuration.exemptions.namespaces, name) {
        in_vain(name, &new, &labels, defaults).into_iter().collect()
    } else if old.is_some() {
        of_pods(judging, name, new.enforce)
    } else {
        Vec::new()
    };
    Outcome {
        warnings,
        ..Outcome::default()
    }
}

/// What is said to who labels an exempt namespace.
fn in_vain(name: &str, policy: &Policy, labels: &Value, defaults: Policy) -> Option<String> {
    if policy.is_fully_privileged() || *policy == defaults {
        return None;
    }
    let modes = [
        ("enforce", ENFORCE, policy.enforce),
        ("audit", AUDIT, policy.audit),
        ("warn", WARN, policy.warn),
    ];
    let labelled = modes.into_iter().filter(|(_, key, _)| labels.get(key).is_some());
    let parts: Vec<String> = labelled
        .map(|(mode, _, asked)| format!("{mode}={asked}"))
        .collect();
    (!parts.is_empty()).then(|| {
        format!(
            "namespace \"{name}\" is exempt from Pod Security, and the policy ({}) will be ignored",
            parts.join(", ")
        )
    })
}

/// The Pods of a namespace that violate what is enforced from now on. They stay.
fn of_pods(judging: &Judging<'_>, name: &str, asked: LevelVersion) -> Vec<String> {
    let pods = pods(judging, name);
    let ordered = one_of_each_controller_first(&pods);
    let mut found: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for pod in ordered.iter().take(MOST) {
        let template = Template::of(pod);
        let read = Pod::new(template.metadata, template.spec, Sources::Defaulted);
        if is_among(
            &judging.configuration.exemptions.runtime_classes,
            read.runtime_class(),
        ) {
            continue;
        }
        let failures = evaluate(asked.level, asked.version, judging.server, &read);
        if failures.is_empty() {
            continue;
        }
        let pod_name = resource::name(pod);
        let (count, least) = found.entry(reasons(&failures)).or_insert((0, pod_name));
        *count += 1;
        *least = (*least).min(pod_name);
    }
    let mut warnings = Vec::new();
    if pods.len() > MOST {
        warnings.push(format!(
            "new PodSecurity enforce level only checked against the first {MOST} of {} existing pods",
            pods.len()
        ));
    }
    if !found.is_empty() {
        warnings.push(format!(
            "existing pods in namespace \"{name}\" violate the new PodSecurity enforce level \"{asked}\""
        ));
    }
    let mut lines: Vec<String> = found
        .into_iter()
        .map(|(reasons, (count, least))| match count {
            1 => format!("{least}: {reasons}"),
            2 => format!("{least} (and 1 other pod): {reasons}"),
            _ => format!("{least} (and {} other pods): {reasons}", count - 1),
        })
        .collect();
    lines.sort();
    warnings.append(&mut lines);
    warnings
}

fn pods(judging: &Judging<'_>, namespace: &str) -> Vec<Value> {
    let question = Question::List {
        resource: &Gvr::new("", "v1", "pods"),
        namespace,
        labels: "",
    };
    match judging.facts.ask(&question) {
        Answer::Is(Value::List(list)) => list.iter().cloned().collect(),
        Answer::Is(list) => {
            let items = list.get("items").and_then(Value::as_list);
            items.into_iter().flatten().cloned().collect()
        }
        Answer::Absent | Answer::Failed(_) | Answer::Unknown => Vec::new(),
    }
}

/// So that what is cut off is most likely a copy of what was looked at.
fn one_of_each_controller_first(pods: &[Value]) -> Vec<&Value> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let (mut first, copies): (Vec<&Value>, Vec<&Value>) = pods
        .iter()
        .partition(|pod| controller(pod).is_none_or(|uid| seen.insert(uid)));
    first.extend(copies);
    first
}

/// The uid of the controller of an object.
fn controller(object: &Value) -> Option<&str> {
    let owners = object.at(&["metadata", "ownerReferences"])?.as_list()?;
    let is_controller = |owner: &&Value| owner.get("controller").and_then(Value::as_bool) == Some(true);
    owners.iter().find(is_controller)?.get("uid")?.as_str()
}
