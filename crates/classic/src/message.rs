//! The messages of failed rules, with their variables substituted when they are needed (engine reference
//! §5.9).

use sekisho_document::Value;
use sekisho_evaluator::Observer;

use crate::context::Context;
use crate::overlay::{execution_error, validation_error};
use crate::template::Template;

/// The message of a violated pattern: the rule's own message and what failed. `cause` is said in place of
/// `detail` when the rule's message can not be made.
pub(crate) fn violated<O: Observer>(
    rule: &str,
    message: Option<&Template>,
    detail: &str,
    cause: &str,
    context: &mut Context<'_, '_, O>,
) -> String {
    let Some(message) = message else {
        return validation_error(None, detail);
    };
    match context.fill(message, str::to_owned) {
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
    message: Option<&Template>,
    conditions: &str,
    context: &mut Context<'_, '_, O>,
) -> String {
    // Both are one text when their variables are filled; that of the rule alone is compiled ahead.
    let filled = match (message, conditions) {
        (None, "") => return format!("validation error: rule {rule} failed"),
        (Some(message), "") => context.fill(message, str::to_owned),
        (None, conditions) => context.fill_text(conditions),
        (Some(message), conditions) => {
            let message = message.written().as_str().unwrap_or_default();
            context.fill_text(&format!("{message}; {conditions}"))
        }
    };
    match filled {
        Ok(Value::String(text)) => text.to_string(),
        Ok(_) => "the produced message didn't resolve to a string, check your policy definition.".to_owned(),
        Err(_) => conditions.to_owned(),
    }
}
