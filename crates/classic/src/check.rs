//! What a validate rule checks: conditions, patterns and loops (engine reference §4, §5).

use std::borrow::Cow;

use sekisho_diagnostics::{Complaint, Span};
use sekisho_document::{Text, Value, print};
use sekisho_evaluator::{Observer, Reason, Status};
use sekisho_kubernetes::Verb;

use crate::compile::overlays;
use crate::conditions::{self, Decision, all_then_any, any_all, every};
use crate::context::Context;
use crate::field::{Element, Reference};
use crate::message;
use crate::overlay::{self, AnyPattern, Class, Mismatch, Overlay};
use crate::plan::{CheckPlan, ConditionPlan, ConditionsPlan, LoopPlan, PatternPlan};
use crate::template::Template;

/// What a rule says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) message: String,
    pub(crate) reason: Reason,
    /// The most precise place in the policy.
    pub(crate) blame: Option<Span>,
    /// Path in the object.
    pub(crate) field: Option<String>,
    pub(crate) exceptions: Vec<Text>,
    /// What a report says of it besides the properties of the rule.
    pub(crate) properties: Vec<(Text, Text)>,
}

impl Answer {
    pub(crate) fn new(status: Status, reason: Reason, message: impl Into<String>) -> Answer {
        Answer {
            status,
            message: message.into(),
            reason,
            blame: None,
            field: None,
            exceptions: Vec::new(),
            properties: Vec::new(),
        }
    }

    pub(crate) fn trouble(message: impl Into<String>) -> Answer {
        Answer::new(Status::Error, Reason::Trouble, message)
    }
}

/// What a check is done on, and in whose name.
#[derive(Clone, Copy)]
pub(crate) struct Matter<'a> {
    pub(crate) rule: &'a str,
    pub(crate) message: Option<&'a Template>,
    /// The new object; nothing when it is deleted.
    pub(crate) object: Option<&'a Value>,
    /// The element, in a loop that looks at elements.
    pub(crate) element: Option<&'a Value>,
    /// The element of the innermost loop, whatever is looked at.
    pub(crate) around: Option<&'a Element<'a>>,
    /// How many loops lie around.
    pub(crate) depth: usize,
}

/// Runs a check. Nothing means that the rule has nothing to say.
pub(crate) fn run<'p, O: Observer>(
    check: &'p CheckPlan,
    matter: Matter<'_>,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    match check {
        CheckPlan::Deny { conditions, at } => Some(deny(conditions.as_ref(), *at, matter, context)),
        CheckPlan::Pattern { pattern, at } => self::pattern(pattern, *at, matter, context),
        CheckPlan::AnyPattern { patterns, at } => any_pattern(patterns, *at, matter, context),
        CheckPlan::Foreach(loops) => foreach(loops, matter, context),
        CheckPlan::Later(what) => Some(Answer::new(
            Status::Error,
            Reason::Unsupported,
            format!("`validate.{what}` is not evaluated yet"),
        )),
        CheckPlan::Cel(_) | CheckPlan::PodSecurity(_) | CheckPlan::Nothing => None,
    }
}

/// Decides conditions as preconditions and deny do.
///
/// # Errors
/// The text of the first trouble.
pub(crate) fn decide<O: Observer>(
    plan: &ConditionsPlan,
    context: &mut Context<'_, '_, O>,
) -> Result<Decision, String> {
    decide_noting(plan, context, &mut |_| {})
}

/// [`decide`], which names each condition that holds.
fn decide_noting<'p, O: Observer>(
    plan: &'p ConditionsPlan,
    context: &mut Context<'_, '_, O>,
    holds: &mut dyn FnMut(&'p ConditionPlan),
) -> Result<Decision, String> {
    let test = |index: usize, condition: &'p ConditionPlan| {
        let answer = self::condition(index, condition, context);
        if let Ok(true) = answer {
            holds(condition);
        }
        answer
    };
    match plan {
        ConditionsPlan::Every(list) => every(list, test),
        ConditionsPlan::AnyAll(set) => any_all(set, test),
        ConditionsPlan::Unreadable => Err("failed to unmarshal Conditions".to_owned()),
    }
}

