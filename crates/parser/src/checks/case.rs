//! What a check looks at.

use sekisho_diagnostics::Span;
use sekisho_document::Cursor;
use sekisho_jmespath::Functions;
use sekisho_kubernetes::Kinds;

use crate::classic::{ClassicPolicy, Rule, Spec};

/// A policy with its rules, before and after autogen.
pub(super) struct Case<'c> {
    pub(super) policy: &'c ClassicPolicy,
    pub(super) spec: &'c Spec<'c>,
    /// The author's rules.
    pub(super) rules: &'c [Rule<'c>],
    /// The author's rules and those made from them.
    pub(super) expanded: &'c [Rule<'c>],
    pub(super) kinds: &'c Kinds,
    pub(super) functions: &'c Functions,
}

impl Case<'_> {
    /// The name of a rule, for messages: `rule `check``.
    pub(super) fn rule_name(rule: &Rule<'_>) -> String {
        format!("rule `{}`", rule.name.value)
    }
}

/// The place of a key, or of the map that should have it.
pub(super) fn key_span(at: Cursor<'_>, key: &str) -> Span {
    at.get(key).map_or(at.key_span(), Cursor::key_span)
}
