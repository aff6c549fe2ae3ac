//! One object changed by one variant of a MutatingPolicy (CEL policies reference §7.6).

use std::borrow::Cow;

use sekisho_cel::Value;
use sekisho_document::{Text, Value as Document};
use sekisho_evaluator::{Phase, Status, Verdict};
use sekisho_kubernetes::schema::Atomics;
use sekisho_kubernetes::{Gvk, Schema, resource};

use super::plan::{MutatingPlan, MutatingVariant, TargetPlan};
use crate::conditions::Condition;
use crate::kyverno::exception::{Allowed, Exempt, exempt, text_of};
use crate::kyverno::libraries::Asking;
use crate::kyverno::validate::{asking, selects, with};
use crate::kyverno::voice::Voice;
use crate::kyverno::{Answer, Case};
use crate::mutation::{Mutation, Types};
use crate::{Activation, Given, Memory};

/// Changes the object of a request by one variant. [`Verdict::after`] is what it becomes, where that differs.
#[must_use]
pub fn mutate(
    plan: &MutatingPlan,
    variant: &MutatingVariant,
    object: &Document,
    case: &Case<'_>,
    schema: &Schema,
) -> Answer {
    let constraints = variant.constraints.as_ref();
    match constraints.map_or(Ok(true), |constraints| selects(constraints, case)) {
        Ok(true) => {}
        Err(text) => {
            return Answer::Says(Box::new(voice(plan).says(
                Text::const_new("match"),
                Status::Error,
                text,
            )));
        }
        Ok(false) if variant.is_simple => return Answer::Nothing,
        Ok(false) => return Answer::Excluded,
    }
    let work = Work {
        plan,
        variant,
        case,
        schema,
    };
    Answer::Says(Box::new(work.run(object, &variant.conditions)))
}

/// Changes an existing object, if it is one that the policy changes. `trigger` is what the object of the
/// request has become; `case` is about the target.
#[must_use]
pub fn mutate_target(
    plan: &MutatingPlan,
    targets: &TargetPlan,
    target: &Document,
    trigger: &Given<'_>,
    case: &Case<'_>,
    schema: &Schema,
) -> Option<Verdict> {
    let variant = plan.variants.first()?;
    let work = Work {
        plan,
        variant,
        case,
        schema,
    };
    let selected = match &targets.expression {
        Some(_) => work.is_given(targets, target, trigger),
        None => targets
            .constraints
            .as_ref()
            .map_or(Ok(true), |constraints| selects(constraints, case)),
    };
    let verdict = match selected {
        Ok(false) => return None,
        Ok(true) => work.run(target, &targets.conditions),
        Err(text) => voice(plan).says(Text::const_new("match"), Status::Error, text),
    };
    Some(Verdict {
        target: Some(target.clone()),
        ..verdict
    })
}

struct Work<'w, 'a> {
    plan: &'w MutatingPlan,
    variant: &'w MutatingVariant,
    case: &'w Case<'a>,
    schema: &'w Schema,
}

impl Work<'_, '_> {
    /// The way of a selected object: exceptions, conditions, mutations.
    fn run(&self, object: &Document, conditions: &[Condition]) -> Verdict {
        let Work {
            plan, variant, case, ..
        } = self;
        let asking = asking(plan.namespace.as_ref(), case.facts);
        let mut given = Cow::Borrowed(case.given);
        if !variant.exceptions.is_empty() {
            let activation = Activation::new(&given, &variant.no_variables, &asking);
            match exempt(&variant.exceptions, &variant.place, &activation) {
                Exempt::Wholly { keys, status } => return voice(plan).exempts(keys, status),
                Exempt::Undecided(troubles) => return self.undecided(&troubles.join("; "), &asking),
                Exempt::InPart(allowed) if allowed == Allowed::default() => {}
                Exempt::InPart(allowed) => given = Cow::Owned(with(case.given, &allowed)),
            }
        }
        let activation = Activation::new(&given, &variant.variables, &asking);
        let mut troubles = Vec::new();
        for condition in conditions {
            match activation.evaluate(&condition.expression, &variant.place).0 {
                Ok(Value::Bool(true)) => {}
                Ok(_) => return voice(plan).skips(),
                Err(trouble) => troubles.push(text_of(&trouble)),
            }
        }
        if !troubles.is_empty() {
            return self.undecided(&troubles.join("; "), &asking);
        }
        let memory = activation.into_memory();
        match changed(self.mutations(), object, &given, memory, &asking) {
            Ok(after) => Verdict {
                after: (after != *object).then_some(after),
                ..voice(plan).says(Text::default(), Status::Pass, "success".to_owned())
            },
            Err((mutation, text)) => {
                let mut verdict = self.undecided(&text, &asking);
                verdict.blame.insert(0, mutation.at);
                verdict
            }
        }
    }

