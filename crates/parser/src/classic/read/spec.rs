//! The fields of `spec` from documents.

use sekisho_document::Cursor;

use super::{flag_or, named_expressions, word};
use crate::classic::{Action, ActionOverride, ApplyRules, FailurePolicy, Spec, WebhookConfiguration};
use crate::look::Look;
use crate::policy::Located;

/// Wrong types are not said here: the field tables cover all of it.
pub(in crate::classic) fn read_spec(root: Cursor<'_>) -> Spec<'_> {
    let look = &mut Look::default();
    let Some(at) = look.map(root, "spec") else {
        return NOTHING;
    };
    const APPLY: &[(&str, ApplyRules)] = &[("All", ApplyRules::All), ("One", ApplyRules::One)];
    let failure_action_text = look.text(at, "validationFailureAction");
    Spec {
        at: Some(at),
        apply_rules: word(look, at, "applyRules", APPLY).map_or(ApplyRules::All, |word| word.value),
        admission: flag_or(look, at, "admission", true),
        background: flag_or(look, at, "background", true),
        emit_warning: flag_or(look, at, "emitWarning", false),
        failure_action: failure_action_text.map_or(Action::Audit, |text| Action::read(text.value)),
        failure_action_text,
        failure_action_overrides: overrides(look, at, "validationFailureActionOverrides"),
        failure_policy: failure_policy(look, at),
        webhook: look.map(at, "webhookConfiguration").map(|at| webhook(look, at)),
        timeout_seconds: look.number(at, "webhookTimeoutSeconds"),
        mutate_existing_on_policy_update: look.flag(at, "mutateExistingOnPolicyUpdate"),
        generate_existing: look.flag(at, "generateExisting"),
        generate_existing_on_policy_update: look.flag(at, "generateExistingOnPolicyUpdate"),
        use_server_side_apply: flag_or(look, at, "useServerSideApply", false),
    }
}

const NOTHING: Spec<'static> = Spec {
    at: None,
    apply_rules: ApplyRules::All,
    admission: true,
    background: true,
    emit_warning: false,
    failure_action: Action::Audit,
    failure_action_text: None,
    failure_action_overrides: Vec::new(),
    failure_policy: None,
    webhook: None,
    timeout_seconds: None,
    mutate_existing_on_policy_update: None,
    generate_existing: None,
    generate_existing_on_policy_update: None,
    use_server_side_apply: false,
};

fn failure_policy(look: &mut Look, at: Cursor<'_>) -> Option<Located<FailurePolicy>> {
    const POLICIES: &[(&str, FailurePolicy)] =
        &[("Fail", FailurePolicy::Fail), ("Ignore", FailurePolicy::Ignore)];
    word(look, at, "failurePolicy", POLICIES)
}

fn webhook<'t>(look: &mut Look, at: Cursor<'t>) -> WebhookConfiguration<'t> {
    WebhookConfiguration {
        at,
        failure_policy: failure_policy(look, at),
        timeout_seconds: look.number(at, "timeoutSeconds"),
        match_conditions: named_expressions(look, at, "matchConditions"),
    }
}

pub(super) fn overrides<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<ActionOverride<'t>> {
    let maps = look.maps(at, key);
    maps.into_iter()
        .map(|at| ActionOverride {
            at,
            action: look.text_or_empty(at, "action"),
            namespaces: look.texts_if_any(at, "namespaces"),
            namespace_selector: look.map(at, "namespaceSelector"),
        })
        .collect()
}
