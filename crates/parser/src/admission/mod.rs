//! Kinds whose rules are CEL: ValidatingAdmissionPolicy with its binding, and Kyverno's own kinds.
//!
//! The views borrow from the checked document. An expression stays a [`Cursor`], so that a fault in it can
//! be shown at its character, also inside folded and block scalars.

mod binding;
mod constraints;
mod exception;
mod expression;
mod native;
mod validating;

pub use binding::{AdmissionBinding, BindingSpec, ParamRef};
pub use constraints::{MatchConstraints, ResourceRule, match_constraints};
pub use exception::{CelException, CelExceptionSpec, PolicyRef};
pub use expression::{AuditAnnotation, NamedExpression, Validation};
pub use native::{AdmissionPolicy, AdmissionSpec, ParamKind};
pub use validating::{Mode, ValidatingPolicy, ValidatingSpec, validating_spec};

use sekisho_document::Cursor;

use crate::classic::FailurePolicy;
use crate::look::Look;

/// The failure policy, when one is named.
fn failure_policy(look: &mut Look, at: Cursor<'_>) -> Option<FailurePolicy> {
    match look.text(at, "failurePolicy")?.value {
        "Ignore" => Some(FailurePolicy::Ignore),
        _ => Some(FailurePolicy::Fail),
    }
}

#[cfg(test)]
mod tests;