/// Decides conditions as exceptions do.
///
/// # Errors
/// The text of the first trouble.
pub(crate) fn decide_all_then_any<O: Observer>(
    plan: &ConditionsPlan,
    context: &mut Context<'_, '_, O>,
) -> Result<bool, String> {
    let test = |index: usize, condition: &ConditionPlan| self::condition(index, condition, context);
    match plan {
        ConditionsPlan::Every(list) => every(list, test).map(|decision| decision.holds),
        ConditionsPlan::AnyAll(set) => all_then_any(set, test),
        ConditionsPlan::Unreadable => Err("failed to unmarshal Conditions".to_owned()),
    }
}

fn condition<O: Observer>(
    index: usize,
    plan: &ConditionPlan,
    context: &mut Context<'_, '_, O>,
) -> Result<bool, String> {
    let key = operand(&plan.key, "key", context)?;
    let value = operand(&plan.value, "value", context)?;
    let comparison = plan.comparison.as_ref().map_err(ToString::to_string)?;
    let limits = context.limits();
    conditions::observe(comparison, index, &key, &value, limits, context.observer)
        .map_err(|cause| cause.to_string())
}

fn operand<'p, O: Observer>(
    template: &'p Template,
    which: &str,
    context: &mut Context<'_, '_, O>,
) -> Result<Cow<'p, Value>, String> {
    match template.fixed() {
        Some(value) => Ok(Cow::Borrowed(value)),
        None => context
            .fill(template, |cause| {
                format!("failed to substitute variables in condition {which}: {cause}")
            })
            .map(Cow::Owned)
            .map_err(|complaint| complaint.message),
    }
}

fn deny<O: Observer>(
    conditions: Option<&ConditionsPlan>,
    at: Span,
    matter: Matter<'_>,
    context: &mut Context<'_, '_, O>,
) -> Answer {
    // The first condition that holds and says what it looks at is taken for the reason.
    let mut reason: Option<&Reference> = None;
    let decision = match conditions {
        None => Decision {
            holds: true,
            message: String::new(),
        },
        Some(conditions) => match decide_noting(conditions, context, &mut |condition| {
            reason = reason.or(condition.looks_at.as_ref());
        }) {
            Ok(decision) => decision,
            Err(cause) => return Answer::trouble(format!("failed to check deny conditions: {cause}")),
        },
    };
    if !decision.holds {
        return Answer::new(Status::Pass, Reason::Body, overlay::pass_text(matter.rule));
    }
    let message = message::denied(matter.rule, matter.message, &decision.message, context);
    let place = reason.and_then(|reason| reason.place(matter.around, object(context)?));
    Answer {
        blame: Some(at),
        field: place.as_deref().map(overlay::path_text),
        ..Answer::new(Status::Fail, Reason::Body, message)
    }
}

/// The object that fields are paths in, as the context has it: what queries find is a part of it.
fn object<'c, O: Observer>(context: &'c Context<'_, '_, O>) -> Option<&'c Value> {
    let part = |name: &str| {
        let found = context.tree().at(&["request", name]);
        found.filter(|value| !value.is_null())
    };
    part("object").or_else(|| part("oldObject"))
}

/// What a pattern is compared with: nothing when the object is deleted.
fn target<'a, O: Observer>(matter: &Matter<'a>, context: &Context<'_, '_, O>) -> Option<&'a Value> {
    let object = || matter.object.filter(|_| context.operation() != Verb::Delete);
    matter.element.or_else(object)
}

/// The pattern with its variables substituted.
fn filled<'p, P, O: Observer>(
    plan: &'p PatternPlan<P>,
    read: impl Fn(&Value) -> Result<P, Complaint>,
    context: &mut Context<'_, '_, O>,
) -> Result<Cow<'p, P>, String>
where
    P: Clone,
{
    let template = match plan {
        PatternPlan::Ready(pattern) => return Ok(Cow::Borrowed(pattern)),
        PatternPlan::Late(template) => template,
    };
    let value = context
        .fill(template, |cause| format!("variable substitution failed: {cause}"))
        .map_err(|complaint| complaint.message)?;
    read(&value)
        .map(Cow::Owned)
        .map_err(|complaint| complaint.message)
}

