//! The messages of failed rules, with their variables substituted when they are needed (engine reference
//! §5.9).

use sekisho_document::{Text, Value};
use sekisho_evaluator::Observer;

use crate::context::Context;
use crate::overlay::{execution_error, validation_error};

/// The message of a violated pattern: the rule's own message and what failed. `cause` is said in place of
/// `detail` when the rule's message can not be made.
pub(crate) fn violated<O: Observer>(
    rule: &str,
    message: Option<&Text>,
    detail: &str,
    cause: &str,
    context: &mut Context<'_, '_, O>,
) -> String {
    let Some(message) = message else {
        return validation_error(None, detail);
    };
    match context.fill_text(message) {
        Ok(Value::String(text)) => validation_error(Some(&text), detail),
        // Upstream crashes on a message that is no text.
        Ok(_) | Err(_) => {
            let text = execution_error(rule, cause);
            format!("validation error: variables substitution error in {text}")
        }
    }
}

/// The message of a denial: the rule's own message and those of the conditions that held.
pub(crate) fn denied<O: Observer>(
    rule: &str,
    message: Option<&Text>,
    conditions: &str,
    context: &mut Context<'_, '_, O>,
) -> String {
    let parts = [message.map(Text::as_str).unwrap_or_default(), conditions];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return format!("validation error: rule {rule} failed");
    }
    match context.fill_text(&parts.join("; ")) {
        Ok(Value::String(text)) => text.to_string(),
        Ok(_) => "the produced message didn't resolve to a string, check your policy definition.".to_owned(),
        Err(_) => conditions.to_owned(),
    }
}
