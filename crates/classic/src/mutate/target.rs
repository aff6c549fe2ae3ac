//! Rules that change existing objects (engine reference §6.7).

use sekisho_document::{Value, print};
use sekisho_evaluator::{Observer, Reason, Status};
use sekisho_kubernetes::resource::{self, Labels};
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_kubernetes::{Gvk, KindSelector, KyvernoSelector, guess_plural, wildcard};

use super::plan::{MutatePlan, TargetPlan};
use super::{Said, change, conclude};
use crate::check::{self, Answer};
use crate::context::Context;
use crate::plan::RulePlan;
use crate::template::Template;
use crate::validate::{self, Job};

/// One answer for each existing object that is selected, after one for all selections that failed.
pub(super) fn run<'p, O: Observer>(
    rule: &'p RulePlan,
    mutate: &'p MutatePlan,
    job: &Job<'_>,
    context: &mut Context<'p, '_, O>,
) -> Vec<Said> {
    let mut found: Vec<(&'p TargetPlan, &Value)> = Vec::new();
    let mut causes = Vec::new();
    for (position, target) in mutate.targets.iter().enumerate() {
        match select(target, position, job, context) {
            Ok(objects) => found.extend(objects.into_iter().map(|object| (target, object))),
            Err(cause) => causes.push((target, cause)),
        }
    }
    let mut answers = Vec::new();
    if let Some((first, _)) = causes.first() {
        let texts: Vec<&str> = causes.iter().map(|(_, cause)| cause.as_str()).collect();
        let answer = Answer::trouble(format!(": {}", texts.join("; ")));
        answers.push(Said::only(Answer {
            blame: Some(first.at),
            ..answer
        }));
    }
    for (target, object) in found {
        context.set("target", object.clone());
        let early = begin(target, rule, job, context);
        let said = match early {
            Some(answer) => Said {
                answer,
                target: Some(object.clone()),
                after: None,
            },
            None => {
                let place = change::Place {
                    rule,
                    job,
                    is_target: true,
                };
                let (answer, after) = conclude(mutate, change::run(&mutate.change, object, place, context));
                Said {
                    answer,
                    target: Some(object.clone()),
                    after,
                }
            }
        };
        if let Some(after) = &said.after {
            context.set("target", after.clone());
        }
        answers.push(said);
    }
    answers
}

/// The entries and preconditions of a target; the answer ends it.
fn begin<'p, O: Observer>(
    target: &'p TargetPlan,
    rule: &RulePlan,
    job: &Job<'_>,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    validate::put_values(rule, job, context);
    if let Err(complaint) = context.register(&target.entries) {
        let text = format!("failed to load context: {}", complaint.message);
        return Some(Answer::trouble(text));
    }
    match check::decide(target.preconditions.as_ref()?, context) {
        Ok(decision) if decision.holds => None,
        Ok(decision) => {
            let message = validate::not_met(&decision.message);
            Some(Answer::new(Status::Skip, Reason::Preconditions, message))
        }
        Err(cause) => Some(Answer::trouble(format!(
            "failed to evaluate preconditions: {cause}"
        ))),
    }
}

/// The existing objects that a target means.
fn select<'j, O: Observer>(
    target: &TargetPlan,
    position: usize,
    job: &Job<'j>,
    context: &mut Context<'_, '_, O>,
) -> Result<Vec<&'j Value>, String> {
    let mut text = |template: &Template, field: &str| -> Result<String, String> {
        let written = template.written().as_str().unwrap_or_default().to_owned();
        let filled = context.fill(template, |cause| {
            format!("failed to substitute variables in target[{position}].{field} {written}, value: <nil>, err: {cause}")
        });
        match filled.map_err(|complaint| complaint.message)? {
            Value::String(text) => Ok(text.to_string()),
            Value::Null => Ok(String::new()),
            other => Ok(print::go_text(&other)),
        }
    };
    let api_version = text(&target.api_version, "APIVersion")?;
    let kind = text(&target.kind, "Kind")?;
    let namespace = text(&target.namespace, "Namespace")?;
    let name = text(&target.name, "Name")?;
    let selector = match &target.selector {
        None => None,
        Some(template) => {
            let filled = context.fill(template, |cause| {
                format!("failed to substitute variables in target[{position}].Selector: {cause}")
            });
            let filled = filled.map_err(|complaint| complaint.message)?;
            Some(KyvernoSelector::read(&filled).map_err(|error| error.to_string())?)
        }
    };
    // A namespaced policy reaches no further than its own namespace.
    let namespace = match context.policy_namespace() {
        Some(own) => own.to_owned(),
        None => namespace,
    };
    let wanted = KindSelector::parse(&format!("{api_version}/{kind}"));
    let pattern = |text: &str| (!text.is_empty()).then(|| Wildcard::new(text));
    let (in_namespace, named) = (pattern(&namespace), pattern(&name));
    let is_meant = |object: &&Value| {
        wanted.matches(&Gvk::of(object), "")
            && in_namespace
                .as_ref()
                .is_none_or(|pattern| pattern.matches(object.str_at(&["metadata", "namespace"])))
            && named
                .as_ref()
                .is_none_or(|pattern| pattern.matches(resource::name(object)))
            && selector
                .as_ref()
                .is_none_or(|selector| selector.matches(Labels::of(object.at(&["metadata", "labels"]))))
    };
    let found: Vec<&Value> = job.targets.iter().filter(is_meant).collect();
    let is_exact = named.is_some() && ![&namespace, &name].iter().any(|text| wildcard::is_pattern(text));
    if found.is_empty() && is_exact && selector.is_none() {
        let plural = guess_plural(&kind);
        let resource = match api_version.split_once('/') {
            Some((group, _)) => format!("{plural}.{group}"),
            None => plural.to_string(),
        };
        return Err(format!("{resource} \"{name}\" not found"));
    }
    Ok(found)
}
