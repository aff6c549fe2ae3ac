//! Expressions that do not compile, shown at their characters.

use sekisho_diagnostics::{Code, Diagnostic};
use sekisho_document::Cursor;

use crate::{Expression, Refused};

/// The codes of this crate, sorted by name.
pub const CODES: &[Code] = &[Code {
    name: "invalid-expression",
    summary: "a CEL expression does not compile",
    explanation: "The expression has a fault of syntax, names something that is not there, or has another type than its place demands. The policy is refused: it judges nothing.",
    wrong: "validations:\n- expression: object.spec.replicas",
    right: "validations:\n- expression: object.spec.replicas <= 3",
}];

/// How many faults of one expression are shown.
const SHOWN: usize = 10;

/// What is wrong with an expression, at the characters that are wrong.
#[must_use]
pub(super) fn diagnostics(expression: &Expression, field: &str, at: Cursor<'_>) -> Vec<Diagnostic> {
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
