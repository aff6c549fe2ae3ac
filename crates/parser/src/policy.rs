//! What a policy document is read into: the document itself, beside its places, under its kind.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Text, Tree, Value};
use sekisho_kubernetes::Gvk;

use crate::admission::{
    AdmissionBinding, AdmissionPolicy, CelException, MutatingAdmissionPolicy, MutatingPolicy,
    ValidatingPolicy,
};
use crate::classic::ClassicPolicy;
use crate::cleanup::Cleanup;
use crate::exception::Exception;
use crate::global_entry::GlobalEntry;

/// One policy document, or one that belongs to policies.
///
/// Every variant keeps what was written ([`Meta::tree`], with defaults filled in). Typed views are made
/// from it on demand: `ClassicPolicy::spec`, `ClassicPolicy::rules`, `Exception::spec`.
#[derive(Debug, Clone)]
pub enum Policy {
    /// ClusterPolicy, Policy.
    Classic(ClassicPolicy),
    /// PolicyException of `kyverno.io`.
    Exception(Exception),
    /// CleanupPolicy, ClusterCleanupPolicy: checked, not evaluated.
    Cleanup(Cleanup),
    /// GlobalContextEntry.
    GlobalEntry(GlobalEntry),
    /// ValidatingPolicy, NamespacedValidatingPolicy.
    Validating(ValidatingPolicy),
    /// MutatingPolicy, NamespacedMutatingPolicy.
    Mutating(MutatingPolicy),
    /// PolicyException of `policies.kyverno.io`.
    CelException(CelException),
    /// ValidatingAdmissionPolicy.
    Admission(AdmissionPolicy),
    /// ValidatingAdmissionPolicyBinding.
    AdmissionBinding(AdmissionBinding),
    /// MutatingAdmissionPolicy.
    MutatingAdmission(MutatingAdmissionPolicy),
    /// MutatingAdmissionPolicyBinding.
    MutatingAdmissionBinding(AdmissionBinding),
    /// CustomResourceDefinition: says plural, scope and schema of a kind.
    Definition(Definition),
    /// A kind that is known and not evaluated yet; reading it also gives `not-evaluated-yet`.
    Later(Later),
}

impl Policy {
    #[must_use]
    pub fn meta(&self) -> &Meta {
        match self {
            Policy::Classic(policy) => &policy.meta,
            Policy::Exception(exception) => &exception.meta,
            Policy::Cleanup(cleanup) => &cleanup.meta,
            Policy::GlobalEntry(entry) => &entry.meta,
            Policy::Validating(policy) => &policy.meta,
            Policy::Mutating(policy) => &policy.meta,
            Policy::CelException(exception) => &exception.meta,
            Policy::Admission(policy) => &policy.meta,
            Policy::AdmissionBinding(binding) | Policy::MutatingAdmissionBinding(binding) => &binding.meta,
            Policy::MutatingAdmission(policy) => &policy.meta,
            Policy::Definition(definition) => &definition.meta,
            Policy::Later(later) => &later.meta,
        }
    }
}

impl Policy {
    /// Whether it would judge, or belongs to what judges, and is not evaluated yet.
    #[must_use]
    pub fn comes_later(&self) -> bool {
        match self {
            Policy::Cleanup(_) | Policy::MutatingAdmission(_) | Policy::Later(_) => true,
            Policy::Classic(_)
            | Policy::Exception(_)
            | Policy::GlobalEntry(_)
            | Policy::Validating(_)
            | Policy::Mutating(_)
            | Policy::CelException(_)
            | Policy::Admission(_)
            | Policy::AdmissionBinding(_)
            | Policy::MutatingAdmissionBinding(_)
            | Policy::Definition(_) => false,
        }
    }
}

/// A CustomResourceDefinition.
#[derive(Debug, Clone)]
pub struct Definition {
    pub meta: Meta,
}

/// A document of a kind whose evaluation is not there yet.
#[derive(Debug, Clone)]
pub struct Later {
    pub meta: Meta,
}

/// What every object says about itself, and the whole object.
#[derive(Debug, Clone)]
pub struct Meta {
    pub gvk: Gvk,
    /// Empty for kinds of the cluster and when it is not said.
    pub namespace: Text,
    /// The span is that of the name, or of the whole object when it has none.
    pub name: Located<Text>,
    /// `metadata.labels`, null when absent.
    pub labels: Value,
    /// `metadata.annotations`, null when absent.
    pub annotations: Value,
    /// The document with its defaults filled in. What was filled in has the place of its parent.
    pub tree: Arc<Tree>,
}

impl Meta {
    /// The whole object with its places.
    #[must_use]
    pub fn root(&self) -> Cursor<'_> {
        self.tree.cursor()
    }

    /// How exceptions and reports name it: `name`, or `namespace/name`.
    #[must_use]
    pub fn key(&self) -> Text {
        if self.namespace.is_empty() {
            return self.name.value.clone();
        }
        Text::from(format!("{}/{}", self.namespace, self.name.value))
    }

    /// The text of an annotation.
    #[must_use]
    pub fn annotation(&self, key: &str) -> Option<&str> {
        self.annotations.get(key).and_then(Value::as_str)
    }
}

/// A value and where it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<T> {
    pub value: T,
    pub span: Span,
}
