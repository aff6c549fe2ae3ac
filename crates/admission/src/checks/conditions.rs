//! Match conditions, and single expressions.

use std::collections::BTreeSet;

use sekisho_cel::Environment;
use sekisho_document::Value;
use sekisho_kubernetes::validation::{FieldError, label_key};

use super::{items, text};
use crate::{Expression, Returns};

/// How many conditions a policy may have.
const MOST: usize = 64;

/// The faults of a list of match conditions.
#[must_use]
pub fn conditions(spec: &Value, field: &str, environment: &Environment) -> Vec<FieldError> {
    let list = items(spec, "matchConditions");
    let mut errors = Vec::new();
    if list.len() > MOST {
        errors.push(FieldError::too_many(field, list.len(), MOST));
    }
    let mut names = BTreeSet::new();
    for (position, condition) in list.enumerate() {
        let expression = text(condition, "expression").unwrap_or_default().trim();
        let at = format!("{field}[{position}].expression");
        match expression {
            "" => errors.push(FieldError::required(at, "")),
            expression => errors.extend(expression_fault(&at, expression, &[Returns::Bool], environment)),
        }
        let at = format!("{field}[{position}].name");
        let name = text(condition, "name").unwrap_or_default();
        match name {
            "" => errors.push(FieldError::required(at.clone(), "")),
            name => errors.extend(FieldError::all_invalid(&at, name, label_key(name))),
        }
        if !name.is_empty() && !names.insert(name) {
            errors.push(FieldError::duplicate(at, Value::from(name)));
        }
    }
    errors
}

/// Why an expression can not stand in a field.
#[must_use]
pub fn expression_fault(
    field: &str,
    expression: &str,
    wanted: &'static [Returns],
    environment: &Environment,
) -> Option<FieldError> {
    let compiled = Expression::compile(expression, wanted, environment);
    let refused = compiled.program.err()?;
    Some(FieldError::invalid(
        field,
        Value::from(expression),
        refused.to_string(),
    ))
}

/// Whether a text can name a variable.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let all = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    starts && all && !sekisho_cel::is_reserved(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_words_that_are_not_reserved() {
        for (text, expected) in [
            ("a", true),
            ("_1", true),
            ("1a", false),
            ("a-b", false),
            ("if", false),
            ("", false),
        ] {
            assert_eq!(is_identifier(text), expected, "{text}");
        }
    }
}
