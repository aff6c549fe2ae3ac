//! Expressions that do not compile, shown at their characters.

use sekisho_cel::{CompileError, Issue};
use sekisho_diagnostics::{Code, Diagnostic, Severity, Span};
use sekisho_document::Cursor;
use sekisho_parser::admission::AdmissionSpec;

use crate::vap::Plan;
use crate::{Expression, Refused, Returns};

/// The codes of this crate, sorted by name.
pub const CODES: &[Code] = &[
    Code {
        name: "invalid-expression",
        summary: "a CEL expression does not compile",
        explanation: "The expression has a fault of syntax, names something that is not there, or has another type than its place demands. A ValidatingPolicy, a MutatingPolicy or a ValidatingAdmissionPolicy is refused and judges nothing; a `validate.cel` rule is kept, and with the semantics of Kyverno's command line a ValidatingAdmissionPolicy too: they fail where the expression is reached.",
        wrong: "validations:\n- expression: object.spec.replicas",
        right: "validations:\n- expression: object.spec.replicas <= 3",
    },
    Code {
        name: "nothing-enabled",
        summary: "a MutatingPolicy is neither for admission requests nor for existing objects",
        explanation: "Both `evaluation.admission` and `evaluation.mutateExisting` are switched off, so the policy would never change anything. It is refused.",
        wrong: "evaluation:\n  admission: {enabled: false}",
        right: "evaluation:\n  admission: {enabled: false}\n  mutateExisting: {enabled: true}",
    },
];

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
                Diagnostic::error("invalid-expression", message).at(expression_place(at, error, issue))
            })
            .collect(),
        Refused::Type { got, wanted } => {
            let message = format!("`{field}` has the wrong type: it {refused}");
            let diagnostic = Diagnostic::error("invalid-expression", message).at(at.span());
            let advice = match wanted.contains(&Returns::String) {
                true => "convert the value with `string(…)`",
                false => "compare the value, for example with `== true`",
            };
            vec![match got.as_str() {
                "dyn" => diagnostic.help(format!("{advice}: what is read of an object has no fixed type")),
                _ => diagnostic,
            }]
        }
    }
}

/// The character of an issue in the expression that stands here.
#[must_use]
pub fn expression_place(at: Cursor<'_>, error: &CompileError, issue: &Issue) -> Span {
    match issue.at {
        Some(offset) => {
            let start = offset as usize;
            let width = error.text.get(start..).and_then(|rest| rest.chars().next());
            at.places.within(start..start + width.map_or(0, char::len_utf8))
        }
        None => at.span(),
    }
}

/// What is wrong with the expressions of a ValidatingAdmissionPolicy, as warnings: they fail when they are
/// reached.
#[must_use]
pub fn native_faults(plan: &Plan, spec: &AdmissionSpec<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut add = |field: String, expression: &Expression, at: Cursor<'_>| {
        for mut diagnostic in diagnostics(expression, &field, at) {
            diagnostic.severity = Severity::Warning;
            found.push(diagnostic);
        }
    };
    for (idx, (condition, written)) in plan.conditions.iter().zip(&spec.match_conditions).enumerate() {
        let field = format!("spec.matchConditions[{idx}].expression");
        add(field, &condition.expression, written.expression);
    }
    for (idx, (variable, written)) in plan.variables.iter().zip(&spec.variables).enumerate() {
        let field = format!("spec.variables[{idx}].expression");
        add(field, &variable.expression, written.expression);
    }
    for (idx, (validation, written)) in plan.validations.iter().zip(&spec.validations).enumerate() {
        let field = format!("spec.validations[{idx}].expression");
        add(field, &validation.expression, written.expression);
        if let (Some(message), Some(written)) = (&validation.message_expression, written.message_expression) {
            add(
                format!("spec.validations[{idx}].messageExpression"),
                message,
                written,
            );
        }
    }
    for (idx, (annotation, written)) in plan.annotations.iter().zip(&spec.audit_annotations).enumerate() {
        let field = format!("spec.auditAnnotations[{idx}].valueExpression");
        add(field, &annotation.expression, written.value_expression);
    }
    found
}
