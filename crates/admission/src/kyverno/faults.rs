//! Expressions that do not compile, shown at their characters.

use sekisho_diagnostics::{Code, Diagnostic, Severity};
use sekisho_document::Cursor;
use sekisho_parser::admission::AdmissionSpec;

use crate::vap::Plan;
use crate::{Expression, Refused};

/// The codes of this crate, sorted by name.
pub const CODES: &[Code] = &[Code {
    name: "invalid-expression",
    summary: "a CEL expression does not compile",
    explanation: "The expression has a fault of syntax, names something that is not there, or has another type than its place demands. A ValidatingPolicy is refused and judges nothing; a ValidatingAdmissionPolicy or a `validate.cel` rule is kept, and fails where the expression is reached.",
    wrong: "validations:\n- expression: object.spec.replicas",
    right: "validations:\n- expression: object.spec.replicas <= 3",
}];

/// How many faults of one expression are shown.
const SHOWN: usize = 10;

/// What is wrong with an expression, at the characters that are wrong.
#[must_use]
pub fn diagnostics(expression: &Expression, field: &str, at: Cursor<'_>) -> Vec<Diagnostic> {
    let Err(refused) = &expression.program else {
        return Vec::new();
    };
    match refused {
        Refused::Compile(error) => error
            .issues
            .iter()
            .take(SHOWN)
            .map(|issue| {
                let message = format!("`{field}` does not compile: {}", issue.message.replace('\n', " "));
                let span = match issue.at {
                    Some(offset) => {
                        let start = offset as usize;
                        let width = error.text.get(start..).and_then(|rest| rest.chars().next());
                        at.places.within(start..start + width.map_or(0, char::len_utf8))
                    }
                    None => at.span(),
                };
                Diagnostic::error("invalid-expression", message).at(span)
            })
            .collect(),
        Refused::Type { got, .. } => {
            let message = format!("`{field}` has the wrong type: it {refused}");
            let diagnostic = Diagnostic::error("invalid-expression", message).at(at.span());
            vec![match got.as_str() {
                "dyn" => diagnostic.help(
                    "compare the value, for example with `== true`: what is read of an object has no fixed type",
                ),
                _ => diagnostic,
            }]
        }
    }
}

/// What is wrong with the expressions of a ValidatingAdmissionPolicy, as warnings: they fail when they are
/// reached.
#[must_use]
pub fn native_faults(plan: &Plan, spec: &AdmissionSpec<'_>) -> Vec<Diagnostic> {
    let conditions = plan.conditions.iter().map(|condition| &condition.expression);
    let conditions = conditions.zip(spec.match_conditions.iter().map(|written| written.expression));
    let variables = plan.variables.iter().map(|variable| &variable.expression);
    let variables = variables.zip(spec.variables.iter().map(|written| written.expression));
    let validations = plan.validations.iter().zip(&spec.validations);
    let validations = validations.flat_map(|(validation, written)| {
        let message = validation
            .message_expression
            .as_ref()
            .zip(written.message_expression);
        [(&validation.expression, written.expression)]
            .into_iter()
            .chain(message)
    });
    let annotations = plan.annotations.iter().map(|annotation| &annotation.expression);
    let annotations = annotations.zip(
        spec.audit_annotations
            .iter()
            .map(|written| written.value_expression),
    );
    let mut found = Vec::new();
    let mut add = |field: &str, expression: &Expression, at: Cursor<'_>| {
        for mut diagnostic in diagnostics(expression, field, at) {
            diagnostic.severity = Severity::Warning;
            found.push(diagnostic);
        }
    };
    conditions.for_each(|(expression, at)| add("spec.matchConditions", expression, at));
    variables.for_each(|(expression, at)| add("spec.variables", expression, at));
    validations.for_each(|(expression, at)| add("spec.validations", expression, at));
    annotations.for_each(|(expression, at)| add("spec.auditAnnotations", expression, at));
    found
}
