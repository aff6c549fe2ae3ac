//! What a rule does: validate, mutate, generate or verify images.

use sekisho_document::Cursor;

use super::{Action, ActionOverride, Conditions, ContextEntry, NamedExpression};
use crate::policy::Located;

/// The body of a rule. Presence follows Kyverno: a body whose fields are all zero is absent (§1.3).
#[derive(Debug, Clone)]
pub enum Body<'t> {
    Validate(Validate<'t>),
    Mutate(Mutate<'t>),
    Generate(Generate<'t>),
    VerifyImages(Vec<ImageVerification<'t>>),
    /// No body; refused by the checks.
    Missing,
    /// More than one, by their field names; refused by the checks.
    Several(Vec<&'static str>),
}

#[derive(Debug, Clone)]
pub struct Validate<'t> {
    pub at: Cursor<'t>,
    pub message: Option<Cursor<'t>>,
    pub failure_action: Option<Located<Action>>,
    pub failure_action_overrides: Vec<ActionOverride<'t>>,
    /// True when it is not said: `v2beta1` has no such field.
    pub allow_existing_violations: bool,
    pub check: Check<'t>,
}

/// What a validate rule, or one of its loops, checks.
#[derive(Debug, Clone)]
pub enum Check<'t> {
    Pattern(Cursor<'t>),
    /// The list of patterns.
    AnyPattern(Cursor<'t>),
    Deny(Deny<'t>),
    Foreach(Vec<ValidateLoop<'t>>),
    PodSecurity(PodSecurity<'t>),
    Cel(Cel<'t>),
    /// A signed manifest; needs a registry.
    Manifests(Cursor<'t>),
    /// Nothing; refused by the checks.
    Missing,
    /// More than one, by their field names; refused by the checks.
    Several(Vec<&'static str>),
}

/// Denies when the conditions hold; without conditions always.
#[derive(Debug, Clone)]
pub struct Deny<'t> {
    pub at: Cursor<'t>,
    pub conditions: Option<Conditions<'t>>,
}

/// One loop of `validate.foreach` (§5.7). Loops inside it are written freely and not covered by tables.
#[derive(Debug, Clone)]
pub struct ValidateLoop<'t> {
    pub at: Cursor<'t>,
    pub list: Option<Cursor<'t>>,
    pub element_scope: Option<Located<bool>>,
    pub context: Vec<ContextEntry<'t>>,
    pub preconditions: Option<Conditions<'t>>,
    pub check: Check<'t>,
}

/// Pod Security level, version and exclusions (§5.12).
#[derive(Debug, Clone, Copy)]
pub struct PodSecurity<'t> {
    pub at: Cursor<'t>,
    pub level: Option<Located<&'t str>>,
    pub version: Option<Located<&'t str>>,
    /// List of `controlName`, `images`, `restrictedField`, `values`.
    pub exclude: Option<Cursor<'t>>,
}

/// CEL expressions of a classic rule (§5.13).
#[derive(Debug, Clone)]
pub struct Cel<'t> {
    pub at: Cursor<'t>,
    /// List of `expression`, `message`, `messageExpression`, `reason`.
    pub expressions: Vec<Cursor<'t>>,
    pub variables: Vec<NamedExpression<'t>>,
    pub audit_annotations: Vec<Cursor<'t>>,
    pub param_kind: Option<Cursor<'t>>,
    pub param_ref: Option<Cursor<'t>>,
    pub generate: bool,
}

#[derive(Debug, Clone)]
pub struct Mutate<'t> {
    pub at: Cursor<'t>,
    pub targets: Vec<Target<'t>>,
    pub mutate_existing_on_policy_update: Option<Located<bool>>,
    pub patch: Patch<'t>,
}

/// What a mutate rule, or one of its loops, changes.
#[derive(Debug, Clone)]
pub enum Patch<'t> {
    /// `patchStrategicMerge`.
    Merge(Cursor<'t>),
    /// `patchesJson6902`, a text that holds YAML or JSON.
    Json(Cursor<'t>),
    Foreach(Vec<MutateLoop<'t>>),
    Missing,
    Several(Vec<&'static str>),
}

/// One loop of `mutate.foreach` (§6.6).
#[derive(Debug, Clone)]
pub struct MutateLoop<'t> {
    pub at: Cursor<'t>,
    pub list: Option<Cursor<'t>>,
    pub order: Option<Located<Visit>>,
    pub context: Vec<ContextEntry<'t>>,
    pub preconditions: Option<Conditions<'t>>,
    pub patch: Patch<'t>,
}

/// In which order elements are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    Ascending,
    Descending,
}

/// Existing resources that a mutate rule changes (§6.7).
#[derive(Debug, Clone)]
pub struct Target<'t> {
    pub at: Cursor<'t>,
    pub api_version: Option<Cursor<'t>>,
    pub kind: Option<Cursor<'t>>,
    pub namespace: Option<Cursor<'t>>,
    pub name: Option<Cursor<'t>>,
    pub uid: Option<Cursor<'t>>,
    pub selector: Option<Cursor<'t>>,
    pub context: Vec<ContextEntry<'t>>,
    pub preconditions: Option<Conditions<'t>>,
}

#[derive(Debug, Clone)]
pub struct Generate<'t> {
    pub at: Cursor<'t>,
    pub generate_existing: Option<Located<bool>>,
    pub synchronize: bool,
    pub orphan_downstream_on_policy_delete: bool,
    pub target: Target<'t>,
    pub generation: Generation<'t>,
}

/// What is created (§7.1).
#[derive(Debug, Clone)]
pub enum Generation<'t> {
    Data(Cursor<'t>),
    /// `namespace`, `name` of the object to copy.
    Clone(Cursor<'t>),
    /// `namespace`, `kinds`, `selector` of the objects to copy.
    CloneList(Cursor<'t>),
    Foreach(Vec<GenerateLoop<'t>>),
    Missing,
    Several(Vec<&'static str>),
}

/// One loop of `generate.foreach`.
#[derive(Debug, Clone)]
pub struct GenerateLoop<'t> {
    pub at: Cursor<'t>,
    pub list: Option<Cursor<'t>>,
    pub context: Vec<ContextEntry<'t>>,
    pub preconditions: Option<Conditions<'t>>,
    pub target: Target<'t>,
    pub generation: Generation<'t>,
}

/// One entry of `verifyImages` (§7.2). Attestors and attestations stay as written.
#[derive(Debug, Clone)]
pub struct ImageVerification<'t> {
    pub at: Cursor<'t>,
    pub failure_action: Option<Located<Action>>,
    /// The deprecated `image` is one more, in front.
    pub image_references: Vec<Located<&'t str>>,
    pub skip_image_references: Vec<Located<&'t str>>,
    pub attestors: Vec<Cursor<'t>>,
    pub attestations: Vec<Cursor<'t>>,
    pub mutate_digest: bool,
    pub verify_digest: bool,
    pub required: bool,
    pub use_cache: bool,
    pub deny: Option<Deny<'t>>,
}
