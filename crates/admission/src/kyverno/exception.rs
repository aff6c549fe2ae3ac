//! Exceptions from CEL policies (CEL policies reference §7.9).

use sekisho_cel::Value;
use sekisho_document::Text;
use sekisho_evaluator::Status;

use super::plan::ExceptionPlan;
use crate::{Activation, Place, Trouble};

/// What the exceptions of a policy make of a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Exempt {
    /// It is not judged at all: the keys of the exceptions that say so.
    Wholly { keys: Vec<Text>, status: Status },
    /// It is judged, and the expressions of the policy may ask what else is allowed.
    InPart(Allowed),
    /// Some condition can not be decided.
    Undecided(Vec<String>),
}

/// Images and values that exceptions allow.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Allowed {
    pub(super) images: Vec<Text>,
    pub(super) values: Vec<Text>,
}

/// Asks each exception. The conditions are evaluated by an activation without the variables of the policy.
pub(super) fn exempt<'a>(
    exceptions: &'a [ExceptionPlan],
    place: &Place,
    activation: &Activation<'_, 'a>,
) -> Exempt {
    let mut whole: Vec<&ExceptionPlan> = Vec::new();
    let mut allowed = Allowed::default();
    let mut troubles = Vec::new();
    for exception in exceptions {
        match holds(exception, place, activation) {
            Err(trouble) => troubles.push(trouble),
            Ok(false) => {}
            Ok(true) if exception.images.is_empty() && exception.values.is_empty() => whole.push(exception),
            Ok(true) => {
                allowed.images.extend(exception.images.iter().cloned());
                allowed.values.extend(exception.values.iter().cloned());
            }
        }
    }
    // The first of those with the greatest priority decides how the exemption is shown.
    let mut decisive: Option<&ExceptionPlan> = None;
    for exception in &whole {
        if decisive.is_none_or(|best| exception.priority > best.priority) {
            decisive = Some(exception);
        }
    }
    match decisive {
        Some(decisive) => Exempt::Wholly {
            keys: whole.iter().map(|exception| exception.key.clone()).collect(),
            status: if decisive.passes {
                Status::Pass
            } else {
                Status::Skip
            },
        },
        None if !troubles.is_empty() => Exempt::Undecided(troubles),
        None => Exempt::InPart(allowed),
    }
}

/// Whether all conditions hold; without any, an exception always does.
fn holds<'a>(
    exception: &'a ExceptionPlan,
    place: &Place,
    activation: &Activation<'_, 'a>,
) -> Result<bool, String> {
    let mut trouble = None;
    for condition in &exception.conditions {
        let (value, _) = activation.evaluate(&condition.expression, place);
        match value {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(false),
            Err(fault) => trouble = trouble.or(Some(text_of(&fault))),
        }
    }
    trouble.map_or(Ok(true), Err)
}

/// What Kyverno says of an expression without a value: the fault alone.
#[must_use]
pub fn text_of(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Fault(fault) => fault.to_string(),
        Trouble::Refused(refused) => refused.to_string(),
    }
}