    /// Whether a target is among the objects that the expression for targets gives: one, or a list of them.
    fn is_given(&self, targets: &TargetPlan, target: &Document, trigger: &Given<'_>) -> Result<bool, String> {
        let Some(expression) = &targets.expression else {
            return Ok(false);
        };
        let asking = asking(self.plan.namespace.as_ref(), self.case.facts);
        let activation = Activation::new(trigger, &self.variant.variables, &asking);
        let (value, _) = activation.evaluate(expression, &self.variant.place);
        let value = value.map_err(|trouble| text_of(&trouble))?;
        let given = value.to_document().unwrap_or_default();
        let is_target = |object: &Document| {
            resource::name(object) == resource::name(target)
                && resource::namespace(object) == resource::namespace(target)
        };
        Ok(match given.get("items").and_then(Document::as_list) {
            Some(items) => items.iter().any(is_target),
            None => is_target(&given),
        })
    }

    fn mutations(&self) -> Mutations<'_> {
        Mutations {
            variant: self.variant,
            schema: self.schema,
            kind: &self.case.request.kind,
            atomics: self.plan.atomics,
        }
    }

    fn undecided(&self, text: &str, asking: &Asking<'_>) -> Verdict {
        let message = format!("failed to evaluate policy: {text}");
        Verdict {
            unanswered: asking.unanswered(text),
            ..voice(self.plan).says(Text::const_new("evaluation"), Status::Error, message)
        }
    }
}

/// The mutations of a policy and what they go by.
struct Mutations<'v> {
    variant: &'v MutatingVariant,
    schema: &'v Schema,
    kind: &'v Gvk,
    atomics: Atomics,
}

/// The object after all mutations, each of what those before it left; what they know of variables stays as it
/// was when it was asked for first.
fn changed<'v>(
    mutations: Mutations<'v>,
    object: &Document,
    given: &Given<'v>,
    memory: Memory<'v>,
    asking: &Asking<'_>,
) -> Result<Document, (&'v Mutation, String)> {
    let variant = mutations.variant;
    let mut memory = memory;
    let mut current = object.clone();
    for (position, mutation) in variant.mutations.iter().enumerate() {
        let seen = (position > 0).then(|| given.clone().with([("object", Value::held(&current))]));
        let seen = seen.as_ref().unwrap_or(given);
        let activation = Activation::remembering(memory, seen, &variant.variables, asking);
        let (made, _) = activation.evaluate(&mutation.expression, &variant.place);
        memory = activation.into_memory();
        let types = Types {
            schema: mutations.schema,
            kind: mutations.kind,
            atomics: mutations.atomics,
        };
        let applied = made
            .map_err(|trouble| text_of(&trouble))
            .and_then(|made| mutation.applied(&current, &made, types));
        current = applied.map_err(|text| (mutation, text))?;
    }
    Ok(current)
}

fn voice(plan: &MutatingPlan) -> Voice<'_> {
    Voice {
        policy: &plan.name,
        phase: Phase::Mutate,
        at: plan.at,
    }
}