fn pattern<O: Observer>(
    plan: &PatternPlan<Overlay>,
    at: Span,
    matter: Matter<'_>,
    context: &mut Context<'_, '_, O>,
) -> Option<Answer> {
    let target = target(&matter, context)?;
    let overlay = match filled(plan, Overlay::compile, context) {
        Ok(overlay) => overlay,
        Err(cause) => return Some(Answer::trouble(cause)),
    };
    let limits = context.limits();
    let Err(mismatch) = overlay::pattern(&overlay, target, limits, context.observer) else {
        return Some(Answer::new(
            Status::Pass,
            Reason::Body,
            overlay::pass_text(matter.rule),
        ));
    };
    let detail = overlay::failure_text(matter.rule, &mismatch);
    let message = match mismatch.class {
        Class::Skip => detail,
        Class::Violation | Class::Trouble | Class::Limit => {
            message::violated(matter.rule, matter.message, &detail, &mismatch.text, context)
        }
    };
    let answer = Answer::new(mismatch.class.status(), mismatch.class.reason(), message);
    Some(Answer {
        blame: Some(at),
        field: place(&mismatch, &matter, context),
        ..answer
    })
}

fn any_pattern<O: Observer>(
    plan: &PatternPlan<Vec<Overlay>>,
    at: Span,
    matter: Matter<'_>,
    context: &mut Context<'_, '_, O>,
) -> Option<Answer> {
    let target = target(&matter, context)?;
    let patterns = match filled(plan, overlays, context) {
        Ok(patterns) => patterns,
        Err(cause) => return Some(Answer::trouble(cause)),
    };
    let limits = context.limits();
    let answer = match overlay::any_pattern(matter.rule, &patterns, target, limits, context.observer) {
        AnyPattern::Pass { index: Some(index) } => Answer::new(
            Status::Pass,
            Reason::Body,
            overlay::any_pass_text(matter.rule, index),
        ),
        AnyPattern::Pass { index: None } => {
            let text = matter
                .message
                .and_then(|message| message.written().as_str())
                .unwrap_or_default();
            Answer::new(Status::Pass, Reason::Body, text)
        }
        AnyPattern::Skip { text } => Answer::new(Status::Skip, Reason::Anchor, text),
        AnyPattern::Fail { detail, failures } => {
            let message = message::violated(matter.rule, matter.message, &detail, &detail, context);
            let field =
                overlay::closest(&failures).and_then(|(_, mismatch)| place(mismatch, &matter, context));
            Answer {
                blame: Some(at),
                field,
                ..Answer::new(Status::Fail, Reason::Body, message)
            }
        }
    };
    Some(answer)
}

/// The place of a mismatch: patterns of a loop are compared with its element.
fn place<O: Observer>(
    mismatch: &Mismatch,
    matter: &Matter<'_>,
    context: &Context<'_, '_, O>,
) -> Option<String> {
    let mut place = match (matter.element, matter.around) {
        (Some(_), Some(element)) => element.place(object(context)?)?,
        (Some(_) | None, _) => Vec::new(),
    };
    place.extend(mismatch.place.iter().cloned());
    (mismatch.class != Class::Skip && !place.is_empty()).then(|| overlay::path_text(&place))
}

/// Loops over elements (§5.7).
fn foreach<'p, O: Observer>(
    loops: &'p [LoopPlan],
    matter: Matter<'_>,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    let mut applied = 0_usize;
    let mut list_error = None;
    for entry in loops {
        let list = match list_of(entry, context) {
            Ok(list) => list,
            Err(cause) if cause.contains("Unknown key") => continue,
            Err(cause) => {
                list_error = Some(cause);
                continue;
            }
        };
        context.checkpoint();
        let ended = elements(entry, &list, matter, &mut applied, context);
        context.restore();
        if ended.is_some() {
            return ended;
        }
    }
    if applied > 0 {
        return Some(Answer::new(Status::Pass, Reason::Body, "rule passed"));
    }
    list_error.map(|cause| Answer::trouble(format!("failed to evaluate list: {cause}")))
}

