//! Kinds whose rules are CEL: ValidatingAdmissionPolicy with its binding, and Kyverno's own kinds.
//!
//! The views borrow from the checked document. An expression stays a [`Cursor`], so that a fault in it can
//! be shown at its character, also inside folded and block scalars.

mod binding;
mod constraints;
mod exception;
mod expression;
mod mutating;
mod mutating_admission;
mod native;
mod validating;

pub use binding::{AdmissionBinding, BindingSpec, ParamRef};
pub use constraints::{MatchConstraints, ResourceRule, match_constraints};
pub use exception::{CelException, CelExceptionSpec, PolicyRef};
pub use expression::{AuditAnnotation, Mutation, NamedExpression, PatchType, Validation};
pub use mutating::{MutatingPolicy, MutatingSpec, Targets, mutating_spec};
pub use mutating_admission::{MutatingAdmissionPolicy, MutatingAdmissionSpec};
pub use native::{AdmissionPolicy, AdmissionSpec, ParamKind};
pub use validating::{Mode, ValidatingPolicy, ValidatingSpec, validating_spec};

use sekisho_document::Cursor;

use crate::classic::FailurePolicy;
use crate::look::Look;
use crate::policy::Located;

/// The failure policy, when one is named.
fn failure_policy(look: &mut Look, at: Cursor<'_>) -> Option<FailurePolicy> {
    match look.text(at, "failurePolicy")?.value {
        "Ignore" => Some(FailurePolicy::Ignore),
        _ => Some(FailurePolicy::Fail),
    }
}

/// Whether a part of `evaluation` or `autogen` is switched on, when it is said.
fn is_on(look: &mut Look, parent: Option<Cursor<'_>>, key: &str) -> Option<bool> {
    let switch = look.map(parent?, key)?;
    look.flag(switch, "enabled").map(|flag| flag.value)
}

/// The controllers of Pods that variants are made for, when they are named.
fn controllers<'t>(look: &mut Look, at: Cursor<'t>) -> Option<Vec<Located<&'t str>>> {
    let autogen = look.map(at, "autogen")?;
    let controllers = look.map(autogen, "podControllers")?;
    Some(look.texts(controllers, "controllers"))
}

#[cfg(test)]
mod tests;
