//! Old spellings and deprecated fields of policies that are read all the same.

use sekisho_diagnostics::Diagnostic;
use sekisho_document::Cursor;

use crate::classic::{Action, ActionOverride, Body, ClassicPolicy, Rule};
use crate::codes::{replace, with_fix};

/// A field of `spec` that has a newer place.
struct Deprecated {
    field: &'static str,
    /// What to write instead.
    instead: &'static str,
}

/// `validationFailureAction` itself is not here: nearly every policy sets it, and the default fills it in.
const FIELDS: [Deprecated; 4] = [
    Deprecated {
        field: "failurePolicy",
        instead: "write it as `webhookConfiguration.failurePolicy`",
    },
    Deprecated {
        field: "generateExisting",
        instead: "write `generateExisting` in the generate rules",
    },
    Deprecated {
        field: "mutateExistingOnPolicyUpdate",
        instead: "write `mutateExistingOnPolicyUpdate` in the mutate rules",
    },
    Deprecated {
        field: "webhookTimeoutSeconds",
        instead: "write it as `webhookConfiguration.timeoutSeconds`",
    },
];

const OLD_IMAGE_FIELDS: [&str; 7] = [
    "image",
    "key",
    "roots",
    "subject",
    "issuer",
    "additionalExtensions",
    "annotations",
];

/// Warnings about a policy that is fine otherwise.
pub(crate) fn warnings(policy: &ClassicPolicy) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let spec = policy.spec();
    let Some(at) = spec.at else { return diagnostics };
    if let Some(text) = spec
        .failure_action_text
        .filter(|text| is_written(at, text.span, "validationFailureAction"))
    {
        diagnostics.extend(spelling(text.value, "validationFailureAction", text.span));
        diagnostics.push(moved_action(at, text.value));
    }
    override_spellings(&spec.failure_action_overrides, &mut diagnostics);
    for Deprecated { field, instead } in &FIELDS {
        if let Some(found) = at.get(field) {
            let message = format!("`spec.{field}` is deprecated");
            let diagnostic = Diagnostic::warning("deprecated-field", message)
                .at(found.key_span())
                .help(*instead);
            diagnostics.push(diagnostic);
        }
    }
    if let Some(found) = at.get("schemaValidation") {
        let diagnostic = Diagnostic::warning("deprecated-field", "`spec.schemaValidation` has no effect")
            .at(found.key_span())
            .help("remove it");
        diagnostics.push(with_fix(
            diagnostic,
            crate::edit::remove_entry(at, "schemaValidation"),
        ));
    }
    for rule in &policy.rules().output {
        rule_warnings(rule, &mut diagnostics);
    }
    diagnostics
}

/// Whether a value stands in the text; what was filled in has the place of its parent.
fn is_written(parent: Cursor<'_>, span: sekisho_diagnostics::Span, key: &str) -> bool {
    parent
        .get(key)
        .is_some_and(|cursor| cursor.places.key.is_some() && cursor.span() == span)
}

fn spelling(text: &str, field: &str, span: sekisho_diagnostics::Span) -> Option<Diagnostic> {
    let now = match text {
        "enforce" => "Enforce",
        "audit" => "Audit",
        _ => return None,
    };
    let diagnostic = Diagnostic::warning(
        "deprecated-spelling",
        format!("`{field}: {text}` is the older spelling"),
    )
    .at(span)
    .help(format!("write `{now}`"))
    .fix(replace(format!("write `{now}`"), span, now, true));
    Some(diagnostic)
}

fn moved_action(spec: Cursor<'_>, text: &str) -> Diagnostic {
    let now = match Action::read(text) {
        Action::Enforce => "Enforce",
        Action::Audit => "Audit",
    };
    let span = spec
        .get("validationFailureAction")
        .map_or(spec.span(), Cursor::key_span);
    let mut diagnostic = Diagnostic::note("deprecated-field", "`spec.validationFailureAction` is deprecated")
        .at(span)
        .help(format!(
            "write `failureAction: {now}` into `validate` of each rule"
        ));
    if now == "Audit" {
        diagnostic = diagnostic.help("or remove it: Audit is the default");
    }
    diagnostic
}

fn override_spellings(overrides: &[ActionOverride<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let spellings = overrides
        .iter()
        .filter_map(|entry| spelling(entry.action.value, "action", entry.action.span));
    diagnostics.extend(spellings);
}

fn rule_warnings(rule: &Rule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    match &rule.body {
        Body::Validate(validate) => {
            override_spellings(&validate.failure_action_overrides, diagnostics);
            if let Some(assert) = validate.at.get("assert") {
                let diagnostic = Diagnostic::warning("deprecated-field", "`assert` has no effect")
                    .at(assert.key_span())
                    .help("write the check as `pattern` or `cel`");
                diagnostics.push(diagnostic);
            }
        }
        Body::VerifyImages(entries) => {
            for entry in entries {
                let old = OLD_IMAGE_FIELDS
                    .into_iter()
                    .filter_map(|field| Some((field, entry.at.get(field)?)));
                for (field, found) in old {
                    let instead = if field == "image" {
                        "imageReferences"
                    } else {
                        "attestors"
                    };
                    let message = format!("`{field}` of `verifyImages` is deprecated");
                    let diagnostic = Diagnostic::warning("deprecated-field", message)
                        .at(found.key_span())
                        .help(format!("write it under `{instead}`"));
                    diagnostics.push(diagnostic);
                }
            }
        }
        Body::Mutate(_) | Body::Generate(_) | Body::Missing | Body::Several(_) => {}
    }
}