fn list_of<O: Observer>(entry: &LoopPlan, context: &mut Context<'_, '_, O>) -> Result<Vec<Value>, String> {
    let query = entry
        .list
        .as_ref()
        .map_err(|complaint| complaint.message.clone())?;
    Ok(match context.query(query)? {
        Value::List(list) => list.to_vec(),
        single => vec![single],
    })
}

/// What an element of a loop costs beyond its queries: the context is put back for each.
pub(crate) const ELEMENT_STEPS: u64 = 192;

/// Runs a loop; gives the answer that ends the rule, if one does.
fn elements<'p, O: Observer>(
    entry: &'p LoopPlan,
    list: &[Value],
    matter: Matter<'_>,
    applied: &mut usize,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    for (index, element) in list.iter().enumerate() {
        if element.is_null() {
            continue;
        }
        if index >= context.limits().elements as usize {
            let limit = context.limits().elements;
            return Some(Answer::trouble(format!(
                "the list has more than {limit} elements"
            )));
        }
        if let Err(complaint) = context.spend(ELEMENT_STEPS) {
            return Some(Answer::trouble(complaint.message));
        }
        context.reset();
        if O::WATCHES {
            context.observer.element(index, element);
        }
        set_element(index, element, matter.depth, context);
        let around = Element {
            value: element,
            index,
            list: entry.looks_at.as_ref(),
            depth: matter.depth,
            around: matter.around,
        };
        let Some(answer) = self::element(entry, &around, matter, context) else {
            continue;
        };
        match answer.status {
            Status::Skip | Status::Warn => {}
            Status::Pass => *applied += 1,
            Status::Fail | Status::Error => {
                let whole = || Some(overlay::path_text(&around.place(object(context)?)?));
                let field = answer.field.or_else(whole);
                return Some(Answer { field, ..answer });
            }
        }
    }
    None
}

pub(crate) fn set_element<O: Observer>(
    index: usize,
    element: &Value,
    depth: usize,
    context: &mut Context<'_, '_, O>,
) {
    let index = Value::Int(i64::try_from(index).unwrap_or(i64::MAX));
    // An element that is a bare number becomes a float, as everything that takes the way through JSON.
    let element = conditions::literal(element).into_owned();
    context.set("element", element.clone());
    context.set(&format!("element{depth}"), element);
    context.set("elementIndex", index.clone());
    context.set(&format!("elementIndex{depth}"), index);
}

fn element<'p, O: Observer>(
    entry: &'p LoopPlan,
    around: &Element<'_>,
    matter: Matter<'_>,
    context: &mut Context<'p, '_, O>,
) -> Option<Answer> {
    let element = around.value;
    let is_map = element.as_map().is_some();
    // Said without the words that stand before what goes wrong inside the element.
    if entry.element_scope == Some(true) && !is_map {
        let kind = print::go_type(&conditions::literal(element));
        return Some(Answer::trouble(format!(
            "failed to process foreach: cannot use elementScope=true foreach rules for elements that are not maps, \
             expected type=map got type={kind}"
        )));
    }
    if let Err(complaint) = context.register(&entry.entries) {
        return Some(in_loop(Answer::trouble(format!(
            "failed to load context: {}",
            complaint.message
        ))));
    }
    // A precondition that can not be decided leaves the element out, as one that does not hold.
    if let Some(preconditions) = &entry.preconditions
        && !decide(preconditions, context).is_ok_and(|decision| decision.holds)
    {
        return None;
    }
    let scoped = entry.element_scope.unwrap_or(is_map);
    let matter = Matter {
        element: scoped.then_some(element),
        around: Some(around),
        depth: matter.depth + 1,
        ..matter
    };
    run(&entry.check, matter, context).map(in_loop)
}

/// What an element says when it does not pass, in the words of the loop.
fn in_loop(answer: Answer) -> Answer {
    match answer.status {
        Status::Fail | Status::Error => Answer {
            message: format!("validation failure: {}", answer.message),
            ..answer
        },
        Status::Pass | Status::Skip | Status::Warn => answer,
    }
}
