//! The fields of `spec` beside the rules.

use sekisho_document::Cursor;

use super::NamedExpression;
use crate::policy::Located;

/// What holds for the whole policy (engine reference §1.2).
#[derive(Debug, Clone)]
pub struct Spec<'t> {
    pub at: Option<Cursor<'t>>,
    pub apply_rules: ApplyRules,
    pub admission: bool,
    pub background: bool,
    pub emit_warning: bool,
    /// `validationFailureAction`; `Audit` when it is not said.
    pub failure_action: Action,
    /// The text as written, when it is.
    pub failure_action_text: Option<Located<&'t str>>,
    pub failure_action_overrides: Vec<ActionOverride<'t>>,
    /// The deprecated field of `spec` itself.
    pub failure_policy: Option<Located<FailurePolicy>>,
    pub webhook: Option<WebhookConfiguration<'t>>,
    /// The deprecated `webhookTimeoutSeconds`.
    pub timeout_seconds: Option<Located<i64>>,
    pub mutate_existing_on_policy_update: Option<Located<bool>>,
    pub generate_existing: Option<Located<bool>>,
    pub generate_existing_on_policy_update: Option<Located<bool>>,
    pub use_server_side_apply: bool,
}

impl Spec<'_> {
    /// That of the webhook configuration, else the deprecated one, else `Fail`.
    #[must_use]
    pub fn effective_failure_policy(&self) -> FailurePolicy {
        self.webhook
            .as_ref()
            .and_then(|webhook| webhook.failure_policy)
            .or(self.failure_policy)
            .map_or(FailurePolicy::Fail, |policy| policy.value)
    }
}

/// Whether evaluation stops after the first rule that passed or failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplyRules {
    All,
    One,
}

/// What a failure does to the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    Audit,
    Enforce,
}

impl Action {
    /// Enforce in its two spellings; everything else is audit.
    #[must_use]
    pub fn read(text: &str) -> Action {
        match text {
            "Enforce" | "enforce" => Action::Enforce,
            _ => Action::Audit,
        }
    }

    /// The action, if the text is one of the four spellings.
    #[must_use]
    pub fn read_strictly(text: &str) -> Option<Action> {
        match text {
            "Enforce" | "enforce" => Some(Action::Enforce),
            "Audit" | "audit" => Some(Action::Audit),
            _ => None,
        }
    }
}

/// What an evaluation error does to the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailurePolicy {
    Fail,
    Ignore,
}

/// Another failure action in some namespaces (§1.7).
#[derive(Debug, Clone)]
pub struct ActionOverride<'t> {
    pub at: Cursor<'t>,
    /// Empty when it is missing; an unknown text makes the entry count for nothing.
    pub action: Located<&'t str>,
    /// Nothing when the field is absent, which is not the same as an empty list.
    pub namespaces: Option<Vec<Located<&'t str>>>,
    pub namespace_selector: Option<Cursor<'t>>,
}

/// Settings of the webhook that are written into the policy.
#[derive(Debug, Clone)]
pub struct WebhookConfiguration<'t> {
    pub at: Cursor<'t>,
    pub failure_policy: Option<Located<FailurePolicy>>,
    pub timeout_seconds: Option<Located<i64>>,
    pub match_conditions: Vec<NamedExpression<'t>>,
}
